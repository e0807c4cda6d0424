/** Deliveries of destinations that follow a provider profile, over real sockets. */
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { ProviderProfile } from '#shared/profiles/profile.ts';
import { SendRequest } from '#shared/sending/send.ts';
import { connect } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { openCore } from '#test/support/start-core.ts';
import { hang, reply, reset, type TargetRequest } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const headersOf = ({ headers }: TargetRequest): Record<string, string> =>
  Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));

async function start(settings: Parameters<typeof connect>[1]) {
  const clock = new FakeClock();
  // The official library compares timestamps with the real time.
  clock.advanceTo(Date.now());
  const opened = await openCore({ clock });
  const target = await startTarget();
  const destination = await connect(opened.core, { urls: [target.url], ...settings });
  const finished = (id: number, attempts: number) =>
    opened.followed.until(() => {
      const current = opened.followed.deliveries.get(id);
      return current?.attempts === attempts && !current.sending && current;
    });
  /** Waits for an attempt, then moves the clock to the next one. */
  async function next(id: number, attempts: number) {
    const { nextAttemptAt } = await finished(id, attempts);
    if (nextAttemptAt === null) throw new Error('No attempt is scheduled.');
    await clock.scheduled(nextAttemptAt);
    const delay = nextAttemptAt - clock.now();
    clock.advanceTo(nextAttemptAt);
    return delay;
  }
  return { ...opened, clock, target, destination, finished, next };
}

describe('Standard Webhooks', () => {
  it('is accepted by the official library, which rejects tampered and stale requests', async () => {
    const { core, target, stop } = await start({
      profile: 'standard-webhooks',
      sharedSecret: secret,
    });
    await send(core, track({ messageId: 'm-1' }));
    const request = await target.received(1);
    const headers = headersOf(request);
    const body = request.body.toString();
    const library = new Webhook(secret);
    expect(library.verify(body, headers)).toMatchObject({ type: 'track', data: { type: 'track' } });
    expect(headers['webhook-id']).toBe('m-1');
    expect(headers['x-signature']).toBeUndefined();
    expect(() => library.verify(body.replace('track', 'trick'), headers)).toThrow();
    expect(() => new Webhook(`whsec_${'A'.repeat(32)}`).verify(body, headers)).toThrow();
    const stale = { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 600) };
    expect(() => library.verify(body, stale)).toThrow();
    await stop();
  });

  it('signs an edited copy again, with the time at which it is sent', async () => {
    const { core, clock, target, finished, stop } = await start({
      profile: 'standard-webhooks',
      sharedSecret: secret,
    });
    const { delivery } = await send(core, track());
    await finished(delivery.id, 1);
    const [original] = core.deliveries.get({ id: delivery.id }).attemptList;
    clock.advance(60_000);
    const body = '{"edited":true}';
    await core.copies.send({
      deliveryId: delivery.id,
      signing: 'valid',
      body,
      headers: (original?.request.headers ?? []).filter(
        ([name]) => !['host', 'connection', 'content-length'].includes(name),
      ),
    });
    const copy = await target.received(2);
    expect(copy.headers.filter(([name]) => name === 'webhook-signature')).toHaveLength(1);
    expect(new Webhook(secret).verify(body, headersOf(copy))).toEqual({ edited: true });
    await stop();
  });

  it('retries any status but 2xx by its schedule, with the same ID and a new timestamp', async () => {
    const { core, target, next, finished, stop } = await start({
      profile: 'standard-webhooks',
      sharedSecret: secret,
    });
    target.respond(reply(404), reply(302));
    const { delivery } = await send(core, track());
    expect(await next(delivery.id, 1)).toBe(5_000);
    expect(await next(delivery.id, 2)).toBe(300_000);
    expect(await finished(delivery.id, 3)).toMatchObject({ state: 'delivered' });
    const [first, second] = target.requests.map(headersOf);
    expect(second?.['webhook-id']).toBe(first?.['webhook-id']);
    expect(Number(second?.['webhook-timestamp'])).toBe(Number(first?.['webhook-timestamp']) + 5);
    expect(core.deliveries.get({ id: delivery.id }).attemptList[0]?.result).toMatchObject({
      outcome: 'refused',
      code: 'client_error',
      params: { status: 404 },
    });
    await stop();
  });

  it('waits as long as Retry-After asks', async () => {
    const { core, target, next, stop } = await start({
      profile: 'standard-webhooks',
      sharedSecret: secret,
    });
    target.respond(reply(503, '', { 'Retry-After': '120' }));
    const { delivery } = await send(core, track());
    expect(await next(delivery.id, 1)).toBe(120_000);
    await stop();
  });

  it('disables the destination after a 410', async () => {
    const { core, target, finished, destination, followed, stop } = await start({
      profile: 'standard-webhooks',
      sharedSecret: secret,
    });
    target.always(reply(410));
    const { delivery } = await send(core, track());
    expect(await finished(delivery.id, 1)).toMatchObject({
      state: 'gave_up',
      reason: 'endpoint_disabled',
    });
    await followed.until(() => !core.destinations.get({ id: destination.id }).enabled);
    await stop();
  });
});

describe('other profiles', () => {
  it('Svix waits for about a minute after a 429, and disables after 5 days of failures', async () => {
    const { core, clock, target, next, finished, destination, followed, stop } = await start({
      profile: 'svix',
      sharedSecret: secret,
    });
    target.always(reply(429));
    const send429 = () =>
      core.send.now(
        SendRequest.parse({ payload: '{}', event: 'test', destinationId: destination.id }),
      );
    await send429();
    const { id } = await followed.until(() => followed.deliveries.values().next().value);
    const delay = await next(id, 1);
    expect(delay).toBeGreaterThanOrEqual(48_000);
    expect(delay).toBeLessThanOrEqual(72_000);
    await finished(id, 2);
    expect(core.destinations.get({ id: destination.id }).enabled).toBe(true);
    clock.advance(5 * 86_400_000);
    await followed.until(() => !core.destinations.get({ id: destination.id }).enabled);
    await stop();
  });

  it('Shopify sends all 8 retries before it disables', async () => {
    const { core, target, next, finished, destination, followed, stop } = await start({
      profile: 'shopify',
      sharedSecret: secret,
    });
    target.always(reply(500));
    await core.send.now(
      SendRequest.parse({ payload: '{}', event: 'test', destinationId: destination.id }),
    );
    const { id } = await followed.until(() => followed.deliveries.values().next().value);
    for (let attempt = 1; attempt <= 8; attempt += 1) await next(id, attempt);
    expect(await finished(id, 9)).toMatchObject({ state: 'gave_up', reason: 'attempts_used' });
    await followed.until(() => !core.destinations.get({ id: destination.id }).enabled);
    await stop();
  });

  it('Twilio retries a failed connection once, and no timeout or status', async () => {
    const { core, target, next, destination, followed, finished, stop } = await start({
      profile: 'twilio-json',
      sharedSecret: 's3cret',
    });
    const sent: number[] = [];
    const sendOne = async () => {
      await core.send.now(
        SendRequest.parse({ payload: '{}', event: 'test', destinationId: destination.id }),
      );
      const known = sent.length;
      const id = await followed.until(() => [...followed.deliveries.keys()][known]);
      sent.push(id);
      return id;
    };
    target.respond(reset, reset, reply(503));
    const lost = await sendOne();
    await next(lost, 1);
    expect(await finished(lost, 2)).toMatchObject({ state: 'gave_up', reason: 'attempts_used' });
    const failed = await sendOne();
    expect(await finished(failed, 1)).toMatchObject({
      state: 'gave_up',
      reason: 'not_retryable',
    });
    await stop();
  });

  it('RudderStack repeats a failure within its window even if it ends before the retry', async () => {
    const { core, clock, target, next, finished, stop } = await start({
      profile: 'rudderstack',
      sharedSecret: '',
    });
    target.always(reply(503));
    const { delivery } = await send(core, track());
    const startsAt = clock.now();
    let attempts = 1;
    while (clock.now() - startsAt <= 3 * 3_600_000) {
      await next(delivery.id, attempts);
      attempts += 1;
    }
    expect(await finished(delivery.id, attempts)).toMatchObject({
      state: 'gave_up',
      reason: 'window_ended',
    });
    await stop();
  });

  it('RudderStack does not retry a 404, and does not sign', async () => {
    const { core, target, finished, stop } = await start({
      profile: 'rudderstack',
      sharedSecret: 'unused',
    });
    target.always(reply(404));
    const { delivery } = await send(core, track());
    expect(await finished(delivery.id, 1)).toMatchObject({ state: 'refused', reason: null });
    const headers = headersOf(await target.received(1));
    expect(headers['user-agent']).toBe('RudderLabs');
    expect(headers['x-signature']).toBeUndefined();
    await stop();
  });

  it.each([
    [401, { state: 'refused', reason: null }],
    [503, { state: 'gave_up', reason: 'not_retryable' }],
  ])('GitHub retries no status, such as %d', async (status, expected) => {
    const { core, target, destination, followed, finished, stop } = await start({
      profile: 'github',
      sharedSecret: 's3cret',
    });
    target.always(reply(status));
    await core.send.now(
      SendRequest.parse({ sample: 'github.push', destinationId: destination.id }),
    );
    const id = await followed.until(() => [...followed.deliveries.keys()][0]);
    expect(await finished(id, 1)).toMatchObject(expected);
    await stop();
  });

  it('one of your own has its time limit, attempts and headers', async () => {
    const { core, target, next, finished, socketTime, stop } = await start({
      sharedSecret: 'own',
      profile: {
        id: 'acme',
        name: 'Acme',
        signature: {
          kind: 'hmac',
          hash: 'sha512',
          header: 'Acme-Signature',
          content: '{id}|{timestamp}|{body}',
          value: 'ts={timestamp};{signatures}',
          encoding: 'base64',
        },
        headers: [
          ['Content-Type', 'application/json'],
          ['Acme-Retry', '{retry}'],
          ['Acme-Event', '{event}'],
        ],
        timeLimitMs: 50,
        success: { accepted: ['204'] },
        retries: { kind: 'delays', delaysMs: [1_000] },
        body: 'message',
      },
    });
    target.respond(hang, reply(200));
    const { delivery } = await send(core, track({ event: 'Paid' }));
    await target.received(1);
    socketTime.pass(50);
    expect(await next(delivery.id, 1)).toBe(1_000);
    expect(await finished(delivery.id, 2)).toMatchObject({
      state: 'gave_up',
      reason: 'attempts_used',
    });
    expect(core.deliveries.get({ id: delivery.id }).attemptList[0]?.result).toMatchObject({
      code: 'timeout',
      params: { limitMs: 50 },
    });
    const [first, second] = target.requests.map(headersOf);
    expect(first).toMatchObject({ 'acme-event': 'Paid' });
    expect(first?.['acme-retry']).toBeUndefined();
    expect(second?.['acme-retry']).toBe('1');
    expect(second?.['acme-signature']).toMatch(/^ts=\d+;[\w+/]+=*$/);
    await stop();
  });
});

describe('message IDs and events that are not ASCII', () => {
  it.each(['Bestellung ü-日本\r\nX-Evil: 1', ' padded '])(
    '%j is delivered and verified',
    async (messageId) => {
      const { core, target, finished, stop } = await start({
        profile: 'standard-webhooks',
        sharedSecret: secret,
      });
      const { delivery } = await send(core, track({ messageId }));
      expect(await finished(delivery.id, 1)).toMatchObject({ state: 'delivered' });
      const request = await target.received(1);
      const headers = headersOf(request);
      expect(headers['x-evil']).toBeUndefined();
      expect(headers['webhook-id']).toMatch(/^[!-~]([ -~]*[!-~])?$/);
      expect(() => new Webhook(secret).verify(request.body.toString(), headers)).not.toThrow();
      await stop();
    },
  );
});

it.each(['ed25519', 'ecdsa_p256'] as const)(
  'a secret that is no %s key is rejected with its field',
  async (kind) => {
    const { core, destination, stop } = await start({});
    const signature = { kind, header: 'Sig', content: '{body}', encoding: 'hex', keyForm: 'hex' };
    const profile = ProviderProfile.parse({
      id: 'acme',
      name: 'Acme',
      signature,
      headers: [],
      timeLimitMs: 1_000,
      success: { accepted: ['2xx'] },
      retries: { kind: 'none' },
      body: 'message',
    });
    await expect(
      core.destinations.update({ id: destination.id, profile, sharedSecret: 'ab'.repeat(24) }),
    ).rejects.toMatchObject({ code: 'bad_request', issues: [{ path: ['sharedSecret'] }] });
    await stop();
  },
);

it('a secret that does not fit the profile is rejected with its field', async () => {
  const { core, destination, stop } = await start({
    profile: 'segment-actions',
    sharedSecret: 'x',
  });
  await expect(
    core.destinations.update({ id: destination.id, profile: 'standard-webhooks' }),
  ).rejects.toMatchObject({ code: 'bad_request', issues: [{ path: ['sharedSecret'] }] });
  await stop();
});
