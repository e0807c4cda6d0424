/**
 * Sends the requests of an import with limited concurrency and rate. Each is stored as a resend.
 */

import { createRateLimiter } from '../../clock/rate-limiter.ts';
import { until } from '../../clock/until.ts';
import type { ResendRequest } from '../../deliveries/resend-request.ts';
import type { Resends } from '../../deliveries/resends.ts';
import type { Clock } from '../../ports.ts';
import { commit } from '../../store/commit.ts';
import type { ResendAttempt } from '../../store/resends.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/write-queue.ts';
import type { Sending } from './requests.ts';
import type { Spool } from './spool.ts';

export interface SendTools {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  /** Rates use real time because they load real sockets. */
  readonly machineClock: Clock;
  readonly resends: Pick<Resends, 'insertResend' | 'finish'>;
}

interface SendAll {
  readonly importId: string;
  readonly file: string;
  readonly spool: Spool;
  readonly build: Sending['build'];
  readonly perSecond: number | undefined;
  /** Number of requests, from the start of the file, that were already sent. */
  readonly skip: number;
  /** Numbers of already sent requests to send again. */
  readonly again: ReadonlySet<number>;
  readonly signal: AbortSignal;
  /** Called within the write that stores a request or its response. */
  readonly record: {
    readonly sent: (tx: Tx, number: number) => void;
    readonly countOutcome: (tx: Tx, kind: AttemptOutcome) => void;
  };
  /** Called after the commit. */
  readonly sent: (number: number) => void;
  readonly countOutcome: (kind: AttemptOutcome) => void;
}

export type AttemptOutcome = ResendAttempt['result']['outcome'];

/**
 * Resolves when all requests have a response, or after an abort, when those in flight do. Throws if
 * storing fails: no further requests are sent, and missing responses are stored once the disk
 * allows it.
 */
export async function sendAll(tools: SendTools, all: SendAll): Promise<void> {
  const { store, clock, machineClock, resends } = tools;
  const { importId, file, spool, build, perSecond, skip, again, signal, record } = all;
  const { sent, countOutcome } = all;
  const inFlight = new Set<Promise<void>>();
  const limiter = createRateLimiter(machineClock, perSecond ?? null);
  const problems: unknown[] = [];

  async function send(request: ResendRequest, entry: number, number: number): Promise<void> {
    const { value: id, unsynced } = await commit(store, (tx) => {
      record.sent(tx, number);
      tx.whenCommitted(() => sent(number));
      const imported = { file, entry, importId, number };
      return resends.insertResend(tx, { imported }, request, clock.now());
    });
    // The request is committed and sent, but no further one is.
    if (unsynced !== undefined) problems.push(unsynced);
    await finish(id, request);
  }

  /** Throws if the response can't be stored at the first attempt. */
  async function finish(id: number, request: ResendRequest): Promise<void> {
    const { promise: isNotStored, reject: notStored } = Promise.withResolvers<never>();
    let kind: AttemptOutcome = 'failed';
    const finished = resends.finish(id, request, {
      alongside: (tx, { result }) => {
        record.countOutcome(tx, result.outcome);
        kind = result.outcome;
      },
      notStored,
    });
    await Promise.race([finished.then(() => countOutcome(kind)), isNotStored]);
  }

  /** Waits until the rate and concurrency allow another request. */
  async function freeSlot(): Promise<void> {
    while (!signal.aborted && limiter.available() < 1)
      await until(machineClock, limiter.nextAt(), signal);
    while (!signal.aborted && inFlight.size >= store.settings.get().webhookConcurrency)
      await Promise.race(inFlight);
  }

  let passed = 0;
  for await (const { request, entry } of requestsOf(spool, build)) {
    passed += 1;
    if (passed <= skip && !again.has(passed)) continue;
    await freeSlot();
    if (signal.aborted || problems.length > 0) break;
    limiter.consume(1);
    const ended = send(request, entry, passed)
      .catch((error: unknown) => void problems.push(error))
      .finally(() => inFlight.delete(ended));
    inFlight.add(ended);
  }
  await Promise.all(inFlight);
  if (problems.length > 0) throw problems[0];
}

async function* requestsOf(spool: Spool, build: Sending['build']) {
  for await (const entry of spool.read())
    for (const request of build(entry)) yield { request, entry: entry.number };
}
