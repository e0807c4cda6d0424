/**
 * Combines all stores of one database file with a single write queue. All SQL is in this folder.
 */

import type { Log, SavedClock, SecretBox } from '#main/kit/ports.ts';
import { createAttemptStore } from './attempts.ts';
import { createBatchRequestStore } from './batch-requests.ts';
import { createCertificateAuthorityStore } from './certificate-authorities.ts';
import { createCheckpointer } from './checkpointer.ts';
import { createComputationStore } from './computations.ts';
import { createCopyStore } from './copies.ts';
import { createCounterStore } from './counters.ts';
import { createDeletionStore } from './deletions.ts';
import { createDeliveryStore } from './deliveries.ts';
import { createDeliveryList } from './delivery-list.ts';
import { createDestinationStore } from './destinations.ts';
import { createDiskState } from './disk-state.ts';
import { createHeaderTemplates } from './header-templates.ts';
import { createJobStore } from './jobs.ts';
import { createMemberStore } from './members.ts';
import { createMessageStore } from './messages.ts';
import { createMockRequestStore } from './mock-requests.ts';
import { createMockStore } from './mocks.ts';
import { type OpenedDatabase, openDatabase } from './open.ts';
import { createRead } from './read.ts';
import { createRejectedStore } from './rejected.ts';
import { createRetentionStore } from './retention.ts';
import { createRowNumbers } from './row-numbers.ts';
import { createSavedFilterStore } from './saved-filters.ts';
import { rewriteVersion } from './schema.ts';
import { createSettingsStore } from './settings.ts';
import { createSourceStore } from './sources.ts';
import { createSpaceStore } from './space.ts';
import { createStagedMemberStore } from './staged-members.ts';
import { createSyncStore } from './syncs.ts';
import { type Changed, createWriteQueue } from './write-queue.ts';

export type Store = ReturnType<typeof openStore>;

interface StoreOptions {
  readonly dataFolder: string;
  readonly secretBox: SecretBox;
  readonly log: Log;
  /** State of the virtual clock; null in real time. */
  readonly clock: () => SavedClock | null;
  /** Called after every commit, in order. */
  readonly committed: (changes: readonly Changed[]) => void;
  /** Called when the disk no longer takes writes, and when it does again. */
  readonly diskChanged?: () => void;
  /** False leaves syncing to the system: a killed process loses nothing, a power failure may. */
  readonly isDurable?: boolean;
}

/** Opens the data folder. Throws a StartupProblem. */
export function openStore(options: StoreOptions) {
  const opened = openDatabase(options.dataFolder, options.log, options.isDurable);
  try {
    const store = assemble(opened, options);
    readAtStart(store);
    return store;
  } catch (cause) {
    opened.close();
    throw opened.explain(cause);
  }
}

function assemble(opened: OpenedDatabase, options: StoreOptions) {
  const rowNumbers = createRowNumbers(opened.db);
  const counters = createCounterStore(opened.db);
  const settings = createSettingsStore(opened.db);
  const headerTemplates = createHeaderTemplates(opened.db);
  const disk = createDiskState({
    log: options.log,
    folder: options.dataFolder,
    // A checkpoint needs little space. Otherwise the WAL would take the space that a user frees, and the disk would be full again.
    async tryWrite() {
      await checkpointer.now();
      await queue.write(() => rewriteVersion(opened.db));
    },
    changed: options.diskChanged,
  });
  const checkpointer = createCheckpointer(opened.db, opened.file, disk.quiet(options.log));
  const queue = createWriteQueue(opened.db, {
    sync: opened.log.sync,
    betweenCommits: checkpointer.betweenCommits,
    counters,
    // Saves the clock with every transaction, so that no stored time is ahead of the clock after
    // kill -9.
    beforeCommit(tx) {
      const clock = options.clock();
      if (clock !== null) settings.saveClock(tx, clock);
    },
    committed: options.committed,
    failed(error) {
      disk.failed(error);
      if (disk.alert() !== null) checkpointer.hurry();
    },
  });
  return {
    sources: createSourceStore(opened.db, options.secretBox),
    destinations: createDestinationStore(opened.db, options.secretBox),
    certificateAuthorities: createCertificateAuthorityStore(opened.db),
    mocks: createMockStore(opened.db, options.secretBox),
    mockRequests: createMockRequestStore(opened.db),
    batchRequests: createBatchRequestStore(opened.db),
    messages: createMessageStore(opened.db, rowNumbers.messages, headerTemplates),
    rejected: createRejectedStore(opened.db, rowNumbers.rejected),
    deliveries: {
      ...createDeliveryStore(opened.db, rowNumbers.deliveries),
      ...createDeliveryList(opened.db),
    },
    attempts: createAttemptStore(opened.db, rowNumbers.attempts, headerTemplates),
    jobs: createJobStore(opened.db),
    copies: createCopyStore(opened.db, rowNumbers.copies),
    computations: createComputationStore(opened.db),
    members: createMemberStore(opened.db),
    stagedMembers: createStagedMemberStore(opened.db),
    syncs: createSyncStore(opened.db),
    deletions: createDeletionStore(opened.db),
    counters,
    retention: createRetentionStore(opened.db, rowNumbers),
    space: createSpaceStore(opened.db, opened.file),
    savedFilters: createSavedFilterStore(opened.db),
    settings,
    /** The database file, for the reader thread. */
    file: opened.file,
    write: queue.write,
    isWriting: () => !queue.isIdle(),
    read: createRead(opened.db),
    disk,
    async close() {
      disk.close();
      queue.flush();
      await checkpointer.close();
      opened.close();
    },
  };
}

/** Detects a damaged database before startup continues. */
function readAtStart(store: ReturnType<typeof assemble>): void {
  store.sources.all();
  store.destinations.all();
  store.certificateAuthorities.all();
  store.mocks.all();
  store.settings.get();
  store.counters.ledger();
}
