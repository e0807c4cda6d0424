/** A session on a real host is recorded, and what was recorded passes with the same counts. */

import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRouter } from '#api/index.ts';
import { scenarioHost } from '#rehearsal/scenario-host.ts';
import type { RunUpdate } from '#shared/schemas/scenario/run.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { forkBuilt } from '#test/support/fork-built.ts';
import { openCore, type StartedCore } from '#test/support/start-core.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';

let started: StartedCore;
const clock = new FakeClock();
beforeAll(async () => {
  await ensureBuild();
  started = await openCore({ clock, scenarios: scenarioHost(forkBuilt, null) });
});
afterAll(() => started.stop());

it('an outage with retries is recorded and passes', async () => {
  const client = createRouterClient(
    createRouter(started.core, { apiUrl: () => null, data: null }),
    {},
  );
  const from = clock.now();
  const secret = 'very-private-1';
  const receiver = await client.receivers.create({ name: 'shop', secret, strict: true });
  const source = await client.sources.create({ name: 'Shop' });
  await client.destinations.create({
    name: 'Orders',
    sharedSecret: secret,
    sourceIds: [source.id],
    webhooks: [{ url: receiver.url ?? '' }],
  });
  const send = (event: string, count: number) =>
    client.send.now({
      source: source.id,
      count,
      message: { type: 'track', userId: 'user_{n}', event, properties: { orderId: 'o-{n}' } },
    });
  const waitFor = (filter: string, count: number) =>
    expect.poll(async () => (await client.deliveries.count({ filter })).count).toBe(count);
  await send('Order Completed', 3);
  await waitFor('state:delivered', 3);
  clock.advance(60_000);
  await client.receivers.update({
    id: receiver.id,
    outage: { durationMs: 7_200_000, status: 503 },
  });
  await send('Order Refunded', 4);
  await waitFor('state:retrying', 4);
  for await (const _ of await client.clock.fastForwardUntilSettled({})) void _;
  await waitFor('state:delivered', 7);
  const { id } = await client.jobs.start({ kind: 'retry', filter: 'event:Refunded' });
  // Until then, the deliveries still have their earlier result.
  await expect.poll(async () => (await client.jobs.get({ id })).state).toBe('completed');
  await waitFor('state:delivered', 7);
  await client.settings.update({ cancelPendingOnDeletion: false });

  const recording = await client.recordings.create({ name: 'Outage, recorded', from });
  expect(recording.steps.map(({ action }) => action)).toEqual([
    'send',
    'outage',
    'send',
    'settle',
    'retry',
  ]);
  expect(recording.steps[0]?.text).toContain('userId: user_{n}');
  expect(recording.leftOut).toContainEqual({
    ...{ operation: 'settings.update', reason: 'no_step', count: 1 },
  });
  const { text } = await client.recordings.files({ id: recording.id });
  expect(text).not.toContain(secret);

  let last: RunUpdate | undefined;
  for await (const update of await client.recordings.run({ id: recording.id })) last = update;
  if (last?.kind !== 'finished') throw new Error('The run has no report.');
  const { report } = last.run;
  expect(report.inconclusive).toEqual([]);
  expect(report.counts).toMatchObject({ messages: 7, deliveries: 7, open: 0 });
  const { text: passing } = await client.recordings.files({ id: recording.id });
  expect(passing).toContain('deliveries: destination=Orders state:delivered, count: 7');
  const saved = await client.recordings.save({ id: recording.id, file: 'recorded.yaml' });
  for await (const update of await client.scenarios.run({ file: saved.file })) last = update;
  expect(last).toMatchObject({ kind: 'finished', run: { verdict: 'passed' } });
});

it('a server of the user keeps its secrets in variables', async () => {
  const client = createRouterClient(
    createRouter(started.core, { apiUrl: () => null, data: null }),
    {},
  );
  clock.advance(60_000);
  const from = clock.now();
  const source = await client.sources.create({ name: 'Web' });
  await client.destinations.create({
    name: 'Own server',
    sharedSecret: 'own-server-secret',
    sourceIds: [source.id],
    webhooks: [
      { url: 'http://127.0.0.1:9/hook', headers: { Authorization: 'Bearer own-server-token' } },
    ],
  });
  await client.send.now({ source: source.id, message: { type: 'page', userId: 'ada' } });
  const { id, variables } = await client.recordings.create({ name: 'Own', from });
  const { text } = await client.recordings.files({ id });
  expect(text).not.toMatch(/own-server-(secret|token)|redacted/);
  expect(variables).toContainEqual({
    ...{ name: 'server_url', env: 'SERVER_URL', default: 'http://127.0.0.1:9/hook' },
  });
  expect(variables.filter((variable) => variable.default === null)).toHaveLength(2);
  const { problems } = await client.scenarios.check({ file: 'own.yaml', text });
  expect(problems).toEqual([]);
});

it('an event of a provider is recorded as it was sent', async () => {
  const client = createRouterClient(
    createRouter(started.core, { apiUrl: () => null, data: null }),
    {},
  );
  clock.advance(60_000);
  // Fast-forwarded by the first recording.
  const from = started.core.system.get().now;
  const receiver = await client.receivers.create({ name: 'builds', secret: 's3cret' });
  const destination = await client.destinations.create({
    name: 'Builds',
    profile: 'github',
    sharedSecret: 's3cret',
    webhooks: [{ url: receiver.url ?? '' }],
  });
  await client.send.now({ destinationId: destination.id, event: 'ping', payload: 'zen=1' });
  await expect
    .poll(async () => (await client.deliveries.count({ filter: 'type:payload' })).count)
    .toBe(1);
  const recording = await client.recordings.create({ name: 'Event, recorded', from });
  expect(recording.steps.map(({ action }) => action)).toEqual(['payload']);
  expect(recording.steps[0]?.text).toContain('zen=1');
  expect(recording.steps[0]?.text).toContain('Builds');
});
