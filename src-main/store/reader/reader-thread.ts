/**
 * Runs long reads on a thread with its own read-only connection, so that deliveries aren't delayed.
 * A read sees everything committed before it was requested.
 */
import { Worker } from 'node:worker_threads';
import { AppError } from '#main/kit/app-error.ts';
import type { Log } from '#main/kit/ports.ts';
import { errorOf, type ReaderReply, type ReaderRequest } from './protocol.ts';
import type { Reading, Reads } from './reading.ts';

type QueryOf<Read> = Read extends (query: infer Query) => unknown ? Query : never;
type ResultOf<Read> = Read extends (
  query: never,
) => Reading<infer Result, unknown> | Promise<infer Result>
  ? Result
  : never;
type ItemOf<Read> = Read extends (query: never) => Reading<unknown, infer Item> ? Item : never;

export interface ReaderThread<All extends Reads> {
  /**
   * Runs a read and returns its result. Aborting rejects with the signal's reason and stops the
   * read.
   */
  run<Name extends keyof All & string>(
    name: Name,
    query: QueryOf<All[Name]>,
    signal?: AbortSignal,
  ): Promise<ResultOf<All[Name]>>;
  /** Yields items on demand and returns the result. The read pauses between items. */
  stream<Name extends keyof All & string>(
    name: Name,
    query: QueryOf<All[Name]>,
    signal?: AbortSignal,
  ): AsyncGenerator<ItemOf<All[Name]>, ResultOf<All[Name]>, void>;
  isReading(): boolean;
  /** Rejects all running reads. Resolves when the thread has closed the file. */
  close(): Promise<void>;
}

/** Exports and statistics use a few MB. More indicates unbounded growth. */
const workerLimits = { maxOldGenerationSizeMb: 512 };

const unavailable = (): AppError =>
  new AppError('unavailable', 'The read was interrupted. Try again.');

/** The part of a worker that is used. */
export interface ReaderWorker {
  postMessage(request: ReaderRequest): void;
  on(event: 'message', listener: (reply: ReaderReply) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'exit', listener: () => void): unknown;
}

/** What a thread reads: a database, of the data folder or of a run archive, or scenario files. */
export type ThreadTask =
  | { readonly kind: 'data' | 'run'; readonly databaseFile: string }
  | { readonly kind: 'scenarios' };

/** How the thread starts, which then reads this database. */
export type StartReader = (databaseFile: string) => ReaderWorker;

export const startThread = (workerFile: URL, task: ThreadTask): ReaderWorker =>
  new Worker(workerFile, { workerData: task, resourceLimits: workerLimits });

/** Starts the thread on first use and after a crash. */
export function createReaderThread<All extends Reads>(
  startWorker: () => ReaderWorker,
  log: Log,
): ReaderThread<All> {
  /** Running reads by ID. */
  const pendingReplies = new Map<number, PromiseWithResolvers<ReaderReply>>();
  let worker: ReaderWorker | null = null;
  let isClosed = false;
  let lastId = 0;

  function failAll(): void {
    for (const { reject } of pendingReplies.values()) reject(unavailable());
    pendingReplies.clear();
  }

  function start(): ReaderWorker {
    if (isClosed) throw unavailable();
    const started = startWorker();
    started.on('message', (reply: ReaderReply) => {
      pendingReplies.get(reply.id)?.resolve(reply);
      pendingReplies.delete(reply.id);
    });
    started.on('error', (error) =>
      log.error('The thread for lists and searches failed; it restarts with the next request.', {
        error,
      }),
    );
    started.once('exit', () => {
      worker = null;
      failAll();
    });
    return started;
  }

  function send(
    thread: ReaderWorker,
    request: ReaderRequest & { readonly id: number },
  ): Promise<ReaderReply> {
    // The read started on a thread that has failed.
    if (thread !== worker) throw unavailable();
    const reply = Promise.withResolvers<ReaderReply>();
    pendingReplies.set(request.id, reply);
    thread.postMessage(request);
    return reply.promise;
  }

  async function* stream(
    name: string,
    query: unknown,
    signal?: AbortSignal,
  ): AsyncGenerator<unknown, unknown, void> {
    signal?.throwIfAborted();
    lastId += 1;
    const id = lastId;
    worker ??= start();
    const thread = worker;
    let isFinished = false;
    const abort = (): void => pendingReplies.get(id)?.reject(signal?.reason);
    signal?.addEventListener('abort', abort);
    try {
      let reply = await send(thread, { kind: 'start', id, name, query });
      for (; reply.kind === 'item'; reply = await send(thread, { kind: 'next', id })) {
        yield reply.item;
        signal?.throwIfAborted();
      }
      isFinished = true;
      if (reply.kind === 'failed') throw errorOf(reply.failure);
      return reply.result;
    } finally {
      signal?.removeEventListener('abort', abort);
      pendingReplies.delete(id);
      if (!isFinished && thread === worker)
        thread.postMessage({ kind: 'cancel', id } satisfies ReaderRequest);
    }
  }

  async function run(name: string, query: unknown, signal?: AbortSignal): Promise<unknown> {
    const items = stream(name, query, signal);
    let step = await items.next();
    while (!step.done) step = await items.next();
    return step.value;
  }

  return {
    // Both sides use the same table of reads as their types; the messages between them are untyped.
    run: run as ReaderThread<All>['run'],
    stream: stream as ReaderThread<All>['stream'],
    isReading: () => pendingReplies.size > 0,
    async close() {
      isClosed = true;
      const closing = worker;
      if (closing === null) return;
      failAll();
      const exited = new Promise<void>((resolve) => closing.once('exit', resolve));
      closing.postMessage({ kind: 'close' } satisfies ReaderRequest);
      await exited;
    },
  };
}
