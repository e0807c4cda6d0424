/** Makes the requests of an import, bounded in number and rate, each kept as a request made by hand. */
import type { Clock } from '../ports.ts';
import type { HandMadeRequest } from '../resend/request.ts';
import type { Resends } from '../resend/resends.ts';
import type { ResendResult } from '../store/resends.ts';
import type { Store } from '../store/store.ts';
import type { Sending } from './requests.ts';
import type { Spool } from './spool.ts';

export interface SendTools {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  /** Rates are of real time: they load real sockets. */
  readonly machineClock: Clock;
  readonly resends: Pick<Resends, 'note' | 'finish'>;
}

interface SendAll {
  readonly file: string;
  readonly spool: Spool;
  readonly make: Sending['make'];
  readonly perSecond: number | undefined;
  readonly signal: AbortSignal;
  readonly sent: () => void;
  readonly answered: (kind: ResendResult['verdict']['kind']) => void;
}

const until = (clock: Clock, time: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.at(Math.ceil(time), done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });

/** Resolves when all were answered, or, after an abort, those that were on their way. */
export async function sendAll(tools: SendTools, all: SendAll): Promise<void> {
  const { store, clock, machineClock, resends } = tools;
  const { file, spool, make, perSecond, signal, sent, answered } = all;
  const underWay = new Set<Promise<void>>();
  const startedAt = machineClock.now();
  let count = 0;

  async function send(request: HandMadeRequest, entry: number): Promise<void> {
    const id = await store.write((tx) =>
      resends.note(tx, { imported: { file, entry } }, request, clock.now()),
    );
    sent();
    let kind: ResendResult['verdict']['kind'] = 'failed';
    await resends.finish(id, request, (_tx, { verdict }) => {
      kind = verdict.kind;
    });
    answered(kind);
  }

  /** One more may be made: at the asked rate, and not too many at once. */
  async function room(): Promise<void> {
    if (perSecond !== undefined)
      await until(machineClock, startedAt + (count * 1_000) / perSecond, signal);
    while (!signal.aborted && underWay.size >= store.settings.get().webhookConcurrency)
      await Promise.race(underWay);
  }

  const problems: unknown[] = [];
  for await (const { request, number } of requestsOf(spool, make)) {
    await room();
    if (signal.aborted || problems.length > 0) break;
    count += 1;
    const ended = send(request, number)
      .catch((error: unknown) => void problems.push(error))
      .finally(() => underWay.delete(ended));
    underWay.add(ended);
  }
  await Promise.all(underWay);
  if (problems.length > 0) throw problems[0];
}

async function* requestsOf(spool: Spool, make: Sending['make']) {
  for await (const entry of spool.read())
    for (const request of make(entry)) yield { request, number: entry.number };
}
