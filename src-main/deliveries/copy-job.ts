/** Sends copies of all deliveries that match a filter, with limited concurrency and rate. */

import type { Chunk, JobKind, Jobs } from '#main/jobs/jobs.ts';
import { AppError } from '#main/kit/app-error.ts';
import type { Reader } from '#main/store/reader.ts';
import type { Store } from '#main/store/store.ts';
import { webhooksOf } from '#shared/connections/destination.ts';
import type { SkipReason } from '#shared/jobs/job.ts';
import type { IsUrlChosen } from './commands.ts';
import type { Copies } from './copies.ts';
import {
  deliveriesQueue,
  type FilterJob,
  type FilterParams,
  nextDeliveries,
  type RowCursor,
  showFilterJob,
} from './filter.ts';
import type { JobRequest, JobRequests } from './job-requests.ts';
import { currentWebhooks } from './state-machine.ts';

export interface CopyJobTools {
  readonly store: Store;
  readonly reader: Reader;
  readonly jobs: Jobs;
  readonly requests: JobRequests;
  readonly copies: Pick<Copies, 'requestOf'>;
  readonly choiceOf: (jobId: number) => IsUrlChosen;
}

/** The copies of a delivery to the chosen URLs, or why there are none. */
type Prepared = readonly JobRequest[] | SkipReason;

/** Read even if fewer requests may start, because a rare choice skips most of them. */
const minDeliveries = 25;

/** Converts the error of a request to a skip reason. */
function reasonOf(error: AppError): SkipReason {
  const field = error.issues[0]?.path[0];
  if (field === 'url') return 'no_webhook';
  return field === 'secret' ? 'secret_unreadable' : 'no_request';
}

export function createCopyKind({
  store,
  reader,
  requests,
  copies,
  choiceOf,
}: CopyJobTools): JobKind<FilterParams, RowCursor> {
  function prepare(id: number, isChosen: IsUrlChosen): Prepared {
    const delivery = store.deliveries.get(id);
    const destination = delivery && store.destinations.get(delivery.destinationId);
    if (delivery === undefined || destination === undefined) return 'changed';
    if (delivery.bodyId === null) return 'no_request';
    if (webhooksOf(destination).length === 0) return 'no_webhook';
    const chosen = currentWebhooks(delivery, destination).filter((webhook) =>
      isChosen(webhook, destination.id),
    );
    if (chosen.length === 0) return 'not_chosen';
    try {
      return chosen.map(({ url }) => ({
        from: { deliveryId: id },
        request: copies.requestOf({ deliveryId: id, signing: 'valid', url }),
      }));
    } catch (error) {
      if (error instanceof AppError) return reasonOf(error);
      throw error;
    }
  }

  /** Sends the next copies, at most `limit`, and returns the new position. */
  async function sendChunk(
    job: FilterJob,
    chunk: Chunk<RowCursor>,
    limit: number,
  ): Promise<number> {
    const batch = await nextDeliveries(reader, job, {
      limit: Math.max(limit, minDeliveries),
      signal: chunk.signal,
    });
    const isChosen = choiceOf(job.id);
    const sent: JobRequest[] = [];
    const skipped: SkipReason[] = [];
    let done = 0;
    let cursor: RowCursor = { reached: batch.reached };
    let sentBefore = job.cursor.sentCopies ?? 0;
    for (const id of batch.ids) {
      const prepared = prepare(id, isChosen);
      if (typeof prepared === 'string') skipped.push(prepared);
      else {
        const left = prepared.slice(sentBefore);
        const fitting = left.slice(0, limit - sent.length);
        sent.push(...fitting);
        if (fitting.length < left.length) {
          cursor = { reached: id + 1, sentCopies: sentBefore + fitting.length };
          break;
        }
        done += 1;
      }
      sentBefore = 0;
    }
    await requests.send(job.id, chunk, sent, () => ({
      cursor,
      done,
      skipped,
      requests: sent.length,
      counts: { copies: sent.length },
    }));
    return cursor.reached;
  }

  return {
    name: 'copy',
    queue: deliveriesQueue,
    afterRestart: 'pause',
    chunkSize: 250,
    async step(job, chunk) {
      const limit = await requests.available(job.id, chunk);
      if (limit === 0) return;
      const reached = job.cursor.reached === 0 ? 0 : await sendChunk(job, chunk, limit);
      if (reached > 0) return;
      await requests.finished(job.id, chunk);
      if (chunk.signal.aborted) return;
      await store.write((tx) => chunk.advance(tx, () => ({ isLast: true })));
    },
    show: (job, progress) => showFilterJob('copy', job, progress),
  };
}
