/** Text for deliveries and attempts. Pure. */
import { useLedger } from '#renderer/kit/data/ledger.ts';
import type { FanOut } from '#shared/connections/destination.ts';
import type { Ledger } from '#shared/deliveries/ledger.ts';

/** Deliveries with a next attempt; paused ones wait for their destination. */
export const waitingCount = (ledger: Ledger | null): number => ledger?.waiting ?? 0;

export function useWaitingCount(): number {
  return useLedger((ledger) => waitingCount(ledger));
}

/** When a delivery to several URLs is done, and the effects (D24). */
export const fanOutLabels: Readonly<Record<FanOut, string>> = {
  any: 'Any URL accepts',
  each: 'Every URL accepts',
};

export const fanOutEffects: Readonly<Record<FanOut, string>> = {
  any: 'Stops when one URL succeeds',
  each: 'Retries each URL until it succeeds',
};
