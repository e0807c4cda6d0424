/** How a delivery ends: its state, reason and deciding response (D58), and the states of its webhooks. */
import { describe, expect, it } from 'vitest';
import type { FanOut } from '#shared/connections/destination.ts';
import { ProviderProfile } from '#shared/profiles/profile.ts';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { makeCertificate } from '#test/support/certificate.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { sharedCore } from '#test/support/start-core.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';

const acme = {
  ...{ id: 'acme', name: 'Acme', signature: { kind: 'none' }, headers: [], timeLimitMs: 5_000 },
  ...{ body: 'message' },
} as const;

/** Takes only a 204, and repeats a response once, but not a 404. */
const strict = ProviderProfile.parse({
  ...acme,
  success: { accepted: ['204'], notRetried: ['404'] },
  retries: { kind: 'delays', delaysMs: [1_000] },
});
const never = ProviderProfile.parse({
  ...acme,
  success: { accepted: ['2xx'] },
  retries: { kind: 'none' },
});
const once = { ...steadyRetry, windowMs: 0 };
const standard = { profile: 'standard-webhooks', sharedSecret: `whsec_${'A'.repeat(32)}` } as const;

const clock = new FakeClock();
const started = sharedCore({ clock });

/** Waits for the end of the delivery, whatever it is, and returns it. */
async function finished(id: number, attempts: number) {
  const { core, followed } = await started;
  for (;;) {
    const current = await followed.until(() => {
      const delivery = followed.deliveries.get(id);
      return delivery !== undefined && !delivery.sending && delivery.attempts > 0 && delivery;
    });
    if (current.nextAttemptAt === null && current.attempts >= attempts)
      return core.deliveries.get({ id });
    const { attempts: made, nextAttemptAt } = current;
    if (nextAttemptAt !== null) clock.advanceTo(Math.max(clock.now(), nextAttemptAt));
    await followed.until(() => (followed.deliveries.get(id)?.attempts ?? 0) > made);
  }
}

const tls = makeCertificate();

/** Responds to all webhooks in the order of `statuses`; null is an untrusted certificate. */
async function deliver(
  statuses: readonly (number | null)[],
  settings: Omit<Parameters<typeof connect>[1], 'urls'>,
  order: readonly number[] = statuses.map((_, index) => index),
) {
  const { core, followed } = await started;
  const targets = await Promise.all(
    statuses.map((status) => startTarget(status === null ? { tls } : {})),
  );
  const destination = await connect(core, { urls: targets.map(({ url }) => url), ...settings });
  const released = statuses.map(() => Promise.withResolvers<void>());
  for (const [index, target] of targets.entries())
    target.always(when(released[index]?.promise ?? Promise.resolve(), reply(statuses[index] ?? 0)));
  const { delivery } = await send(core, track());
  for (const [place, index] of order.entries()) {
    released[index]?.resolve();
    await followed.until(() => (followed.deliveries.get(delivery.id)?.attempts ?? 0) > place);
  }
  try {
    return await finished(delivery.id, statuses.length);
  } finally {
    await core.destinations.remove({ id: destination.id });
  }
}

describe('a single URL', () => {
  it.each([
    ['a 200', 200, {}, 'delivered', null, null],
    ['a 302', 302, {}, 'refused', null, 'redirect'],
    ['a 401', 401, {}, 'refused', null, 'client_error'],
    ['a 600', 600, {}, 'gave_up', 'not_retryable', 'unexpected_status'],
    ['a 503 and no window', 503, { retry: once }, 'gave_up', 'window_ended', 'server_error'],
    [
      'a 2xx that the profile does not take',
      200,
      { profile: strict },
      'gave_up',
      'attempts_used',
      'unexpected_status',
    ],
    [
      'a 4xx that the profile retries',
      429,
      { profile: strict },
      'gave_up',
      'attempts_used',
      'client_error',
    ],
    [
      'a 4xx that the profile does not retry',
      404,
      { profile: strict },
      'refused',
      null,
      'client_error',
    ],
    ['a 4xx without retries', 404, { profile: never }, 'refused', null, 'client_error'],
    ['a 3xx without retries', 307, { profile: never }, 'refused', null, 'redirect'],
    ['a 5xx without retries', 500, { profile: never }, 'gave_up', 'not_retryable', 'server_error'],
    [
      'a status that disables the endpoint',
      410,
      standard,
      'gave_up',
      'endpoint_disabled',
      'client_error',
    ],
    ['an untrusted certificate', null, {}, 'blocked', null, 'self_signed'],
  ] as const)('after %s', async (_, status, settings, state, reason, lastCode) => {
    const ended = await deliver([status], settings);
    expect(ended).toMatchObject({ state, reason, lastStatus: status, lastCode });
    expect(ended.webhooks).toMatchObject([{ state, reason, sending: false, nextAttemptAt: null }]);
  });
});

describe('several URLs', () => {
  const any: FanOut = 'any';
  const each: FanOut = 'each';
  it.each([
    // A final response skips the others; what is in flight is awaited.
    [any, [401, 500], [0, 1], 'refused', 401, ['refused', 'skipped']],
    [any, [500, 401], [0, 1], 'refused', 401, ['skipped', 'refused']],
    [any, [401, 200], [0, 1], 'delivered', 200, ['refused', 'delivered']],
    [any, [200, 401], [0, 1], 'delivered', 200, ['delivered', 'refused']],
    [any, [600, 500], [0, 1], 'gave_up', 600, ['gave_up', 'skipped']],
    [any, [600, 302], [0, 1], 'refused', 302, ['gave_up', 'refused']],
    [any, [null, 401], [0, 1], 'refused', 401, ['blocked', 'refused']],
    [any, [null, 503], [0, 1], 'gave_up', 503, ['blocked', 'gave_up']],
    [each, [401, 200], [0, 1], 'refused', 401, ['refused', 'delivered']],
    [each, [200, 200], [0, 1], 'delivered', 200, ['delivered', 'delivered']],
    [each, [503, 401], [0, 1], 'gave_up', 503, ['gave_up', 'refused']],
    [each, [503, 200], [0, 1], 'gave_up', 503, ['gave_up', 'delivered']],
    [each, [null, 401], [0, 1], 'blocked', null, ['blocked', 'refused']],
    [each, [503, null], [0, 1], 'gave_up', 503, ['gave_up', 'blocked']],
  ] as const)('%s: %j', async (fanOut, statuses, order, state, lastStatus, webhooks) => {
    const ended = await deliver(statuses, { fanOut, retry: once }, order);
    expect(ended.webhooks.map((webhook) => webhook.state)).toEqual(webhooks);
    expect(ended).toMatchObject({ state, lastStatus, sending: false });
  });

  it('of another profile: a response that is not retried leaves the others open', async () => {
    const statuses = [404, 500];
    const ended = await deliver(statuses, { profile: strict });
    expect(ended.webhooks.map(({ attempts, state }) => [attempts, state])).toEqual([
      [1, 'refused'],
      [2, 'gave_up'],
    ]);
    expect(ended).toMatchObject({ state: 'refused', reason: null, lastStatus: 404 });
  });

  it('wait while one is in flight, although another has refused', async () => {
    const { core, followed } = await started;
    const [one, two] = [await startTarget(), await startTarget()];
    const released = Promise.withResolvers<void>();
    one.respond(reply(401));
    two.respond(when(released.promise, reply(503)));
    const { id } = await connect(core, { urls: [one.url, two.url], retry: steadyRetry });
    const { delivery } = await send(core, track());
    await followed.until(() => followed.deliveries.get(delivery.id)?.attempts === 1);
    expect(core.deliveries.get({ id: delivery.id })).toMatchObject({
      state: 'waiting',
      sending: true,
    });
    released.resolve();
    expect(await followed.state(delivery.id, 'refused')).toMatchObject({ lastStatus: 401 });
    expect(clock.nextAt).toBeNull();
    await core.destinations.remove({ id });
  });
});
