/**
 * Resends requests from a file. The file is read in pieces and planned, and sent only on request and
 * only to the selected target, as a job.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FilePiece } from '#shared/schemas/file-piece.ts';
import type { Job } from '#shared/schemas/job.ts';
import type {
  NewResendImport,
  ResendImport,
  ResendImportPlan,
  StartResendImport,
} from '#shared/schemas/resend-import.ts';
import { AppError } from '../../app-error.ts';
import type { ProductClock } from '../../clock/product-clock.ts';
import type { JobRequests } from '../../deliveries/job-requests.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Clock, Log, Random } from '../../ports.ts';
import { randomText } from '../../random-id.ts';
import { commit } from '../../store/commit.ts';
import type { Store } from '../../store/store.ts';
import type { FileEntry } from './entry.ts';
import { createImportKind } from './import-job.ts';
import { createPendingImports, type PendingImport } from './pending-imports.ts';
import { createPlan } from './plan.ts';
import { createFileReader } from './read-file.ts';
import { createSending } from './requests.ts';
import { clearSpools, createSpool, type Spool } from './spool.ts';

/** Characters processed per event loop turn: ten milliseconds if every line is invalid. */
const charactersPerRead = 4_096;

interface Tools {
  readonly store: Store;
  readonly clock: ProductClock;
  readonly machineClock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly requests: JobRequests;
  readonly dataFolder: string;
}

export function createResendImports(tools: Tools) {
  const { random, log, dataFolder, jobs, requests, store, clock } = tools;
  const imports = createPendingImports(tools);
  const spoolOf = (id: string): Spool => createSpool(dataFolder, id, log);
  const clearFiles = (): void =>
    clearSpools(
      dataFolder,
      store.resendImports.all().map(({ id }) => id),
    );
  jobs.register(
    createImportKind({ store, clock, requests, spoolOf, ended: (id) => void spoolOf(id).remove() }),
  );

  /** Without these entries, the import would be incomplete. */
  function fail(pending: PendingImport, error: unknown): never {
    log.error("Can't store the file of an import.", { error });
    imports.drop(pending);
    throw new AppError('unavailable', "Can't store the file.", {
      fix: 'Check free disk space and write permissions, then import the file again.',
    });
  }

  async function append(pending: PendingImport, { text, last }: FilePiece): Promise<ResendImport> {
    const { reader, plan } = pending;
    if (pending.progress.state !== 'reading')
      throw new AppError('conflict', 'The last piece of the file was already appended.', {
        fix: 'Start a new import for another file.',
      });
    const entries: { number: number; read: FileEntry }[] = [];
    for (let at = 0; at === 0 || at < text.length; at += charactersPerRead) {
      const isEnd = at + charactersPerRead >= text.length;
      for (const entry of reader.append(text.slice(at, at + charactersPerRead), last && isEnd)) {
        plan.add(entry);
        const { number, read } = entry;
        if (read.kind === 'entry') entries.push({ number, read });
      }
      await nextTurn();
    }
    await pending.spool.add(entries).catch((error) => fail(pending, error));
    const { format } = reader;
    return imports.update(pending, {
      format,
      ...plan.summary(),
      ...(last ? { state: 'planned' } : {}),
    });
  }

  function findPlanned(id: string): PendingImport {
    const pending = imports.find(id);
    if (pending.progress.state !== 'planned')
      throw new AppError('conflict', 'The file is incomplete. Append its last piece first.');
    return pending;
  }

  return {
    create({ name }: NewResendImport): ResendImport {
      imports.reserve();
      const id = `rim_${randomText(random, 12)}`;
      const plan = createPlan();
      const pending: PendingImport = {
        progress: { id, name, state: 'reading', format: null, ...plan.summary() },
        reader: createFileReader(),
        plan,
        spool: spoolOf(id),
        lastAppend: Promise.resolve(),
        cancelTimeout: () => undefined,
      };
      imports.add(pending);
      imports.touch(pending);
      return pending.progress;
    },

    /** Processes pieces in order. Resolves when the piece is stored. */
    append(piece: FilePiece): Promise<ResendImport> {
      const pending = imports.find(piece.id);
      imports.touch(pending);
      const appended = pending.lastAppend.then(() => {
        if (!imports.has(pending)) imports.find(piece.id);
        return append(pending, piece);
      });
      pending.lastAppend = appended.catch(() => undefined);
      return appended;
    },

    get: (id: string): ResendImport => imports.find(id).progress,

    plan(start: StartResendImport): ResendImportPlan {
      const { origins, count, omittedHeaders } = createSending(
        store,
        findPlanned(start.id).progress,
        start,
        clock.now,
      );
      return {
        requestCount: count,
        origins: [...origins],
        omittedHeaders: [...omittedHeaders],
        estimatedMs:
          start.perSecond === undefined ? null : Math.round((count * 1_000) / start.perSecond),
      };
    },

    /** If the start can't be stored, nothing is sent and the import stays planned. */
    async start(start: StartResendImport): Promise<Job> {
      const pending = findPlanned(start.id);
      const { id, name } = pending.progress;
      const { count } = createSending(store, pending.progress, start, clock.now);
      imports.remove(pending);
      try {
        const { value: jobId } = await commit(store, (tx) => {
          const inserted = jobs.insert(tx, {
            kind: 'resend_import',
            params: { importId: id, file: name },
            cursor: { reached: 0 },
            totalCount: count,
            perSecond: start.perSecond ?? null,
          });
          store.resendImports.insert(tx, { id, jobId: inserted, plan: pending.progress, start });
          return inserted;
        });
        return jobs.get(jobId);
      } catch (error) {
        imports.add(pending);
        imports.touch(pending);
        throw error;
      }
    },

    /** Removes an import that was not started. */
    cancel: (id: string): void => imports.drop(imports.find(id)),

    /**
     * After a restart, requests without a response are no longer done. Jobs without their file are
     * cancelled.
     */
    async recover(): Promise<void> {
      await store.write((tx) => {
        for (const { id, jobId } of store.resendImports.all()) {
          const job = store.jobs.get(jobId);
          if (job === undefined) continue;
          const { delivered = 0, failed = 0, blocked = 0 } = job.counts;
          store.jobs.advance(tx, job, { done: delivered + failed + blocked - job.doneCount });
          if (!spoolOf(id).isThere()) jobs.commandWithin(tx, jobId, 'cancel');
        }
      });
      clearFiles();
    },

    /** Removes the files of imports that were not started. */
    stop(): void {
      imports.clear();
      clearFiles();
    },
  };
}
