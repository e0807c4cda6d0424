/** Resending in bulk: bounded in number and rate, each request noted with how far the run is. */
import type { BulkReason } from '#shared/schemas/bulk.ts';
import { AppError } from '../app-error.ts';
import { createPace, type Pace } from '../clock/pace.ts';
import { until } from '../clock/until.ts';
import type { ResendRequest } from '../deliveries/resend-request.ts';
import type { Resends } from '../deliveries/resends.ts';
import type { Clock } from '../ports.ts';
import type { Reader } from '../reader.ts';
import type { StoredBulkRun } from '../store/bulk-runs.ts';
import { commit } from '../store/commit.ts';
import type { Store } from '../store/store.ts';
import { nextOf } from './step.ts';

export interface ResendTools {
  readonly store: Store;
  readonly reader: Reader;
  readonly clock: Pick<Clock, 'now'>;
  /** Rates are of real time: they load real sockets. */
  readonly machineClock: Clock;
  readonly resends: Pick<Resends, 'requestOf' | 'note' | 'finish'>;
}

type Prepared =
  | { readonly id: number; readonly request: ResendRequest }
  | { readonly id: number; readonly reason: BulkReason };

/** The field that a request cannot be made of, as the reason for leaving a delivery out. */
function reasonOf(refusal: AppError): BulkReason {
  const field = refusal.issues[0]?.path[0];
  if (field === 'url') return 'no_webhook';
  return field === 'secret' ? 'secret_unreadable' : 'no_request';
}

export function createResending({ store, reader, clock, machineClock, resends }: ResendTools) {
  const underWay = new Set<Promise<void>>();

  function prepare(id: number): Prepared {
    try {
      return { id, request: resends.requestOf({ deliveryId: id, signing: 'valid' }) };
    } catch (error) {
      if (error instanceof AppError) return { id, reason: reasonOf(error) };
      throw error;
    }
  }

  async function send(runId: number, resendId: number, request: ResendRequest): Promise<void> {
    await resends.finish(resendId, request, {
      alongside: (tx, { result }) => store.bulkRuns.answered(tx, runId, result.outcome),
    });
  }

  function begin(runId: number, resendId: number, request: ResendRequest): void {
    // Rejected only when the program ends before the answer could be stored: then it counts as cut off.
    const ended = send(runId, resendId, request)
      .catch(() => undefined)
      .finally(() => underWay.delete(ended));
    underWay.add(ended);
  }

  /** Notes the next requests and makes them. Tells how many it made and whether there may be more. */
  async function takeSome(run: StoredBulkRun, limit: number, signal: AbortSignal) {
    const found = await nextOf(reader, run, limit, signal);
    const prepared = found.ids.map(prepare);
    const { value: noted, unsynced } = await commit(store, (tx) => {
      const current = store.bulkRuns.get(run.id);
      if (current?.state !== 'running') return [];
      const now = clock.now();
      const requests = prepared.flatMap((one) =>
        'request' in one
          ? [
              {
                request: one.request,
                resendId: resends.note(tx, { deliveryId: one.id }, one.request, now),
              },
            ]
          : [],
      );
      store.bulkRuns.advance(tx, current, {
        reached: found.reached,
        done: requests.length,
        sending: 0,
        skipped: prepared.flatMap((one) => ('reason' in one ? [one.reason] : [])),
      });
      return requests;
    });
    // What was noted is made, even where it could not be synced yet; nothing more goes out then.
    for (const { resendId, request } of noted) begin(run.id, resendId, request);
    if (unsynced !== undefined) throw unsynced;
    return { made: noted.length, more: found.nextCursor !== null };
  }

  /** Resolves when another one may be made: one has been answered, or the rate allows it. */
  const roomAgain = (pace: Pace, signal: AbortSignal): Promise<void> =>
    pace.room() < 1
      ? until(machineClock, pace.nextAt(), signal)
      : new Promise((resolve) => {
          const done = () => {
            signal.removeEventListener('abort', done);
            resolve();
          };
          signal.addEventListener('abort', done);
          if (signal.aborted) return done();
          void Promise.race(underWay).then(done);
        });

  return {
    /** Makes all requests that are left, until the run is not to go on. */
    async goOn(id: number, signal: AbortSignal): Promise<void> {
      const pace = createPace(machineClock, store.bulkRuns.get(id)?.perSecond ?? null);
      for (;;) {
        const run = store.bulkRuns.get(id);
        if (signal.aborted || run?.state !== 'running') break;
        const free = store.settings.get().webhookConcurrency - underWay.size;
        const room = Math.min(free, pace.room());
        if (room < 1) {
          await roomAgain(pace, signal);
          continue;
        }
        const step = await takeSome(run, room, signal);
        pace.took(step.made);
        if (!step.more) break;
      }
      await Promise.all(underWay);
    },
  };
}
