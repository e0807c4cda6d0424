/** Two sides held against each other, layer by layer. Pure. */

import { outcomeLabel } from '#renderer/components/delivery-labels.ts';
import type { Bytes } from '#shared/schemas/delivery.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';
import { type BodiesCompared, compareBodies } from './body-differences.ts';
import { compareHeaders, type HeadersCompared } from './header-differences.ts';
import { spellingLabels } from './json-differences.ts';
import { type Side, sideNames } from './side.ts';

export interface Comparison {
  /** Null where a side has no request. */
  readonly url: { readonly before: string; readonly after: string } | null;
  readonly headers: HeadersCompared | null;
  readonly body: BodiesCompared | null;
  readonly answer: AnswersCompared;
}

export interface AnswersCompared {
  /** A status, or why there is none: "503", "no answer in time", "none yet". */
  readonly outcomes: readonly [string, string];
  /** Null where not both have answered. */
  readonly headers: HeadersCompared | null;
  readonly body: BodiesCompared | null;
}

function both<Value, Result>(
  before: Value | null | undefined,
  after: Value | null | undefined,
  compare: (before: Value, after: Value) => Result,
): Result | null {
  return before == null || after == null ? null : compare(before, after);
}

const outcomeOf = ({ result }: Side): string =>
  result === null ? 'none yet' : outcomeLabel(result);

export function comparisonOf(before: Side, after: Side): Comparison {
  const [first, second] = [before.result?.response, after.result?.response];
  return {
    url: both(before.request?.url, after.request?.url, (from, to) => ({ before: from, after: to })),
    headers: both<HeaderLines, HeadersCompared>(
      before.request?.headers,
      after.request?.headers,
      compareHeaders,
    ),
    body: both<Bytes, BodiesCompared>(before.body, after.body, compareBodies),
    answer: {
      outcomes: [outcomeOf(before), outcomeOf(after)],
      headers: both<HeaderLines, HeadersCompared>(first?.headers, second?.headers, compareHeaders),
      body: both<Bytes, BodiesCompared>(first?.body, second?.body, compareBodies),
    },
  };
}

// What differs, in one sentence.

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
