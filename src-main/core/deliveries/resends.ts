/**
 * Resends from a delivery or a receiver's log: sent once, stored with their response, and not in the ledger.
 */
import type { ResendQuery } from '#shared/contract/resends.ts';
import type { PageRequest } from '#shared/schemas/page.ts';
import type {
  ReceivedFrom,
  ReceivedResendEdit,
  ResendDetail,
  ResendEdit,
  ResendPreview,
} from '#shared/schemas/resend.ts';
import { notFound } from '../app-error.ts';
import type { ProductClock } from '../clock/product-clock.ts';
import type { Log } from '../ports.ts';
import { toBytes } from '../store/bytes.ts';
import { commit, storeRetryMs } from '../store/commit.ts';
import type { ResendAttempt } from '../store/resends.ts';
import type { Store } from '../store/store.ts';
import type { Tx } from '../store/write-queue.ts';
import { type FindReceiver, receivedRequestOf } from './received-request.ts';
import { type ResendRequest, requestOf } from './resend-request.ts';

/** Runs within the write that stores a response. */
type ExtraWrite = (tx: Tx, result: ResendAttempt) => void;

/** Origin of a resend. */
export type ResendOrigin = { readonly deliveryId: number } | { readonly received: ReceivedFrom };

interface ResendTools {
  readonly store: Store;
  readonly clock: ProductClock;
  readonly receive: { readonly find: FindReceiver };
  /** Sends one request over a new connection, with the limits of an attempt (D26, D30). */
  readonly send: (request: ResendRequest) => Promise<ResendAttempt>;
  readonly log: Log;
}

function previewOf({
  method,
  url,
  headers,
  body,
  rules: _rules,
  ...signature
}: ResendRequest): ResendPreview {
  return {
    request: { method, url, headers },
    body: toBytes(body, body.length, false),
    ...signature,
  };
}

export type Resends = ReturnType<typeof createResends>;

export function createResends({ store, clock, receive, send, log }: ResendTools) {
  const pending = new Set<Promise<unknown>>();
  let stopped = false;

  function get(id: number): ResendDetail {
    const resend = store.resends.detail(id);
    if (resend === undefined) throw notFound('resend');
    return resend;
  }

  async function sendOnce(request: ResendRequest): Promise<ResendAttempt> {
    const endBusy = clock.busy();
    return send(request).finally(endBusy);
  }

  /** Retries until the disk accepts it. After a stop, it counts as interrupted. */
  async function record(id: number, result: ResendAttempt, extraWrite?: ExtraWrite): Promise<void> {
    let isCommitted = false;
    for (;;) {
      try {
        return await store.write((tx) => {
          // Only the sync failed before. Syncing this write syncs the earlier one too.
          if (isCommitted) return;
          store.resends.finish(tx, id, result);
          extraWrite?.(tx, result);
          tx.whenCommitted(() => {
            isCommitted = true;
          });
        });
      } catch (error) {
        log.error("Can't store the response to a resend; retrying.", {
          error,
        });
        if (stopped) throw error;
        await new Promise((resolve) => setTimeout(resolve, storeRetryMs));
      }
    }
  }

  /** Makes shutdown wait for this work. */
  async function trackPending<T>(work: Promise<T>): Promise<T> {
    pending.add(work);
    return work.finally(() => pending.delete(work));
  }

  /** Stores a request as being sent and returns its row number. */
  const insertResend = (
    tx: Tx,
    from: ResendOrigin,
    request: ResendRequest,
    sentAt: number,
  ): number =>
    store.resends.insert(tx, {
      ...{ deliveryId: null, received: null },
      ...from,
      ...request,
      sentAt,
    });

  /** Sends a stored request and stores its result. */
  const finish = (id: number, request: ResendRequest, extraWrite?: ExtraWrite): Promise<void> =>
    trackPending(sendOnce(request).then((result) => record(id, result, extraWrite)));

  async function run(from: ResendOrigin, request: ResendRequest): Promise<ResendDetail> {
    // A stored request is sent even if its sync failed. It is synced with the response.
    const { value: id } = await commit(store, (tx) => insertResend(tx, from, request, clock.now()));
    await finish(id, request);
    return get(id);
  }

  return {
    get,
    requestOf: (edit: ResendEdit): ResendRequest => requestOf(store, clock.now(), edit),
    insertResend,
    finish,

    page({ deliveryId, limit, cursor }: ResendQuery) {
      if (store.deliveries.get(deliveryId) === undefined) throw notFound('delivery');
      return store.resends.page(deliveryId, limit, cursor);
    },

    pageOfAll: ({ limit, cursor }: PageRequest) => store.resends.pageOfAll(limit, cursor),

    preview: (edit: ResendEdit): ResendPreview => previewOf(requestOf(store, clock.now(), edit)),

    previewReceived: (edit: ReceivedResendEdit): ResendPreview =>
      previewOf(receivedRequestOf(store, clock.now(), receive.find, edit).request),

    /**
     * Resolves with the response once it is on disk. Continues even if the caller stops waiting.
     */
    async send(edit: ResendEdit): Promise<ResendDetail> {
      return trackPending(
        run({ deliveryId: edit.deliveryId }, requestOf(store, clock.now(), edit)),
      );
    },

    async sendReceived(edit: ReceivedResendEdit): Promise<ResendDetail> {
      const { from, request } = receivedRequestOf(store, clock.now(), receive.find, edit);
      return trackPending(run({ received: from }, request));
    },

    /**
     * Marks resends that were in flight at the last shutdown as interrupted. They are not sent
     * again.
     */
    async recover(): Promise<void> {
      await store.write((tx) => store.resends.interrupt(tx));
    },

    /** Resolves when no resends are in flight. */
    async stop(): Promise<void> {
      stopped = true;
      await Promise.allSettled(pending);
    },
  };
}
