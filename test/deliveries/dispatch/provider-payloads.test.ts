/** Events of providers, over real sockets, verified as their receivers verify them. */
import { describe, expect, it } from 'vitest';
import { NewDeletion } from '#shared/audiences/deletion.ts';
import { builtInProfiles } from '#shared/profiles/profiles.ts';
import { SendRequest } from '#shared/sending/send.ts';
import { printedDigest } from '#shared/signatures/receiver-response.ts';
import { connect, theSource } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { post, track } from '#test/support/ingest-client.ts';
import { openCore } from '#test/support/start-core.ts';
import { reply, type TargetRequest } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { providerVerifiers, type ReceivedWebhook } from './provider-verifiers.ts';

const providers = builtInProfiles.filter(({ body }) => body === 'payload').map(({ id }) => id);

async function start(
  settings: Parameters<typeof connect>[1],
  /** The official libraries compare timestamps with the real time. */
  at = Date.now(),
) {
  const clock = new FakeClock();
  clock.advanceTo(at);
  const opened = await openCore({ clock });
  const target = await startTarget();
  const destination = await connect(opened.core, { urls: [target.url], ...settings });
  const now = (request: object) =>
    opened.core.send.now(SendRequest.parse({ destinationId: destination.id, ...request }));
  return { ...opened, clock, target, destination, now };
}

function received(url: string, request: TargetRequest): ReceivedWebhook {
  return {
    url: new URL(request.path, url).href,
    headers: Object.fromEntries(
      request.headers.map(([name, value]) => [name.toLowerCase(), value]),
    ),
    body: request.body.toString(),
  };
}

/** Changes a letter in the middle. */
const tampered = (webhook: ReceivedWebhook): ReceivedWebhook => {
  const at = webhook.body.search(/[a-z]{3}/) + 1;
  const { body } = webhook;
  return { ...webhook, body: `${body.slice(0, at)}#${body.slice(at + 1)}` };
};

describe.each(providers)('events of %s', (profile) => {
  const verifier = providerVerifiers[profile];
  if (verifier === undefined) throw new Error(`No verifier for ${profile}.`);
  const { secret, otherSecret, maxAgeMs } = verifier;

  it('pass its verification, which rejects tampered bodies and other keys', async () => {
    const { core, target, now, stop } = await start({ profile, sharedSecret: secret });
    const samples = core.samples.list().filter((sample) => sample.profile === profile);
    expect(samples).not.toHaveLength(0);
    for (const [index, { name }] of samples.entries()) {
      expect(await now({ sample: name })).toMatchObject({ sent: 1, accepted: 1 });
      const webhook = received(target.url, await target.received(index + 1));
      expect(await verifier.verify(webhook, secret)).toBe(true);
      expect(await verifier.verify(webhook, otherSecret)).toBe(false);
      // A token says nothing about the body.
      expect(await verifier.verify(tampered(webhook), secret)).toBe(profile === 'gitlab-token');
    }
    await stop();
  });

  if (maxAgeMs === null) return;
  it('are rejected when they are too old', async () => {
    const { target, now, stop } = await start(
      { profile, sharedSecret: secret },
      Date.now() - maxAgeMs - 60_000,
    );
    await now({ payload: '{"old":true}' });
    const webhook = received(target.url, await target.received(1));
    expect(await verifier.verify(webhook, secret)).toBe(false);
    await stop();
  });
});

describe('payloads', () => {
  it('are sent unchanged, with their name, and retried as the provider does', async () => {
    const { core, clock, target, followed, now, stop } = await start({ profile: 'slack' });
    target.respond(reply(500));
    const payload = 'a=1&b=%20  \r\n';
    const { messageIds } = await now({ payload, event: 'odd' });
    const first = await target.received(1);
    const { id, nextAttemptAt, ...summary } = await followed.until(() => {
      const [delivery] = followed.deliveries.values();
      return delivery?.attempts === 1 && !delivery.sending && delivery;
    });
    expect(summary).toMatchObject({
      type: 'payload',
      label: 'odd',
      messageId: messageIds[0],
      sourceName: 'Web',
    });
    await clock.scheduled(nextAttemptAt ?? 0);
    clock.advanceTo(nextAttemptAt ?? 0);
    const second = await target.received(2);
    expect([first, second].map(({ body }) => body.toString())).toEqual([payload, payload]);
    expect(second.headers).toContainEqual(['X-Slack-Retry-Num', '1']);
    expect(core.deliveries.get({ id })).toMatchObject({ bodyText: payload, receivedText: payload });
    await stop();
  });

  it('are counted and numbered', async () => {
    const { core, target, now, stop } = await start({ profile: 'github' });
    const payload = '{"n":"{n}","at":"{now:s}"}';
    expect(await now({ payload, count: 3 })).toMatchObject({ sent: 3, accepted: 3 });
    await target.received(3);
    const bodies = target.requests.map(({ body }) => JSON.parse(body.toString()));
    expect(bodies.map(({ n }) => n).sort()).toEqual(['1', '2', '3']);
    expect(bodies[0].at).toBeTypeOf('number');
    expect(core.ledger.get()).toMatchObject({ accepted: 3, routed: 3 });
    await stop();
  });

  it('need an enabled destination whose profile takes them', async () => {
    const { core, destination, now, stop } = await start({ profile: 'github' });
    const field = { field: 'destinationId' };
    await expect(now({ sample: 'github.push', destinationId: undefined })).rejects.toMatchObject(
      field,
    );
    await expect(now({ payload: '{}', destinationId: 'none' })).rejects.toMatchObject(field);
    await expect(now({ sample: 'track' })).rejects.toMatchObject(field);
    await expect(now({ sample: 'stripe.nothing' })).rejects.toMatchObject({ field: 'sample' });
    await expect(now({ sample: 'slack.message' })).rejects.toMatchObject({
      field: 'sample',
      message: expect.stringContaining('slack'),
      fix: expect.stringContaining('github.push'),
    });
    await core.destinations.update({ id: destination.id, enabled: false });
    await expect(now({ payload: '{}' })).rejects.toMatchObject(field);
    await core.destinations.update({
      id: destination.id,
      enabled: true,
      profile: 'segment-classic',
    });
    await expect(now({ payload: '{}' })).rejects.toMatchObject(field);
    await stop();
  });
});

describe('the digest that a receiver prints', () => {
  it.each(['stripe', 'slack', 'github'])('is not the signature of %s', async (profile) => {
    const { core, target, followed, now, stop } = await start({ profile, sharedSecret: 'secret' });
    const computed = 'ab'.repeat(32);
    // Responds with the signature that was sent, and with another digest from the second time on.
    target.always((exchange) => {
      const sent = exchange.request.headers
        .flat()
        .join(' ')
        .match(/[\da-f]{64}/)?.[0];
      const mine = target.requests.length > 1 ? computed : 'mine';
      return reply(401, `${sent} is not ${mine}`)(exchange);
    });
    for (const expected of [null, computed]) {
      const count = target.requests.length + 1;
      await now({ payload: '{}' });
      const { id } = await followed.until(() => {
        const newest = [...followed.deliveries.values()].at(count - 1);
        return newest?.lastStatus === 401 && newest;
      });
      const delivery = core.deliveries.get({ id });
      const [attempt] = delivery.attemptList;
      expect(attempt && printedDigest(delivery, attempt)).toBe(expected);
    }
    await stop();
  });
});

describe('a destination that takes payloads', () => {
  it('has no sources in any plan, list or count', async () => {
    const { core, destination, followed, stop } = await start({ profile: 'stripe' });
    const source = await theSource(core);
    expect(core.destinations.get({ id: destination.id }).sourceIds).toEqual([]);
    const kept = await core.destinations.update({ id: destination.id, sourceIds: [source.id] });
    expect(kept.sourceIds).toEqual([]);
    const messages = await connect(core, { urls: ['http://127.0.0.1:9/'] });
    const changed = await core.destinations.update({ id: messages.id, profile: 'github' });
    expect(changed.sourceIds).toEqual([]);
    await post(core, '/v1/track', track());
    expect(core.ledger.get()).toMatchObject({
      accepted: 1,
      not_sent: 1,
      notSentBy: { unrouted: 1 },
    });
    expect(core.send.preview({ source: source.id, message: track() }).deliveries).toEqual([]);
    const draft = NewDeletion.parse({ userIds: ['u1'], draft: true });
    const { id } = await core.deletions.create(draft);
    expect(await core.deletions.plan({ id })).toMatchObject({
      sources: [],
      disabledDestinations: [],
      notices: 0,
      deliveryCount: 0,
    });
    expect(followed.deliveries.size).toBe(0);
    await stop();
  });

  it('is disabled after the failures in a row that its provider allows', async () => {
    const { core, target, destination, followed, now, stop } = await start({ profile: 'shopify' });
    target.always(reply(500));
    await now({ payload: '{}', count: 8 });
    await target.received(8);
    target.respond(reply(200));
    await now({ payload: '{}' });
    await target.received(9);
    await now({ payload: '{}', count: 8 });
    await target.received(17);
    await followed.retries(16);
    expect(core.destinations.get({ id: destination.id }).enabled).toBe(true);
    await now({ payload: '{}' });
    await followed.until(() => !core.destinations.get({ id: destination.id }).enabled);
    await stop();
  });
});
