import { create } from 'zustand';
import { core } from '#renderer/data/core.ts';
import type { Ledger } from '#shared/schemas/ledger.ts';

interface LedgerState {
  /** Null until the core has told it. */
  readonly ledger: Ledger | null;
}

export const useLedger = create<LedgerState>()(() => ({ ledger: null }));

export function showLedger(ledger: Ledger): void {
  useLedger.setState({ ledger });
}

export async function loadLedger(): Promise<void> {
  try {
    showLedger(await core.ledger.get());
  } catch {
    // The next change brings it; until then the topBar shows the last one known.
  }
}
