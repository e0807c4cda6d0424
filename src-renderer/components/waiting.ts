import { useLedger } from '#renderer/stores/ledger-store.ts';
import type { Ledger } from '#shared/schemas/ledger.ts';

/** Deliveries that have a next attempt; those that are paused wait for their destination instead. */
export function waitingCount(ledger: Ledger | null): number {
  return ledger === null ? 0 : ledger.pending + ledger.sending + ledger.retrying;
}

export function useWaitingCount(): number {
  return useLedger(({ ledger }) => waitingCount(ledger));
}
