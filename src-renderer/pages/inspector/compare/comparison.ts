/** Compares two sides layer by layer. Pure. */

import { outcomeLabel } from '#renderer/components/delivery-labels.ts';
import { capitalized, formatCount } from '#shared/lib/format.ts';
import type { Bytes } from '#shared/schemas/delivery.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';
import { type BodiesCompared, compareBodies } from './body-differences.ts';
import { compareHeaders, type HeadersCompared } from './header-differences.ts';
import { type Spelling, spellingLabels } from './json-differences.ts';
import { type Side, sideNames } from './side.ts';

export interface Comparison {
  /** Null if a side has no request. */
  readonly url: { readonly before: string; readonly after: string } | null;
  readonly headers: HeadersCompared | null;
  readonly body: BodiesCompared | null;
  readonly response: ResponsesCompared;
}

export interface ResponsesCompared {
  /** A status or a failure: "503", "timeout", "none yet". */
  readonly outcomes: readonly [string, string];
  /** Null if either side has no response. */
  readonly headers: HeadersCompared | null;
  readonly body: BodiesCompared | null;
}

function onBothSides<Value, Result>(
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
    url: onBothSides(before.request?.url, after.request?.url, (from, to) => ({
      before: from,
      after: to,
    })),
    headers: onBothSides<HeaderLines, HeadersCompared>(
      before.request?.headers,
      after.request?.headers,
      compareHeaders,
    ),
    body: onBothSides<Bytes, BodiesCompared>(before.body, after.body, compareBodies),
    response: {
      outcomes: [outcomeOf(before), outcomeOf(after)],
      headers: onBothSides<HeaderLines, HeadersCompared>(
        first?.headers,
        second?.headers,
        compareHeaders,
      ),
      body: onBothSides<Bytes, BodiesCompared>(first?.body, second?.body, compareBodies),
    },
  };
}

// One-line summary of the differences.

/** More names are replaced by their count. */
const maxNamed = 3;

const nameList = (names: readonly string[]): string =>
  names.length > maxNamed ? `(${formatCount(names.length)})` : names.join(', ');

/** Headers that always change with something else that is reported already. */
function headerParts(
  headers: HeadersCompared | null,
  follows: ReadonlySet<string>,
  of: string,
): readonly string[] {
  if (headers === null) return [];
  const names = headers.differences
    .filter(({ kind, name }) => kind !== 'changed' || !follows.has(name.toLowerCase()))
    .map(({ kind, name }) => (kind === 'respelled' ? `${name} (capitalization)` : name));
  if (names.length > 0) return [`${of}headers ${nameList([...new Set(names)])}`];
  return headers.reordered ? [`${of}header order`] : [];
}

function bodyParts(body: BodiesCompared | null, of: string): readonly string[] {
  if (body === null || body.bytes.firstOffset === null) return [];
  const { meaning } = body;
  if (meaning.kind === 'same')
    return [`${of}body bytes, same JSON (${spellingsText(meaning.spellings)})`];
  if (meaning.kind === 'other')
    return [`${of}body ${nameList(meaning.differences.map(({ path }) => path))}`];
  return [`${of}body`];
}

export const spellingsText = (spellings: readonly Spelling[]): string =>
  spellings.map((spelling) => spellingLabels[spelling]).join(', ');

/** Every response has its own date, and its length follows from its body. */
const ofEveryResponse = new Set(['date', 'content-length']);

function differingParts({ url, headers, body, response }: Comparison): readonly string[] {
  const isOtherUrl = url !== null && url.before !== url.after;
  const isOtherBody = body !== null && body.bytes.firstOffset !== null;
  const follows = new Set([
    ...(isOtherUrl ? ['host'] : []),
    ...(isOtherBody ? ['content-length', 'x-signature'] : []),
  ]);
  const [from, to] = response.outcomes;
  const responseParts =
    from === to
      ? [
          ...headerParts(response.headers, ofEveryResponse, 'response '),
          ...bodyParts(response.body, 'response '),
        ]
      : [`response (${from}, then ${to})`];
  return [
    ...(isOtherUrl ? ['URL'] : []),
    ...headerParts(headers, follows, ''),
    ...bodyParts(body, ''),
    ...responseParts,
  ];
}

export function comparisonSummary(before: Side, after: Side, comparison: Comparison): string {
  const unsent = [before, after].filter(({ body }) => body === null);
  if (unsent.length > 0) {
    const reasons = unsent.map(({ delivery }) => `delivery ${delivery.id} was ${delivery.state}`);
    return `No request to compare: ${reasons.join(', ')}`;
  }
  const names = sideNames(before, after);
  const parts = differingParts(comparison);
  if (parts.length > 0)
    return `${capitalized(names[1])} differs from ${names[0]}: ${parts.join('; ')}`;
  const response =
    before.result === null && after.result === null ? 'not sent yet' : 'same response';
  return `${capitalized(names[1])} and ${names[0]}: identical requests; ${response}`;
}
