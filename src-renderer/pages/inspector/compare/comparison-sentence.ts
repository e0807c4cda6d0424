/** What differs, in one sentence. Pure. */
import type { BodiesCompared } from './body-differences.ts';
import type { AnswersCompared, Comparison } from './comparison.ts';
import type { HeadersCompared } from './header-differences.ts';
import { spellingLabels } from './json-differences.ts';
import { type Side, sideNames } from './side.ts';

/** More are counted instead of named. */
const mostNamed = 3;

export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function headerParts(
  { differences, reordered }: HeadersCompared,
  follows: (key: string) => boolean,
  of: string,
): readonly string[] {
  // One that is in one of the two only says something of its own.
  const own = differences.filter(
    ({ kind, name }) => kind !== 'changed' || !follows(name.toLowerCase()),
  );
  const names = [
    ...new Set(own.filter(({ kind }) => kind !== 'respelled').map(({ name }) => name)),
  ];
  if (names.length > mostNamed) return [`${names.length} headers${of}`];
  if (names.length > 0)
    return [`${names.length === 1 ? 'header' : 'headers'} ${listed(names)}${of}`];
  if (own.length > 0) return [`how the names of headers${of} are spelled`];
  return reordered ? [`the order of headers${of}`] : [];
}

function bodyParts(body: BodiesCompared | null, of: string): readonly string[] {
  if (body === null || body.bytes.firstOffset === null) return [];
  const { meaning } = body;
  if (meaning.kind === 'unreadable' || meaning.kind === 'large') return [`the body${of}`];
  if (meaning.kind === 'same')
    return [
      `the bytes of the body${of}, which mean the same (${listed(meaning.spellings.map((one) => spellingLabels[one]))})`,
    ];
  const paths = meaning.differences.map(({ path }) => path);
  return paths.length > mostNamed
    ? [`${paths.length.toLocaleString('en')} members of the body${of}`]
    : [`the body${of} at ${listed(paths)}`];
}

/** Headers that are others because something else is, which is said anyway. */
function followersOf(comparison: Comparison): (key: string) => boolean {
  const keys = new Set<string>();
  const { url, body } = comparison;
  if (url !== null && url.before !== url.after) keys.add('host');
  if (body !== null && body.bytes.firstOffset !== null) {
    keys.add('content-length');
    keys.add('x-signature');
  }
  return (key) => keys.has(key);
}

/** The time of an answer is another one anyway, and its length is that of its body. */
const ofTheAnswerItself = new Set(['date', 'content-length']);

function answerParts({ outcomes, headers, body }: AnswersCompared): readonly string[] {
  const [before, after] = outcomes;
  if (before !== after) return [`the answer: ${after} instead of ${before}`];
  const isOfItself = (key: string): boolean => ofTheAnswerItself.has(key);
  return [
    ...(headers === null ? [] : headerParts(headers, isOfItself, ' of the answer')),
    ...bodyParts(body, ' of the answer'),
  ];
}

function differingParts(comparison: Comparison): readonly string[] {
  const { url, headers, body, answer } = comparison;
  return [
    ...(url !== null && url.before !== url.after ? ['the URL'] : []),
    ...(headers === null ? [] : headerParts(headers, followersOf(comparison), '')),
    ...bodyParts(body, ''),
    ...answerParts(answer),
  ];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function sameSentence(before: Side, after: Side, names: readonly [string, string]): string {
  const answers =
    before.result === null && after.result === null
      ? 'nothing has been sent yet'
      : 'and so is the answer';
  return `${capital(names[1])} is the same request as ${names[0]}, byte for byte, ${answers}.`;
}

export function comparisonSentence(before: Side, after: Side, comparison: Comparison): string {
  const names = sideNames(before, after);
  const neverSent = [before, after].filter(({ body }) => body === null);
  if (neverSent.length > 0) {
    const said = neverSent.map(({ delivery }) => `delivery ${delivery.id} was ${delivery.state}`);
    return `${capital(listed(said))}, so there is no request to compare.`;
  }
  const parts = differingParts(comparison);
  if (parts.length === 0) return sameSentence(before, after, names);
  const only = parts.length < mostNamed ? 'only ' : '';
  return `${capital(names[1])} differs from ${names[0]} ${only}in ${listed(parts.map((part, index) => (index === 0 ? part : `in ${part}`)))}.`;
}
