/** `lookUp`: side effects in the user's system, one lookup per message. */

import { createMatcher } from '#shared/filter/match.ts';
import { formatCount } from '#shared/kit/format.ts';
import type { HistoryIndex, MessageRecord } from '../history/history-index.ts';
import { subjectReaders } from '../history/readers.ts';
import type { RunFacts } from '../run-facts.ts';
import { failedAt, type Outcome, passedAt, undecidedAt } from './outcome.ts';
import { filterOf, type Range } from './plan.ts';
import { isWithin, rangeText } from './report-text.ts';

/**
 * Looks up a message until the count is as expected, and once more after it is, or until it is too high
 * or the time is over. Null if the server gave no number.
 */
export type LookUp = (request: {
  readonly server: string;
  readonly messageId: string;
  readonly expected: Range;
  /** Aborted when the time for all lookups is over. */
  readonly signal: AbortSignal;
}) => Promise<number | null>;

export interface LookUpPlan {
  readonly server: string;
  readonly filter: string;
  readonly count: Range;
  readonly timeoutMs: number;
}

/** Lookups in flight at the same time. */
const parallel = 8;

async function countsOf(
  messages: readonly MessageRecord[],
  count: (message: MessageRecord) => Promise<number | null>,
): Promise<readonly (number | null)[]> {
  const counts: (number | null)[] = [];
  for (let start = 0; start < messages.length; start += parallel)
    counts.push(...(await Promise.all(messages.slice(start, start + parallel).map(count))));
  return counts;
}

export async function evaluateLookUp(
  { server, filter, count: range, timeoutMs }: LookUpPlan,
  history: HistoryIndex,
  facts: RunFacts,
  lookUp: LookUp,
): Promise<Outcome> {
  const isSelected = createMatcher(filterOf(filter, 'messages'), subjectReaders.messages, facts);
  const messages = [...history.messages.values()].filter(isSelected);
  const expected = `${rangeText(range)} in ${server} per message${filter === '' ? '' : `, ${filter}`}`;
  if (messages.length === 0) return failedAt(facts.now, { expected, found: '0 messages' });
  const signal = AbortSignal.timeout(timeoutMs);
  const counts = await countsOf(messages, ({ event }) =>
    lookUp({ server, messageId: event.messageId, expected: range, signal }),
  );
  const looked = messages.map((message, index) => ({ message, count: counts[index] ?? null }));
  const wrong = looked.filter(({ count }) => count !== null && !isWithin(range, count));
  const [first] = wrong;
  if (first !== undefined)
    return failedAt(facts.now, {
      expected,
      found: `${formatCount(wrong.length)} of ${formatCount(messages.length)} messages differ; the first is ${first.message.event.messageId} with ${formatCount(first.count ?? 0)}`,
      about: first.message,
      processed: first.count,
    });
  const unknown = looked.filter(({ count }) => count === null);
  const [firstUnknown] = unknown;
  return firstUnknown === undefined
    ? passedAt(facts.now)
    : undecidedAt(
        facts.now,
        'look_up_failed',
        expected,
        `lookUp of ${server} returned no number for ${formatCount(unknown.length)} of ${formatCount(messages.length)} messages; the first is ${firstUnknown.message.event.messageId}. Return a number, a list, or an object with count.`,
      );
}
