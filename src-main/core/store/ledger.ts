import type { Database } from 'better-sqlite3';
import { deliveryStates } from '#shared/schemas/delivery.ts';
import type { Ledger } from '#shared/schemas/ledger.ts';
import type { Tx } from './write-queue.ts';

/** What the door counts. States: with a new delivery, and then by the triggers of the schema. */
export type DoorCounter = 'accepted' | 'unrouted' | 'duplicates' | 'rejected' | 'routed';

export function createLedgerStore(db: Database) {
  const all = db.prepare<[], { name: string; value: number }>('SELECT name, value FROM counters');
  const add = db.prepare('UPDATE counters SET value = value + ? WHERE name = ?');

  return {
    get(): Ledger {
      const counts = Object.fromEntries(all.all().map(({ name, value }) => [name, value])) as Omit<
        Ledger,
        'balanced'
      >;
      const inStates = deliveryStates.reduce((sum, state) => sum + counts[state], 0);
      return { ...counts, balanced: counts.routed === inStates };
    },
    add(tx: Tx, counter: DoorCounter, by: number): void {
      if (by > 0) tx.count(counter, by);
    },
    /** Adds the count of a transaction. */
    addCount(counter: string, by: number): void {
      add.run(by, counter);
    },
  };
}
