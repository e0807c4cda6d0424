import { expect, it } from 'vitest';
import { connect, theSource } from '#test/support/builders.ts';
import { postBytes, send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';

it('every sample is delivered with the documented body of its type', async () => {
  const { core } = await startCore();
  const target = await startTarget();
  await connect(core, { urls: [target.url] });
  const samples = core.samples.list().filter((sample) => sample.kind === 'message');
  for (const [index, sample] of samples.entries()) {
    const { delivery } = await send(core, sample.message);
    const { body } = await target.received(index + 1);
    expect(body.toString()).toBe(core.deliveries.get({ id: delivery.id }).bodyText);
    expect(JSON.parse(body.toString())).toMatchObject({ version: 1, type: sample.type });
  }
  expect(new Set(samples.map(({ type }) => type)).size).toBe(6);
});

it('destinations with either payload shape get their own body, and equal shapes share the stored bytes', async () => {
  const { core } = await startCore();
  const documented = await startTarget();
  const full = await startTarget();
  await connect(core, { urls: [documented.url] });
  await connect(core, { urls: [full.url], payloadShape: 'full' });
  await connect(core, { urls: [documented.url] });
  await send(core, track({ messageId: 'm-1' }));
  const [first, second] = [await documented.received(1), await documented.received(2)];
  expect(second.body).toEqual(first.body);
  expect(first.body.toString()).not.toContain('m-1');
  expect((await full.received(1)).body.toString()).toContain('"messageId":"m-1"');
});

it('keys with a special meaning in JavaScript are delivered unchanged', async () => {
  const { core } = await startCore();
  const target = await startTarget();
  await connect(core, { urls: [target.url] });
  await theSource(core);
  const properties = '{"__proto__":{"a":1},"constructor":"c","toString":"t","":"empty"}';
  const response = await postBytes(
    core,
    '/v1/track',
    `{"userId":"u","event":"E","properties":${properties}}`,
  );
  expect(response.status).toBe(200);
  expect((await target.received(1)).body.toString()).toContain(`"properties":${properties}`);
});
