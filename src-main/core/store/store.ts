/** The only SQL of the product, assembled: one store per noun over one file, one queue of writes. */
import type { SecretBox } from '../ports.ts';
import { createAttemptStore } from './attempts.ts';
import { createAuthorityStore } from './authorities.ts';
import { createDeliveryStore } from './deliveries.ts';
import { createDestinationStore } from './destinations.ts';
import { createLedgerStore } from './ledger.ts';
import { createMessageStore } from './messages.ts';
import { openDatabase } from './open.ts';
import { createRejectedStore } from './rejected.ts';
import { createSettingsStore } from './settings.ts';
import { createSourceStore } from './sources.ts';
import { createUsageStore } from './usage.ts';
import { type Changed, createWriteQueue } from './write-queue.ts';

export type Store = ReturnType<typeof openStore>;

/** Opens the data folder. Throws a StartupProblem. */
export function openStore(options: {
  readonly dataFolder: string;
  readonly secretBox: SecretBox;
  /** Told after every commit, in order. */
  readonly committed: (changes: readonly Changed[]) => void;
}) {
  const opened = openDatabase(options.dataFolder);
  const ledger = createLedgerStore(opened.db);
  const queue = createWriteQueue(opened.db, {
    sync: opened.log.sync,
    addCounts: ledger.addCounts,
    committed: options.committed,
  });
  return {
    sources: createSourceStore(opened.db),
    destinations: createDestinationStore(opened.db, options.secretBox),
    authorities: createAuthorityStore(opened.db),
    messages: createMessageStore(opened.db),
    rejected: createRejectedStore(opened.db),
    deliveries: createDeliveryStore(opened.db),
    attempts: createAttemptStore(opened.db),
    ledger,
    usage: createUsageStore(opened.db),
    settings: createSettingsStore(opened.db, options.secretBox),
    write: queue.write,
    close() {
      queue.flush();
      opened.close();
    },
  };
}
