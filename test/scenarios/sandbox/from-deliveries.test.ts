/** Scenarios made of deliveries that a real core made, and their runs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createRouter } from '#main/hosts/api/index.ts';
import type { DeliveriesScenario } from '#shared/scenarios/schema/from-deliveries.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { basic, postBytes } from '#test/support/ingest-client.ts';
import { runFile } from '#test/support/run-scenario.ts';
import { openCore, type StartedCore } from '#test/support/start-core.ts';
import { reply, reset } from '#test/support/target-responses.ts';
import { openTarget, type Target } from '#test/support/target-server.ts';
import { makeFolder, removeFolder } from '#test/support/temporary-folder.ts';

const clock = new FakeClock();
const folder = makeFolder();
let started: StartedCore;
let server: Target;
let other: Target;
beforeAll(async () => {
  started = await openCore({ clock });
  [server, other] = await Promise.all([openTarget(), openTarget()]);
});
afterAll(async () => {
  await Promise.all([started.stop(), server.close(), other.close()]);
  removeFolder(folder);
});

const open = () => createRouterClient(createRouter(started.core), {});
type Client = ReturnType<typeof open>;

const waitFor = (client: Client, filter: string, count: number) =>
  expect.poll(async () => (await client.deliveries.count({ filter })).count).toBe(count);

const idsOf = async (client: Client, filter: string): Promise<number[]> =>
  (await client.deliveries.list({ filter })).items.map(({ id }) => id);

let files = 0;
/** Writes the files as a user does, and returns the path of the scenario. */
function written({ text, fixtures }: DeliveriesScenario): string {
  files += 1;
  const path = join(folder, String(files), 'made.yaml');
  for (const file of [{ name: 'made.yaml', text }, ...fixtures]) {
    mkdirSync(dirname(join(dirname(path), file.name)), { recursive: true });
    writeFileSync(join(dirname(path), file.name), file.text);
  }
  return path;
}

const secret = 'very-private-1';
// Escaped, since it is not a template.
const variable = '$\u007bHOME}';
const token = 'Bearer very-private-token';

/** An outage with retries, which the first two messages outlast and a third one does not see. */
async function makeDeliveries(client: Client): Promise<void> {
  const source = await client.sources.create({ name: 'Shop' });
  const common = { sharedSecret: secret, sourceIds: [source.id] };
  await client.destinations.create({
    ...{ ...common, name: 'Orders' },
    webhooks: [{ url: server.url, headers: { Authorization: token, 'X-Env': variable } }],
  });
  await client.destinations.create({ ...common, name: 'Audit', webhooks: [{ url: other.url }] });
  const send = async (message: string) => {
    const body = `{"context":{"app":"shop"},"batch":[${message}]}`;
    const headers = { authorization: basic(source.writeKey) };
    expect(await postBytes(started.core, '/v1/batch', body, headers)).toMatchObject({
      status: 200,
    });
  };
  server.respond(reply(503), reply(503), reset, reply(500));
  await send(
    '{"type":"track","userId":"ada","event":"{n}","properties":{"b":9007199254740993,"a":1.0}}',
  );
  await waitFor(client, 'destination=Orders state:waiting attempts>0', 1);
  clock.advance(1_500);
  await send(
    `{"type":"page","anonymousId":"x","name":"${variable}","timestamp":"2020-01-01T00:00:00Z"}`,
  );
  await waitFor(client, 'destination=Orders state:waiting attempts>0', 2);
  for await (const _ of await client.clock.fastForwardUntilFinished({})) void _;
  server.respond(reply(401));
  await send('{"type":"identify","userId":"ada","traits":{"plan":"pro"}}');
  await waitFor(client, 'state:delivered or state:refused', 6);
}

it('deliveries that failed and recovered pass as recorded, and need a fixed server', async () => {
  const client = open();
  await makeDeliveries(client);
  const sent = new Set(server.requests.map(({ body }) => body.toString()));
  expect(sent.size).toBe(3);
  const attempts = server.requests.length;
  const orders = await idsOf(client, 'destination=Orders');
  const ids = [...orders, ...(await idsOf(client, 'destination=Audit type:identify'))];

  const recorded = await client.scenarios.fromDeliveries({ ids, against: 'recorded' });
  expect(recorded).toMatchObject({ deliveries: 4, leftOut: [] });
  const passed = await runFile(written(recorded));
  expect(passed.failing).toEqual([]);
  expect(passed.report).toMatchObject({
    verdict: 'passed',
    counts: { messages: 3, deliveries: 4, attempts: attempts + 1 },
  });

  const fromServer = await client.scenarios.fromDeliveries({ ids: orders, against: 'server' });
  const files = JSON.stringify([recorded, fromServer]);
  expect(files).not.toMatch(/very-private/);
  expect(fromServer.text).toContain(server.url);
  const path = written(fromServer);
  const environment = { ORDERS_SECRET: secret, ORDERS_AUTHORIZATION: token };
  server.always(reply(500));
  const failed = await runFile(path, { environment });
  expect(failed.report.verdict).toBe('failed');
  server.always(reply(200));
  const before = server.requests.length;
  const fixed = await runFile(path, { environment });
  expect(fixed.report.verdict).toBe('passed');
  const again = server.requests.slice(before);
  expect(new Set(again.map(({ body }) => body.toString()))).toEqual(sent);
  expect(again.map((request) => request.header('Authorization'))).toEqual([token, token, token]);
  // The time between the messages is that between their receipt.
  const at = (events: typeof fixed.events) =>
    events.flatMap((event) => (event.kind === 'message' ? [event.at] : []));
  expect(at(fixed.events)[1]).toBe(1_500);
});

it('events of a provider are sent as they were', async () => {
  const client = open();
  const { id: destinationId } = await client.destinations.create({
    ...{ name: 'Builds', profile: 'github', sharedSecret: secret },
    webhooks: [{ url: server.url }],
  });
  server.respond(reply(500));
  for (let count = 1; count <= 3; count += 1) {
    await client.send.now({ destinationId, event: 'ping', payload: 'zen={n}&zen=1' });
    await waitFor(client, 'destination=Builds attempts=1', count);
    clock.advance(1_000);
  }
  const ids = await idsOf(client, 'destination=Builds');
  const sent = server.requests.at(-1);
  const recorded = await client.scenarios.fromDeliveries({ ids, against: 'recorded' });
  const { report, failing, events } = await runFile(written(recorded));
  expect(failing).toEqual([]);
  expect(report.counts).toMatchObject({ deliveries: 3, attempts: 3, open: 0 });
  const received = events.flatMap((event) => (event.kind === 'request' ? [event] : []));
  expect(received.map(({ at, status, body }) => [at, status, body])).toEqual(
    [500, 200, 200].map((status, index) => [index * 1_000, status, sent?.body.toString()]),
  );
});

/** A delivery for each reason, by the reason. */
async function makeWithoutStep(client: Client): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  const [source, gone] = await Promise.all([
    client.sources.create({ name: 'Web' }),
    client.sources.create({ name: 'Gone' }),
  ]);
  const target = (name: string, url: string, more: object = {}) =>
    client.destinations.create({
      ...{ name, sourceIds: [source.id, gone.id], sharedSecret: secret },
      webhooks: [{ url }],
      ...more,
    });
  const trackFilter = { mode: 'block', events: ['not_sent'] } as const;
  const web = await target('Web', server.url, { trackFilter });
  const deleted = await target('Deleted', other.url);
  const make = async (event: string, filter: string, from = source, properties = {}) => {
    await client.send.now({
      source: from.id,
      message: { type: 'track', userId: 'u1', event, properties },
    });
    const matching = `event=${event} destination=${filter}`;
    await waitFor(client, matching, 1);
    const [id = 0] = await idsOf(client, matching);
    ids.set(event, id);
    return id;
  };
  server.always(reply(200));
  await make('not_sent', 'Web reason:filtered');
  await make('deleted_source', 'Web state:delivered', gone);
  await make('deleted_destination', 'Deleted state:delivered');
  await make('secret_in_message', 'Web state:delivered', source, { key: secret });
  await make('changed_urls', 'Web state:delivered');
  await client.destinations.update({
    id: web.id,
    webhooks: [{ url: `${server.url}/new` }],
  });
  const copied = await make('copy', 'Web state:delivered');
  await client.copies.send({ deliveryId: copied, body: '{"edited":true}' });
  const retried = await make('retried', 'Web state:delivered');
  await client.deliveries.retry({ id: retried, urls: 'all' });
  await waitFor(client, 'event=retried destination=Web attempts=2', 1);
  server.always(reply(503));
  const cancelled = await make('cancelled', 'Web state:waiting');
  await client.deliveries.cancel({ id: cancelled });
  await make('unfinished', 'Web state:waiting');
  // It has a notice per source.
  await client.sources.remove({ id: gone.id });
  await client.deletions.create({ userIds: ['u9'] });
  await waitFor(client, 'type:delete destination=Web', 1);
  ids.set('deletion_notice', (await idsOf(client, 'type:delete destination=Web'))[0] ?? 0);
  ids.set('missing', 1_000_000);
  await client.destinations.remove({ id: deleted.id });
  return ids;
}

const always = [
  ...['copy', 'deleted_destination', 'deleted_source', 'deletion_notice', 'missing', 'not_sent'],
  'secret_in_message',
];
const ifRecorded = ['cancelled', 'changed_urls', 'retried', 'unfinished'];

it('what has no step is listed', async () => {
  const client = open();
  const ids = await makeWithoutStep(client);
  const expected = [
    { against: 'recorded', reasons: [...always, ...ifRecorded].sort(), included: ['copy'] },
    { against: 'server', reasons: always, included: ['copy', ...ifRecorded] },
  ] as const;
  for (const { against, reasons, included } of expected) {
    const made = await client.scenarios.fromDeliveries({ ids: [...ids.values()], against });
    expect(made.leftOut.toSorted((a, b) => (a.reason < b.reason ? -1 : 1))).toEqual(
      reasons.map((reason) => ({ reason, ids: [ids.get(reason)] })),
    );
    expect(made.deliveries).toBe(included.length);
    const lines = made.fixtures[0]?.text.trim().split('\n') ?? [];
    const events = lines.map((line) => JSON.parse(line).message.event);
    expect(events.sort()).toEqual([...included].sort());
  }
});

it('a delivery that was retried for days passes as recorded', async () => {
  const client = open();
  const patient = await openTarget();
  onTestFinished(patient.close);
  await client.sources.create({ name: 'Unused' });
  const { id: destinationId } = await client.destinations.create({
    ...{ name: 'Patient', profile: 'svix', sharedSecret: `whsec_${'A'.repeat(32)}` },
    webhooks: [{ url: patient.url }],
  });
  patient.respond(...Array.from({ length: 7 }, () => reply(500)));
  await client.send.now({ destinationId, event: 'invoice.paid', payload: '{"n":"{n}"}' });
  await waitFor(client, 'destination=Patient attempts=1', 1);
  for await (const _ of await client.clock.fastForwardUntilFinished({})) void _;
  const ids = await idsOf(client, 'destination=Patient state:delivered');
  const recorded = await client.scenarios.fromDeliveries({ ids, against: 'recorded' });
  const { report, failing } = await runFile(written(recorded));
  expect(failing).toEqual([]);
  expect(report).toMatchObject({ verdict: 'passed', counts: { deliveries: 1, attempts: 8 } });
  expect(report.virtualMs).toBeGreaterThan(86_400_000);
});

it('messages with signed times come within what a server allows', async () => {
  const client = open();
  const server = await openTarget();
  onTestFinished(server.close);
  await client.sources.create({ name: 'Unused, too' });
  const { id: destinationId } = await client.destinations.create({
    ...{ name: 'Signed', profile: 'svix', sharedSecret: `whsec_${'A'.repeat(32)}` },
    webhooks: [{ url: server.url }],
  });
  for (let count = 1; count <= 3; count += 1) {
    await client.send.now({ destinationId, event: 'invoice.paid', payload: '{}' });
    await waitFor(client, 'destination=Signed state:delivered', count);
    clock.advance(600_000);
  }
  const ids = await idsOf(client, 'destination=Signed');
  const made = await client.scenarios.fromDeliveries({ ids, against: 'server' });
  const environment = { SIGNED_SECRET: `whsec_${'A'.repeat(32)}` };
  const { report, events } = await runFile(written(made), { environment });
  expect(report.verdict).toBe('passed');
  const times = events.flatMap((event) => (event.kind === 'message' ? [event.at] : []));
  expect(times).toEqual([0, 75_000, 150_000]);
});

it('deliveries at the end of their retry window end in every run as they did', async () => {
  const client = open();
  const source = await client.sources.create({ name: 'Late' });
  await client.destinations.create({
    ...{ name: 'Late', sourceIds: [source.id], webhooks: [{ url: other.url }] },
    // About 0.5 s each: 18 retries take 9 s, and 18 s at most.
    retry: { baseMs: 1_000, capMs: 1_000, jitter: 1, windowMs: 10_000 },
  });
  const failures = new Map<string, number>();
  other.always((exchange) => {
    const body = exchange.request.body.toString();
    const count = (failures.get(body) ?? 0) + 1;
    failures.set(body, count);
    return reply(count > 18 ? 200 : 503)(exchange);
  });
  await client.send.now({
    ...{ source: source.id, count: 21 },
    message: { type: 'track', userId: 'user_{n}', event: 'Late' },
  });
  await waitFor(client, 'destination=Late attempts>0', 21);
  for await (const _ of await client.clock.fastForwardUntilFinished({})) void _;
  const counts = await Promise.all(
    ['delivered', 'gave_up'].map(async (state) => {
      const filter = `destination=Late state:${state}`;
      return (await client.deliveries.count({ filter })).count;
    }),
  );
  expect(Math.min(...counts)).toBeGreaterThan(0);
  // Delays depend on the number of a delivery, which is another one in the run.
  const ids = (await idsOf(client, 'destination=Late')).slice(0, 20);
  const recorded = await client.scenarios.fromDeliveries({ ids, against: 'recorded' });
  const { report, failing } = await runFile(written(recorded));
  expect(failing).toEqual([]);
  expect(report.counts).toMatchObject({ deliveries: 20, open: 0 });
});
