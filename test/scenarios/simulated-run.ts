/** The history of a correct run: messages to one mock endpoint, with an outage and retries. No product is involved. */
import type { EngineObservations, RunFacts } from '#main/scenarios/run-facts.ts';
import { type DeliveryState, deliveryStates } from '#shared/deliveries/delivery.ts';
import type { Ledger } from '#shared/deliveries/ledger.ts';
import { backoffMs, jitterFraction } from '#shared/profiles/backoff.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { defaultRetryPolicy, type RetryPolicy } from '#shared/profiles/retry-policy.ts';
import type { EventOf, HistoryEvent } from '#shared/scenarios/schema/history.ts';

export const hourMs = 3_600_000;
export const minuteMs = 60_000;

export interface RunOptions {
  readonly count: number;
  readonly overMs: number;
  readonly outage: { readonly from: number; readonly until: number } | null;
  readonly retry?: Partial<RetryPolicy>;
  readonly users?: number;
}

export interface SimulatedRun {
  readonly events: readonly HistoryEvent[];
  readonly facts: RunFacts;
  readonly observations: EngineObservations;
}

const kindOrder = ['step', 'message', 'delivery', 'attempt', 'request', 'alert', 'problem'];

/** In the order of the history: by time, and in a moment by kind and message. */
export const sorted = (events: readonly HistoryEvent[]): readonly HistoryEvent[] =>
  events
    .map((event, index) => ({ event, index }))
    .sort(
      (a, b) =>
        a.event.at - b.event.at ||
        kindOrder.indexOf(a.event.kind) - kindOrder.indexOf(b.event.kind) ||
        a.index - b.index,
    )
    .map(({ event }) => event);

const fractionOf = (messageId: string, retry: number): number =>
  jitterFraction(Number(/\d+$/.exec(messageId)?.[0] ?? 0), retry, 1);

/** The ledger after each moment, counted from the deliveries. */
export function ledgersOf(events: readonly HistoryEvent[]): EngineObservations['ledgers'] {
  const states = new Map<string, DeliveryState>();
  const counts = new Map<DeliveryState, number>();
  let accepted = 0;
  const ledgers: { at: number; ledger: Ledger }[] = [];
  for (const event of events) {
    if (event.kind === 'message') accepted += 1;
    if (event.kind === 'delivery') {
      const before = states.get(event.messageId);
      if (before !== undefined) counts.set(before, (counts.get(before) ?? 0) - 1);
      states.set(event.messageId, event.state);
      counts.set(event.state, (counts.get(event.state) ?? 0) + 1);
    }
    if (ledgers.at(-1)?.at === event.at) ledgers.pop();
    const byState = Object.fromEntries(
      deliveryStates.map((state) => [state, counts.get(state) ?? 0]),
    ) as Record<DeliveryState, number>;
    ledgers.push({
      at: event.at,
      ledger: {
        accepted,
        duplicates: 0,
        rejected: 0,
        copiesKept: 0,
        rejectedKept: 0,
        routed: states.size,
        ...byState,
        notSentBy: { filtered: 0, excluded: 0, unrouted: 0, payload_required: 0 },
        deleted: 0,
        balanced: true,
      },
    });
  }
  return ledgers;
}

export function simulateRun({ count, overMs, outage, retry, users }: RunOptions): SimulatedRun {
  const policy = { ...defaultRetryPolicy, ...retry };
  const events: HistoryEvent[] = [
    { kind: 'step', at: 0, step: 'orders', phase: 'started' },
    { kind: 'step', at: overMs, step: 'orders', phase: 'ended' },
  ];
  const accepted: { messageId: string; at: number }[] = [];
  let last = overMs;

  for (let n = 1; n <= count; n += 1) {
    const at = Math.floor(((n - 1) * overMs) / count);
    const messageId = `orders-${n}`;
    const user = `user_${users === undefined ? n : n % users}`;
    const body = JSON.stringify({ type: 'track', userId: user, properties: { orderId: `o-${n}` } });
    accepted.push({ messageId, at });
    const message: EventOf<'message'> = {
      kind: 'message',
      at,
      messageId,
      step: 'orders',
      source: 'Shop',
      type: 'track',
      event: 'Order Completed',
      user,
      body,
    };
    events.push(message);
    const windowEndsAt = at + policy.windowMs;
    for (let attempt = 1, startedAt = at; ; attempt += 1) {
      const isDown = outage !== null && startedAt >= outage.from && startedAt < outage.until;
      const status = isDown ? 503 : 200;
      const planned = startedAt + backoffMs(policy, attempt, fractionOf(messageId, attempt));
      const nextAt = isDown && planned <= windowEndsAt ? planned : null;
      const state = isDown ? (nextAt === null ? 'gave_up' : 'waiting') : 'delivered';
      const code = isDown ? 'server_error' : null;
      last = Math.max(last, startedAt);
      const headers: [string, string][] = [['Content-Type', 'application/json']];
      events.push(
        {
          kind: 'delivery',
          at: startedAt,
          messageId,
          destination: 'Orders',
          state,
          reason: state === 'gave_up' ? 'window_ended' : null,
          attempts: attempt,
          status,
          code,
          nextAt,
        },
        {
          kind: 'attempt',
          at: startedAt,
          startedAt,
          messageId,
          destination: 'Orders',
          webhook: 'mock:shop',
          attempt,
          outcome: isDown ? 'failed' : 'accepted',
          code,
          status,
          durationMs: 0,
          byUser: false,
          copiedBy: null,
          windowEndsAt,
          headers,
        },
        {
          kind: 'request',
          at: startedAt,
          mock: 'shop',
          entry: 'request',
          messageId,
          destination: 'Orders',
          attempt,
          copiedBy: null,
          status,
          fault: 'none',
          cause: isDown ? 'outage' : 'step',
          signature: 'valid',
          method: 'POST',
          path: '/mock/shop',
          headers,
          body,
          bodyIsBase64: false,
        },
      );
      if (nextAt === null) break;
      startedAt = nextAt;
    }
  }

  const inOrder = sorted(events);
  return {
    events: inOrder,
    facts: {
      startsAt: Date.parse('2026-01-01T00:00:00Z'),
      now: last,
      resolutionMs: 1,
      steps: [{ id: 'orders', action: 'send', name: null }],
      mocks: ['shop'],
      destinations: [
        {
          name: 'Orders',
          fanOut: 'any',
          backoff: policy,
          retryAfter: 'ignored',
          minDelay: null,
          success: profileOf({ profile: defaultProfileId }).success,
          webhooks: ['mock:shop'],
        },
      ],
      jitterFraction: (messageId, _, attempt) => fractionOf(messageId, attempt),
    },
    observations: {
      ledgers: ledgersOf(inOrder),
      accepted,
      connections: [{ source: 'Shop', destination: 'Orders', from: 0, until: null }],
      differentSecrets: [],
      tamperedBy: [],
    },
  };
}

export const outage = { from: 30 * minuteMs, until: 150 * minuteMs };
export const outageRun = (retry: Partial<RetryPolicy> = {}): SimulatedRun =>
  simulateRun({ count: 600, overMs: 3 * hourMs, outage, retry });
