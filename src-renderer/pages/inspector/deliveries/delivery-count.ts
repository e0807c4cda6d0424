import { deliveryStates } from '#shared/schemas/delivery.ts';
import type { Ledger } from '#shared/schemas/ledger.ts';

/** Rows of the list of deliveries: every state of the ledger. */
export function deliveryCount(ledger: Ledger): number {
  return deliveryStates.reduce((sum, state) => sum + ledger[state], 0);
}
