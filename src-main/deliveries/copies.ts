/**
 * Copies of deliveries and of requests in a mock endpoint's log: sent once, stored with their response, not in the
 * ledger.
 */

import type { VirtualClock } from '#main/clock/virtual-clock.ts';
import { notFound } from '#main/kit/app-error.ts';
import type { Log } from '#main/kit/ports.ts';
import { type Sandbox, withTime } from '#main/kit/sandbox.ts';
import { toBytes } from '#main/store/bytes.ts';
import { commit, storeRetryMs } from '#main/store/commit.ts';
import type { CopyAttempt } from '#main/store/copies.ts';
import type { Store } from '#main/store/store.ts';
import type { Tx } from '#main/store/write-queue.ts';
import type {
  CopyDetail,
  CopyEdit,
  CopyPreview,
  ReceivedCopyEdit,
  ReceivedFrom,
} from '#shared/deliveries/copy.ts';
import type { CopyQuery } from '#shared/deliveries/operations.ts';
import type { ByRowId } from '#shared/kit/entity.ts';
import type { PageRequest } from '#shared/kit/page.ts';
import { type CopyRequest, requestOf } from './copy-request.ts';
import { type FindMock, receivedRequestOf } from './received-request.ts';

/** Runs within the write that stores a response. */
type ExtraWrite = (tx: Tx, result: CopyAttempt) => void;

/** Origin of a copy. */
export type CopyOrigin = { readonly deliveryId: number } | { readonly received: ReceivedFrom };

interface CopyTools {
  readonly store: Store;
  readonly clock: VirtualClock;
  readonly mockEndpoints: { readonly find: FindMock };
  /** Sends one request over a new connection, with the limits of an attempt (D26, D30). */
  readonly send: (request: CopyRequest) => Promise<CopyAttempt>;
  readonly log: Log;
  readonly sandbox: Sandbox | null;
}

function previewOf({
  method,
  url,
  headers,
  body,
  rules: _rules,
  ...signature
}: CopyRequest): CopyPreview {
  return {
    request: { method, url, headers },
    body: toBytes(body, body.length, false),
    ...signature,
  };
}

export type Copies = ReturnType<typeof createCopies>;

export function createCopies({ store, clock, mockEndpoints, send, log, sandbox }: CopyTools) {
  const pending = new Set<Promise<unknown>>();
  let stopped = false;

  function requestNow(edit: CopyEdit): CopyRequest {
    const now = clock.now();
    const request = requestOf(store, now, edit);
    return { ...request, headers: withTime(request.headers, sandbox, now) };
  }

  function get(id: number): CopyDetail {
    const copy = store.copies.detail(id);
    if (copy === undefined) throw notFound('copy');
    return copy;
  }

  async function sendOnce(request: CopyRequest): Promise<CopyAttempt> {
    const endBusy = clock.busy();
    return send(request).finally(endBusy);
  }

  /** Retries until the disk accepts it. After a stop, it counts as interrupted. */
  async function record(id: number, result: CopyAttempt, extraWrite?: ExtraWrite): Promise<void> {
    let isCommitted = false;
    for (;;) {
      try {
        return await store.write((tx) => {
          // Only the sync failed before. Syncing this write syncs the earlier one too.
          if (isCommitted) return;
          store.copies.finish(tx, id, result);
          extraWrite?.(tx, result);
          tx.whenCommitted(() => {
            isCommitted = true;
          });
        });
      } catch (error) {
        log.error("Can't store the response to a copy; retrying.", {
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
  const insertCopy = (tx: Tx, from: CopyOrigin, request: CopyRequest, sentAt: number): number =>
    store.copies.insert(tx, {
      ...{ deliveryId: null, received: null },
      ...from,
      ...request,
      sentAt,
    });

  /** Sends a stored request and stores its result. */
  const finish = (id: number, request: CopyRequest, extraWrite?: ExtraWrite): Promise<void> =>
    trackPending(sendOnce(request).then((result) => record(id, result, extraWrite)));

  async function run(from: CopyOrigin, request: CopyRequest): Promise<CopyDetail> {
    // A stored request is sent even if its sync failed. It is synced with the response.
    const { value: id } = await commit(store, (tx) => insertCopy(tx, from, request, clock.now()));
    await finish(id, request);
    return get(id);
  }

  return {
    get: ({ id }: ByRowId) => get(id),
    requestOf: requestNow,
    insertCopy,
    finish,

    list({ deliveryId, limit, cursor }: CopyQuery) {
      if (store.deliveries.get(deliveryId) === undefined) throw notFound('delivery');
      return store.copies.page(deliveryId, limit, cursor);
    },

    listAll: ({ limit, cursor }: PageRequest) => store.copies.pageOfAll(limit, cursor),

    preview: (edit: CopyEdit): CopyPreview => previewOf(requestNow(edit)),

    previewReceived: (edit: ReceivedCopyEdit): CopyPreview =>
      previewOf(receivedRequestOf(store, clock.now(), mockEndpoints.find, edit).request),

    /**
     * Resolves with the response once it is on disk. Continues even if the caller stops waiting.
     */
    async send(edit: CopyEdit): Promise<CopyDetail> {
      return trackPending(run({ deliveryId: edit.deliveryId }, requestNow(edit)));
    },

    async sendReceived(edit: ReceivedCopyEdit): Promise<CopyDetail> {
      const { from, request } = receivedRequestOf(store, clock.now(), mockEndpoints.find, edit);
      return trackPending(run({ received: from }, request));
    },

    /**
     * Marks copies that were in flight at the last shutdown as interrupted. They are not sent
     * again.
     */
    async recover(): Promise<void> {
      await store.write((tx) => store.copies.interrupt(tx));
    },

    /** Resolves when no copies are in flight. */
    async stop(): Promise<void> {
      stopped = true;
      await Promise.allSettled(pending);
    },
  };
}
