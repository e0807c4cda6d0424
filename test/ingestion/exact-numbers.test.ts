/** No number loses a digit between the SDK and the webhook (D46). */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { connect, theSource } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { postBytes } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';

async function started() {
  const { core, followed } = await startCore({ clock: new FakeClock() });
  const target = await startTarget();
  await connect(core, { urls: [target.url], sharedSecret: 's' });
  return {
    core,
    target,
    /** The bodies sent to the webhook, in order. */
    async delivered(path: string, body: string, count = 1) {
      const seen = target.requests.length;
      const { status, text } = await postBytes(core, path, body);
      expect(status, text).toBe(200);
      await followed.ledger(({ delivered }) => delivered === seen + count);
      return target.requests.slice(seen).map((request) => request.body.toString());
    },
  };
}

const numbers =
  '"a":9007199254740993,"b":[1e400,{"c":-12345678901234567890}],"d":1e-400,"e":0.1,"f":1e21';
const asSent = numbers.replace('1e21', '1e+21');

describe('numbers that a double cannot represent', () => {
  it('are delivered and signed as written, in every field', async () => {
    const { delivered, target } = await started();
    const fields = `"userId":"u","context":{${numbers}}`;
    const [track] = await delivered(
      '/v1/track',
      `{${fields},"event":"E","properties":{${numbers}}}`,
    );
    expect(track).toContain(`"properties":{${asSent}}`);
    expect(track).toContain(`"context":{${asSent}}`);
    const [identify] = await delivered('/v1/identify', `{${fields},"traits":{${numbers}}}`);
    expect(identify).toContain(`"traits":{${asSent}}`);
    for (const { body, header } of target.requests)
      expect(header('x-signature')).toBe(createHmac('sha1', 's').update(body).digest('hex'));
  });

  it('are unchanged in a batch, including what the batch adds', async () => {
    const { core, delivered } = await started();
    const item = `{"type":"track","userId":"u","event":"E","properties":{${numbers}}}`;
    const bodies = await delivered(
      '/v1/batch',
      `{"batch":[${item},${item}],"context":{${numbers}}}`,
      2,
    );
    for (const body of bodies) {
      expect(body).toContain(`"properties":{${asSent}}`);
      expect(body).toContain(`"context":{${asSent}}`);
    }
    const [message] = core.messages.list({ limit: 1 }).items;
    const { receivedText, normalizedText } = core.messages.get({ id: message?.id ?? 0 });
    expect(receivedText).toContain(asSent);
    expect(normalizedText).toContain(asSent);
  });

  it('are distinct IDs: two users stay separate', async () => {
    const { core, delivered } = await started();
    for (const id of ['9007199254740992', '9007199254740993', '12345678901234567890', '1e400']) {
      const [body] = await delivered('/v1/track', `{"userId":${id},"event":"E"}`);
      expect(body).toContain(`"userId":"${id}"`);
      expect(core.messages.list({ limit: 1 }).items).toMatchObject([{ userId: id }]);
    }
    const [group] = await delivered(
      '/v1/group',
      '{"anonymousId":9007199254740993,"groupId":9007199254740995}',
    );
    expect(group).toContain('"groupId":"9007199254740995","anonymousId":"9007199254740993"');
    const again = '{"userId":"u","event":"E","messageId":9007199254740993}';
    await delivered('/v1/track', again);
    await delivered('/v1/track', again.replace('993', '992'));
    await postBytes(core, '/v1/track', again);
    expect(core.ledger.get()).toMatchObject({ duplicates: 1 });
  });

  it('cause a delivery warning, which filters find and responses keep', async () => {
    const { core, delivered } = await started();
    await delivered('/v1/track', `{"userId":9007199254740993,"event":"E","properties":{"a":1}}`);
    await delivered('/v1/track', `{"userId":"u","event":"E","properties":{${numbers}}}`);
    const deliveries = (await core.deliveries.list({ limit: 9 })).items;
    expect(deliveries).toMatchObject([
      { state: 'delivered', warnings: ['number_precision'] },
      { state: 'delivered', warnings: [] },
    ]);
    const filtered = await core.deliveries.list({ limit: 9, filter: 'has:warning' });
    expect(filtered.items.map(({ id }) => id)).toEqual([deliveries[0]?.id]);
  });

  it('are diagnosed if a receiver signed a re-serialized body', async () => {
    const { core, delivered, target } = await started();
    await delivered('/v1/track', `{"userId":"u","event":"E","properties":{${numbers}}}`);
    const body = target.requests[0]?.body.toString() ?? '';
    const observed = createHmac('sha1', 's')
      .update(JSON.stringify(JSON.parse(body)))
      .digest('hex');
    for (const language of ['node', undefined] as const)
      expect(
        await core.signatures.diagnose({ body, secret: 's', observed, language }),
      ).toMatchObject({
        verdict: 'explained',
        causes: [{ code: 'number_precision' }],
      });
  });

  it('are rejected where another type is required', async () => {
    const { core } = await startCore();
    await theSource(core);
    for (const [fields, code] of [
      ['"userId":"u","event":9007199254740993', 'event_not_string'],
      ['"userId":"u","event":"E","properties":9007199254740993', 'properties_not_object'],
      ['"userId":"u","event":"E","timestamp":9007199254740993', 'bad_request'],
    ])
      expect(await postBytes(core, '/v1/track', `{${fields}}`)).toMatchObject({
        status: 400,
        json: { code },
      });
    expect((await postBytes(core, '/v1/track', '9007199254740993')).status).toBe(400);
  });
});
