/**
 * Resends requests from a file. The file is read in pieces and planned, and sent only on request
 * and only to the selected target.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  AppendToResendImport,
  NewResendImport,
  ResendImport,
  ResumeResendImport,
  StartResendImport,
} from '#shared/schemas/resend-import.ts';
import { AppError, fieldError } from '../../app-error.ts';
import type { Clock, Log, Random } from '../../ports.ts';
import { randomText } from '../../random-id.ts';
import { commit, storageProblem } from '../../store/commit.ts';
import type { FileEntry } from './entry.ts';
import { createKnownImports, type Import } from './known-imports.ts';
import { createPlan } from './plan.ts';
import { createFileReader } from './read-file.ts';
import { createSending, type Sending } from './requests.ts';
import { type SendTools, sendAll } from './send-all.ts';
import { clearSpools, createSpool } from './spool.ts';
import { watchProgress } from './watch-progress.ts';

/** Characters processed per event loop turn: ten milliseconds if every line is invalid. */
const charactersPerRead = 4_096;

interface Tools extends SendTools {
  readonly machineClock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly dataFolder: string;
}

const noProgress = {
  state: 'reading',
  format: null,
  toSend: 0,
  sent: 0,
  delivered: 0,
  failed: 0,
  blocked: 0,
  interrupted: 0,
  startedAt: null,
  problem: null,
} as const;

export function createResendImports(tools: Tools) {
  const { random, log, dataFolder, clock, store } = tools;
  const known = createKnownImports(tools);
  const sending = new Set<Promise<void>>();
  let stopping = false;

  /** Without these entries, the import would be incomplete. */
  function fail(one: Import, error: unknown): never {
    log.error("Can't store the file of an import.", { error });
    known.drop(one);
    throw new AppError('unavailable', "Can't store the file.", {
      fix: 'Check free disk space and write permissions, then import the file again.',
    });
  }

  async function append(one: Import, { text, last }: AppendToResendImport): Promise<ResendImport> {
    const { reading } = one;
    if (one.progress.state !== 'reading' || reading === null)
      throw new AppError('conflict', 'The last piece of the file was already appended.', {
        fix: 'Start a new import for another file.',
      });
    const entries: { number: number; read: FileEntry }[] = [];
    for (let at = 0; at === 0 || at < text.length; at += charactersPerRead) {
      const isEnd = at + charactersPerRead >= text.length;
      for (const entry of reading.reader.append(
        text.slice(at, at + charactersPerRead),
        last && isEnd,
      )) {
        reading.plan.add(entry);
        const { number, read } = entry;
        if (read.kind === 'entry') entries.push({ number, read });
      }
      await nextTurn();
    }
    await one.spool.add(entries).catch((error) => fail(one, error));
    const { format } = reading.reader;
    const state = last ? { state: 'planned' as const } : {};
    return known.update(one, { format, ...reading.plan.summary(), ...state });
  }

  /** Ends an import that can't be resumed. */
  async function end(one: Import, state: 'done' | 'cancelled'): Promise<void> {
    known.update(one, { state });
    await remove(one.progress.id);
    await known.removeSpool(one);
  }

  /** If this fails, the next start removes it. Nothing remains to be sent. */
  const remove = (id: string): Promise<void> =>
    store
      .write((tx) => store.resendImports.remove(tx, id))
      .catch((error) => log.warn("Can't store that an import has ended.", { error }));

  /**
   * Keeps the import if requests were interrupted. They can be sent again until it is cancelled.
   */
  async function endRun(one: Import, isAborted: boolean): Promise<void> {
    const { sent, toSend, interrupted } = one.progress;
    const isRestSent = sent === toSend || !isAborted;
    if (isRestSent && interrupted === 0) await end(one, 'done');
    else if (!isAborted || stopping) known.update(one, { state: 'interrupted' });
    else await end(one, 'cancelled');
  }

  async function run(
    one: Import,
    start: StartResendImport,
    build: Sending['build'],
    again: readonly number[] = [],
  ) {
    const { id, name, sent: skip } = one.progress;
    const { signal } = one.cancel;
    try {
      await sendAll(tools, {
        importId: id,
        file: name,
        spool: one.spool,
        build,
        perSecond: start.perSecond,
        skip,
        again: new Set(again),
        signal,
        record: {
          sent: (tx, number) =>
            number > skip
              ? store.resendImports.sent(tx, id, number)
              : store.resends.sentAgain(tx, id, number),
          countOutcome: (tx, kind) => store.resendImports.countOutcome(tx, id, kind),
        },
        sent: (number) =>
          known.update(
            one,
            number > skip
              ? { sent: one.progress.sent + 1 }
              : { interrupted: one.progress.interrupted - 1 },
          ),
        countOutcome: (kind) => known.update(one, { [kind]: one.progress[kind] + 1 }),
      });
      await endRun(one, signal.aborted);
    } catch (error) {
      log.error('An import was interrupted.', { error });
      known.update(one, { state: 'interrupted', problem: storageProblem(error) });
    }
  }

  /** Makes shutdown wait for this work. */
  function waitFor(work: Promise<void>): void {
    const waited = work.finally(() => sending.delete(waited));
    sending.add(waited);
  }

  /** After this commit, the import can be resumed even after a restart. */
  async function storeStart(one: Import, start: StartResendImport): Promise<boolean> {
    const { progress } = one;
    try {
      await commit(store, (tx) => store.resendImports.insert(tx, { progress, start }));
      one.start = start;
      return true;
    } catch (error) {
      log.error("Can't store the start of an import.", { error });
      known.update(one, { state: 'planned', toSend: 0, startedAt: null });
      if (one.cancel.signal.aborted) known.drop(one);
      else known.touch(one);
      return false;
    }
  }

  return {
    create({ name }: NewResendImport): ResendImport {
      known.reserve();
      const id = `rim_${randomText(random, 12)}`;
      const plan = createPlan();
      const one: Import = {
        progress: { id, name, ...noProgress, ...plan.summary() },
        reading: { reader: createFileReader(), plan },
        start: null,
        spool: createSpool(dataFolder, id),
        cancel: new AbortController(),
        last: Promise.resolve(),
        followers: new Set(),
        save: () => undefined,
      };
      known.add(one);
      known.touch(one);
      return one.progress;
    },

    /** Processes pieces in order. Resolves when the piece is stored. */
    append(piece: AppendToResendImport): Promise<ResendImport> {
      const one = known.find(piece.id);
      known.touch(one);
      const appended = one.last.then(() => {
        if (!known.has(one)) known.find(piece.id);
        return append(one, piece);
      });
      one.last = appended.catch(() => undefined);
      return appended;
    },

    get: (id: string): ResendImport => known.find(id).progress,

    /** Newest first. */
    list: (): ResendImport[] =>
      known
        .all()
        .map(({ progress }) => progress)
        .reverse(),

    /**
     * Resolves when the start is stored. If that fails, nothing is sent and the import stays
     * planned.
     */
    async start(request: StartResendImport): Promise<ResendImport> {
      const one = known.find(request.id);
      const { state } = one.progress;
      if (state !== 'planned')
        throw new AppError(
          'conflict',
          state === 'reading'
            ? 'The file is incomplete. Append its last piece first.'
            : state === 'interrupted'
              ? 'It was interrupted: go on with it, or cancel it and read the file again.'
              : 'It was started before: read the file again to send it again.',
        );
      const { build, count } = createSending(store, one.progress, request);
      one.save();
      one.cancel = new AbortController();
      const progress = known.update(one, {
        state: 'sending',
        toSend: count,
        startedAt: clock.now(),
      });
      const startStored = storeStart(one, request);
      waitFor(startStored.then((isNoted) => (isNoted ? run(one, request, build) : undefined)));
      if (!(await startStored))
        throw new AppError('unavailable', 'Nothing was sent.', {
          fix: 'Check free disk space and write permissions, then start it again.',
        });
      return progress;
    },

    /** Sends the rest of an interrupted import, and resends interrupted requests if requested. */
    resume({ id, resendInterrupted }: ResumeResendImport): ResendImport {
      const one = known.find(id);
      if (one.progress.state !== 'interrupted' || one.start === null)
        throw new AppError('conflict', "Can't resume: the import was not interrupted.");
      const { sent, toSend, interrupted } = one.progress;
      if (!resendInterrupted && interrupted > 0 && sent === toSend)
        throw fieldError(
          ['resendInterrupted'],
          'Only interrupted requests are left.',
          'Set resendInterrupted to true to send them again, or cancel the import.',
        );
      const { build } = createSending(store, one.progress, one.start);
      const again = resendInterrupted ? store.resends.interruptedOf(id) : [];
      one.cancel = new AbortController();
      const progress = known.update(one, { state: 'sending', problem: null });
      waitFor(run(one, one.start, build, again));
      return progress;
    },

    /** Yields the current progress and all changes until the import has ended. */
    async *follow(id: string, signal?: AbortSignal): AsyncGenerator<ResendImport, void, void> {
      yield* watchProgress(known.find(id), signal);
    },

    /** Requests in flight are completed and stored. */
    async cancel(id: string): Promise<void> {
      const one = known.find(id);
      one.cancel.abort();
      if (one.progress.state === 'sending') return;
      if (one.progress.state === 'interrupted') await end(one, 'cancelled');
      known.drop(one);
    },

    /**
     * Restores interrupted imports after a restart, so that they can be resumed. Removes all
     * others.
     */
    async recover(): Promise<void> {
      const interrupted: ResendImport[] = [];
      for (const { progress: stored, start } of store.resendImports.all()) {
        const { id } = stored;
        const spool = createSpool(dataFolder, id);
        if (!spool.isThere()) {
          await remove(id);
          continue;
        }
        const progress: ResendImport = {
          ...stored,
          state: 'interrupted',
          interrupted: store.resends.interruptedOf(id).length,
        };
        interrupted.push(progress);
        known.add({
          progress,
          reading: null,
          start,
          spool,
          cancel: new AbortController(),
          last: Promise.resolve(),
          followers: new Set(),
          save: () => undefined,
        });
      }
      clearSpools(
        dataFolder,
        interrupted.map(({ id }) => id),
      );
      if (interrupted.length > 0)
        log.warn('An import was interrupted. Resume or cancel it.', {
          imports: interrupted.map(({ name, sent, toSend, interrupted: inFlight }) => ({
            name,
            sent,
            toSend,
            interrupted: inFlight,
          })),
        });
    },

    /** Resolves when no requests are in flight. */
    async stop(): Promise<void> {
      stopping = true;
      for (const one of known.all()) {
        one.save();
        one.cancel.abort();
      }
      await Promise.all(sending);
      clearSpools(
        dataFolder,
        store.resendImports.all().map(({ progress }) => progress.id),
      );
    },
  };
}
