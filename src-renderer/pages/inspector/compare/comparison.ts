/** Two sides held against each other, layer by layer. Pure. */

import { outcomeLabel } from '#renderer/components/delivery-labels.ts';
import type { Bytes } from '#shared/schemas/delivery.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';
import { type BodiesCompared, compareBodies } from './body-differences.ts';
import { compareHeaders, type HeadersCompared } from './header-differences.ts';
import type { Side } from './side.ts';

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
