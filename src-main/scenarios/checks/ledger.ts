/** The ledger balances at every moment, and agrees with the history. */

import { type DeliveryState, deliveryStates } from '#shared/deliveries/delivery.ts';
import type { Ledger } from '#shared/deliveries/ledger.ts';
import { formatOffset } from '#shared/kit/duration.ts';
import { formatCount } from '#shared/kit/format.ts';
import { failedAt, type Outcome, passedAt } from '../expect/outcome.ts';
import { downTimesOf, isDuring } from '../expect/step-spans.ts';
import type { HistoryIndex } from '../history/history-index.ts';
import type { EngineObservations, RunFacts } from '../run-facts.ts';

interface Counted {
  messages: number;
  readonly states: Map<DeliveryState, number>;
}

const total = (ledger: Ledger): number =>
  deliveryStates.reduce((sum, state) => sum + ledger[state], ledger.deleted);

function imbalance(ledger: Ledger): string | null {
  const expected = ledger.routed + ledger.notSentBy.unrouted;
  return ledger.balanced && total(ledger) === expected
    ? null
    : `routed or unrouted ${formatCount(expected)}, but ${formatCount(total(ledger))} in all states`;
}

/** Deliveries in a state. Unrouted messages have none. */
const deliveriesIn = (ledger: Ledger, state: DeliveryState): number =>
  state === 'not_sent' ? ledger.not_sent - ledger.notSentBy.unrouted : ledger[state];

/** Deleted deliveries stay in the history, so that states can't be compared any more. */
function difference(ledger: Ledger, { messages, states }: Counted): string | null {
  if (ledger.accepted !== messages)
    return `accepted ${formatCount(ledger.accepted)}, but the history has ${formatCount(messages)} messages`;
  if (ledger.deleted > 0) return null;
  const state = deliveryStates.find(
    (deliveryState) => deliveriesIn(ledger, deliveryState) !== (states.get(deliveryState) ?? 0),
  );
  if (state === undefined) return null;
  return `${state} ${formatCount(deliveriesIn(ledger, state))}, but the history has ${formatCount(states.get(state) ?? 0)}`;
}

export function checkLedger(
  history: HistoryIndex,
  facts: RunFacts,
  { ledgers }: EngineObservations,
): Outcome {
  const counted: Counted = { messages: 0, states: new Map() };
  const downTimes = downTimesOf(history, facts);
  let next = 0;
  const expected = 'a state for each delivery at every moment';
  if (ledgers.length === 0)
    return failedAt(facts.now, { expected, found: 'deliveries were never counted' });
  for (const [index, { at, ledger }] of ledgers.entries()) {
    // Of several advances in one moment, the history knows the state after the last.
    if (ledgers[index + 1]?.at === at) continue;
    for (; ; next += 1) {
      const record = history.records[next];
      if (record === undefined || record.event.at > at) break;
      if (record.kind === 'message') counted.messages += 1;
      if (record.kind !== 'delivery') continue;
      const { states } = counted;
      const before = record.before?.event.state;
      if (before !== undefined) states.set(before, (states.get(before) ?? 0) - 1);
      states.set(record.event.state, (states.get(record.event.state) ?? 0) + 1);
    }
    // The product may have stopped after the ledger was read and before the moment ended.
    const isLast = !isDuring(downTimes, at);
    const problem = imbalance(ledger) ?? (isLast ? difference(ledger, counted) : null);
    if (problem !== null)
      return failedAt(at, { expected, found: `${problem}, at ${formatOffset(at)}` });
  }
  return passedAt(facts.now);
}
