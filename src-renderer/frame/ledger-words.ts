/** The ledger in words: messages, deliveries, and what is not as it should be. Pure. */
import { stateTones } from '#renderer/ui/state-mark.tsx';
import type { Tone } from '#renderer/ui/tone.ts';
import type { Ledger } from '#shared/schemas/ledger.ts';

/** Deliveries that are to reach a webhook, or have: all but those that were dropped on purpose. */
export const wantedDeliveries = (ledger: Ledger): number =>
  ledger.routed - ledger.filtered - ledger.excluded - ledger.cancelled;

export interface Trouble {
  readonly word: string;
  readonly count: number;
  readonly tone: Tone;
}

/**
 * What is not delivered, the gravest first; empty when there is nothing of it. Cancelled ones are told
 * last: they were dropped on purpose, but are not among those that are to be delivered any more.
 */
export function troublesOf(ledger: Ledger, withWaiting: boolean): readonly Trouble[] {
  const { exhausted, refused, retrying, pending, paused, cancelled } = ledger;
  return [
    { word: 'exhausted', count: exhausted, tone: stateTones.exhausted },
    { word: 'refused', count: refused, tone: stateTones.refused },
    { word: 'retrying', count: retrying, tone: stateTones.retrying },
    { word: 'waiting', count: withWaiting ? pending + paused : 0, tone: stateTones.pending },
    { word: 'cancelled', count: cancelled, tone: stateTones.cancelled },
  ].filter(({ count }) => count > 0);
}
