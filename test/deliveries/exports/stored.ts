/** A store with deliveries written directly into it, and their exports. */
import { onTestFinished } from 'vitest';
import { createExports } from '#main/deliveries/exports/exports.ts';
import { createKnownSecrets } from '#main/settings/known-secrets.ts';
import { createReader } from '#main/store/reader.ts';
import { openStore, type Store } from '#main/store/store.ts';
import { type Destination, NewDestination } from '#shared/connections/destination.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { plainBox } from '#test/support/core-options.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { startLocalReader } from '#test/support/local-reader.ts';
import { createRecordedLog } from '#test/support/recorded-log.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

export const now = 1_800_000_000_000;

export function openExports() {
  const { log } = createRecordedLog();
  const store = openStore({
    dataFolder: temporaryFolder(),
    secretBox: plainBox,
    log,
    clock: () => null,
    committed: () => undefined,
  });
  const reader = createReader(store.file, log, startLocalReader);
  onTestFinished(async () => {
    await reader.close();
    await store.close();
  });
  const clock = new FakeClock();
  const exports = createExports({
    mockEndpoints: { find: () => undefined },
    store,
    knownSecrets: () => createKnownSecrets(store).get(),
    reader,
    clock,
    machineClock: clock,
    random: seededRandom(),
    version: '0.0.0-test',
  });
  return { store, exports, clock };
}

export interface StoredAttempt {
  readonly url: string;
  readonly headers: HeaderLines;
  readonly response: {
    readonly headers: HeaderLines;
    readonly body: Uint8Array;
  } | null;
  readonly detail?: string;
}

export interface StoredDelivery {
  readonly writeKey: string;
  readonly sharedSecret: string;
  readonly webhooks: Destination['webhooks'];
  readonly attempts: readonly StoredAttempt[];
  readonly body: string;
}

const timings = { dnsMs: 1, connectMs: 2, tlsMs: null, waitMs: 3, bodyMs: 4, totalMs: 10 };

/** `count` times the same delivery, each with its own message, numbered from `first`. */
export function storeDeliveries(
  store: Store,
  given: StoredDelivery,
  count = 1,
  first = 1,
): Promise<void> {
  return store.write((tx) => {
    store.sources.put(tx, {
      id: 'src_1',
      name: 'Web',
      writeKey: given.writeKey,
      enabled: true,
      createdAt: now,
      updatedAt: now,
    });
    store.destinations.put(tx, {
      ...NewDestination.parse({ name: 'Hooks', sourceIds: ['src_1'] }),
      sharedSecret: given.sharedSecret,
      webhooks: [...given.webhooks],
      id: 'dst_1',
      createdAt: now,
      updatedAt: now,
    });
    for (let number = first; number < first + count; number += 1)
      storeOne(store, tx, given, number);
  });
}

type Tx = Parameters<Parameters<Store['write']>[0]>[0];

function storeOne(store: Store, tx: Tx, { body, attempts }: StoredDelivery, number: number): void {
  const messageRowId = store.messages.insert(tx, {
    messageId: `m${number}`,
    sourceId: 'src_1',
    type: 'track',
    label: 'Order Completed',
    userId: 'u1',
    anonymousId: null,
    timestamp: '2026-11-20T08:00:00.000Z',
    receivedAt: now,
    deliveryCount: 1,
    origin: { kind: 'sdk', id: null },
    request: {
      method: 'POST',
      path: '/v1/track',
      headers: [],
      remoteAddress: '127.0.0.1',
      bodyBytes: 2,
      batchIndex: null,
    },
    receivedText: '{}',
    normalizedText: '{}',
  });
  const bodyId = store.deliveries.insertBody(tx, Buffer.from(body));
  const delivery = store.deliveries.insert(tx, {
    messageRowId: messageRowId ?? 0,
    destinationId: 'dst_1',
    origin: { kind: 'sdk', id: null },
    notSent: null,
    bodyId,
    bodyBytes: Buffer.byteLength(body),
    numberPrecision: false,
    now,
  });
  for (const { url, headers, response, detail } of attempts)
    store.attempts.insert(tx, {
      deliveryId: delivery.id,
      url,
      round: 1,
      windowRound: 1,
      startedAt: now,
      requestHeaders: headers,
      response: response && {
        status: 200,
        headers: response.headers,
        body: response.body,
        bodyBytes: response.body.length,
        truncated: false,
      },
      result:
        response === null
          ? { outcome: 'failed', code: 'network_error', params: { detail: detail ?? 'failed' } }
          : { outcome: 'accepted', code: null, params: {} },
      timings,
    });
}
