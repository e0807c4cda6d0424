/**
 * Requests made by hand from a file. The file is read piece by piece, told what it would lead to, and
 * sent only when that is asked for, to where that is asked for.
 */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type {
  AppendToResendImport,
  BeginResendImport,
  ResendImport,
  StartResendImport,
} from '#shared/schemas/resend-import.ts';
import type { Log, Random } from '../ports.ts';
import { randomText } from '../random-id.ts';
import { Refusal } from '../refusal.ts';
import type { FileEntry } from './entry.ts';
import { createPlan, type Plan } from './plan.ts';
import { createFileReader, type FileReader } from './read-file.ts';
import { sendingOf } from './requests.ts';
import { type SendTools, sendAll } from './send-all.ts';
import { clearSpools, createSpool, type Spool } from './spool.ts';

/** Imports known at once; the one that waits longest makes room for a new one. */
const maxOpen = 16;

/** Characters read in one turn of the event loop: ten milliseconds, where each line is bad. */
const readAtOnce = 4_096;

/** Between two reports of one that is sending: more often nobody can read. */
const reportMs = 50;

interface Tools extends SendTools {
  readonly random: Random;
  readonly log: Log;
  readonly dataFolder: string;
}

interface Import {
  told: ResendImport;
  readonly reader: FileReader;
  readonly plan: Plan;
  readonly spool: Spool;
  readonly cancel: AbortController;
  /** Pieces are taken one after the other. */
  last: Promise<unknown>;
  readonly followers: Set<() => void>;
}

const nothingYet = {
  state: 'reading',
  format: null,
  toSend: 0,
  sent: 0,
  delivered: 0,
  failed: 0,
  refused: 0,
  startedAt: null,
  problem: null,
} as const;

export function createResendImports(tools: Tools) {
  const { random, log, dataFolder, clock, store } = tools;
  const open = new Map<string, Import>();
  const underWay = new Set<Promise<void>>();

  function find(id: string): Import {
    const found = open.get(id);
    if (found === undefined)
      throw new Refusal(
        'not_found',
        'This import is not there: it made room for others, or the program was started anew. Read the file again.',
      );
    return found;
  }

  function tell(one: Import, news: Partial<ResendImport>): ResendImport {
    one.told = { ...one.told, ...news };
    for (const wake of one.followers) wake();
    return one.told;
  }

  const forget = (one: Import): Promise<void> =>
    one.spool
      .remove()
      .catch((error) => log.warn('A file of an import could not be removed.', { error }));

  /** The one that waits longest, and is not sending. */
  function makeRoom(): void {
    if (open.size < maxOpen) return;
    const [id, oldest] = [...open].find(([, { told }]) => told.state !== 'sending') ?? [];
    if (id === undefined || oldest === undefined)
      throw new Refusal('conflict', 'Sixteen imports are sending: wait for one, or cancel one.');
    oldest.cancel.abort();
    open.delete(id);
    void oldest.last.then(() => forget(oldest));
  }

  /** What was read and could not be kept would be missing among what is sent. */
  function giveUp(one: Import, error: unknown): never {
    log.error('What was read of an import could not be kept.', { error });
    open.delete(one.told.id);
    void forget(one);
    throw new Refusal(
      'unavailable',
      'What was read could not be kept: see that the disk has space and can be written, and read the file again.',
    );
  }

  async function take(one: Import, { text, last }: AppendToResendImport): Promise<ResendImport> {
    const entries: { number: number; read: FileEntry }[] = [];
    for (let at = 0; at === 0 || at < text.length; at += readAtOnce) {
      const isEnd = at + readAtOnce >= text.length;
      for (const entry of one.reader.take(text.slice(at, at + readAtOnce), last && isEnd)) {
        one.plan.add(entry);
        const { number, read } = entry;
        if (read.kind === 'entry') entries.push({ number, read });
      }
      await nextTurn();
    }
    await one.spool.add(entries).catch((error) => giveUp(one, error));
    const { format } = one.reader;
    return tell(one, { format, ...one.plan.tell(), ...(last ? { state: 'planned' } : {}) });
  }

  async function run(
    one: Import,
    { perSecond }: StartResendImport,
    make: Parameters<typeof sendAll>[1]['make'],
  ) {
    const { signal } = one.cancel;
    try {
      await sendAll(tools, {
        file: one.told.name,
        spool: one.spool,
        make,
        perSecond,
        signal,
        sent: () => tell(one, { sent: one.told.sent + 1 }),
        answered: (kind) => tell(one, { [kind]: one.told[kind] + 1 }),
      });
      tell(one, { state: signal.aborted ? 'cancelled' : 'done' });
    } catch (error) {
      log.error('An import could not go on.', { error });
      tell(one, {
        state: 'cancelled',
        problem:
          'It could not go on: see that the disk has space and can be written. What was sent stands among the requests made by hand.',
      });
    }
    await forget(one);
  }

  return {
    begin({ name }: BeginResendImport): ResendImport {
      makeRoom();
      const id = `rim_${randomText(random, 12)}`;
      const plan = createPlan();
      const one: Import = {
        told: { id, name, ...nothingYet, ...plan.tell() },
        reader: createFileReader(),
        plan,
        spool: createSpool(dataFolder, id),
        cancel: new AbortController(),
        last: Promise.resolve(),
        followers: new Set(),
      };
      open.set(id, one);
      return one.told;
    },

    /** Takes one piece after the other; resolves when what was in it is noted. */
    append(piece: AppendToResendImport): Promise<ResendImport> {
      const one = find(piece.id);
      const taken = one.last.then(() => {
        if (open.get(piece.id) !== one) find(piece.id);
        if (one.told.state !== 'reading')
          throw new Refusal(
            'conflict',
            'The file has ended: begin another import for another file.',
          );
        return take(one, piece);
      });
      one.last = taken.catch(() => undefined);
      return taken;
    },

    get: (id: string): ResendImport => find(id).told,

    start(request: StartResendImport): ResendImport {
      const one = find(request.id);
      if (one.told.state !== 'planned')
        throw new Refusal(
          'conflict',
          one.told.state === 'reading'
            ? 'The file was not read to its end: append its last piece first.'
            : 'It was started before: read the file again to send it again.',
        );
      const { make, count } = sendingOf(store, one.told, request);
      const told = tell(one, { state: 'sending', toSend: count, startedAt: clock.now() });
      const running = run(one, request, make).finally(() => underWay.delete(running));
      underWay.add(running);
      return told;
    },

    /** How far it is, now and whenever that changes, until it has ended. */
    async *follow(id: string, signal?: AbortSignal): AsyncGenerator<ResendImport, void, void> {
      const one = find(id);
      for (;;) {
        const { promise, resolve: wake } = Promise.withResolvers<void>();
        one.followers.add(wake);
        const stop = (): void => wake();
        signal?.addEventListener('abort', stop);
        try {
          const { told } = one;
          yield told;
          if (told.state !== 'sending' || signal?.aborted) return;
          await promise;
        } finally {
          one.followers.delete(wake);
          signal?.removeEventListener('abort', stop);
        }
        await pause(reportMs);
      }
    },

    /** What is on its way is still answered and kept. */
    cancel(id: string): void {
      const one = find(id);
      one.cancel.abort();
      if (one.told.state === 'sending') return;
      open.delete(id);
      void one.last.then(() => forget(one));
    },

    /** Nothing is left of what an earlier run has read. */
    recover(): void {
      clearSpools(dataFolder);
    },

    /** Resolves when nothing is on its way any more. */
    async stop(): Promise<void> {
      for (const one of open.values()) one.cancel.abort();
      await Promise.all(underWay);
      clearSpools(dataFolder);
    },
  };
}
