/** Deliveries for tests of the interface, with defaults for all fields. */
import type { Attempt, DeliveryDetail, WebhookProgress } from '#shared/deliveries/delivery.ts';
import { defaultRetryPolicy } from '#shared/profiles/retry-policy.ts';

export const startAt = Date.UTC(2026, 10, 20, 9, 0, 0);

export function webhook(url: string, more: Partial<WebhookProgress> = {}): WebhookProgress {
  return {
    url,
    state: 'waiting',
    sending: false,
    reason: null,
    attempts: 0,
    windowAttempts: 0,
    lastStatus: null,
    lastResult: null,
    lastResultAt: null,
    accepted: false,
    nextAttemptAt: null,
    ...more,
  };
}

export function attempt(id: number, url: string, more: Partial<Attempt> = {}): Attempt {
  return {
    id,
    deliveryId: 7,
    url,
    round: 1,
    windowRound: 1,
    startedAt: startAt,
    request: { method: 'POST', url, headers: [] },
    response: null,
    result: { outcome: 'failed', code: 'timeout', params: {} },
    timings: {
      dnsMs: null,
      connectMs: null,
      tlsMs: null,
      waitMs: null,
      bodyMs: null,
      totalMs: 5_000,
    },
    ...more,
  };
}

export function delivery(more: Partial<DeliveryDetail> = {}): DeliveryDetail {
  return {
    id: 7,
    state: 'waiting',
    sending: false,
    type: 'track',
    label: 'Order Completed',
    messageRowId: 3,
    sync: null,
    messageId: 'msg_1',
    sourceId: 'src_1',
    sourceName: 'Website',
    destinationId: 'dst_1',
    destinationName: 'Staging hooks',
    lastStatus: null,
    lastCode: null,
    reason: null,
    columnValue: null,
    warnings: [],
    attempts: 0,
    createdAt: startAt,
    updatedAt: startAt,
    nextAttemptAt: startAt,
    firstAttemptAt: null,
    windowEndsAt: null,
    destination: {
      enabled: true,
      problem: null,
      fanOut: 'any',
      payloadShape: 'documented',
      profile: 'Segment (classic)',
      backoff: defaultRetryPolicy,
      signed: false,
    },
    message: {
      id: 3,
      messageId: 'msg_1',
      sourceId: 'src_1',
      sourceName: 'Website',
      type: 'track',
      label: 'Order Completed',
      columnValue: null,
      userId: 'u_1',
      anonymousId: null,
      timestamp: '2026-11-20T09:00:00.000Z',
      receivedAt: startAt,
      origin: { kind: 'sdk', id: null },
      outcome: 'routed',
      deliveryCount: 1,
    },
    request: {
      method: 'POST',
      path: '/v1/track',
      headers: [],
      remoteAddress: '127.0.0.1',
      bodyBytes: 2,
      batchIndex: null,
    },
    receivedText: '{}',
    bodyText: '{}',
    bodyBytes: 2,
    nextRequest: null,
    webhooks: [],
    attemptList: [],
    mockRequests: [],
    deletion: null,
    canUndoCancel: false,
    expectedSignature: null,
    ...more,
  };
}
