/** Until a workspace is trusted, nothing is sent but to Hookwright's mock endpoints (D60). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Core } from '#main/app.ts';
import { createSendGate } from '#main/kit/http-client/send-gate.ts';
import type { ScenarioHost } from '#main/scenarios/scenarios.ts';
import { CertificationRequest } from '#shared/certification/receiver.ts';
import { SenderCertificationRequest } from '#shared/certification/sender.ts';
import { CopyEdit } from '#shared/deliveries/copy.ts';
import { ExploreRequest } from '#shared/scenarios/schema/exploration.ts';
import { RunScenarioRequest } from '#shared/scenarios/schema/run.ts';
import { connect } from '#test/support/builders.ts';
import { basic, postBytes, send, track } from '#test/support/ingest-client.ts';
import { makeMock, urlOf } from '#test/support/mock-client.ts';
import { type StartedCore, startCore } from '#test/support/start-core.ts';
import { startTarget, type Target } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

function untrusted() {
  let isTrusted = false;
  return {
    folder: '/shop',
    isTrusted: () => isTrusted,
    hasChanged: () => false,
    configuration: { destinations: [], mocks: [], variables: [] },
    trust() {
      isTrusted = true;
    },
  };
}

const hasRun = 'The scenario ran.';

const runner = (): never => {
  throw new Error(hasRun);
};

function scenarioHost(url: string): ScenarioHost {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'a.yaml'),
    `scenario: 1
name: a
given:
  sources: [{ name: Shop }]
  destinations: [{ name: Orders, sources: [Shop], webhooks: [{ url: '${url}' }] }]
when:
  - { send: { source: Shop, sample: track } }
then:
  - lost: 0
`,
  );
  writeFileSync(
    join(folder, 'forwarding.yaml'),
    `scenario: 1
name: forwarding
given:
  mocks: [{ name: flaky }]
when:
  - { mock: { name: flaky, forward: { url: '${url}' } } }
then:
  - lost: 0
`,
  );
  mkdirSync(join(folder, 'fixtures'));
  return { runner, explorer: runner, folder, examplesFolder: folder };
}

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const senderRequest = (fields: object) =>
  SenderCertificationRequest.parse({ secret: 's3cret', ...fields });

interface Sending {
  readonly started: StartedCore;
  readonly core: Core;
  readonly target: Target;
}

/** Everything that sends, with what it returns instead. */
const ways: Readonly<Record<string, (sending: Sending) => Promise<void>>> = {
  async 'a delivery and a copy'({ started, core, target }) {
    await connect(core, { urls: [target.url] });
    const { delivery } = await send(core, track());
    await started.followed.state(delivery.id, 'blocked');
    const { attempt } = await core.copies.send(CopyEdit.parse({ deliveryId: delivery.id }));
    expect(attempt?.result).toMatchObject({ outcome: 'blocked', code: 'untrusted_workspace' });
  },
  async 'a forwarding mock endpoint'({ core, target }) {
    const mock = await makeMock(core, { forward: { url: target.url } });
    const response = await fetch(urlOf(mock), { method: 'POST', body: 'hi' });
    expect(response.status).toBe(502);
  },
  async 'the certification of a receiver'({ core, target }) {
    const request = CertificationRequest.parse({ url: target.url, secret: 's3cret' });
    await expect(core.certification.run(request)).rejects.toMatchObject({ code: 'conflict' });
  },
  async 'the look-up of a certification'({ core, target }) {
    const mock = await makeMock(core, {});
    const request = CertificationRequest.parse({
      ...{ url: urlOf(mock), secret: 's3cret' },
      lookupUrl: `${target.url}?id={messageId}`,
    });
    await expect(core.certification.run(request)).rejects.toMatchObject({ code: 'conflict' });
  },
  async 'the trigger of a certification of a sender'({ core, target }) {
    const request = senderRequest({ triggerUrl: target.url });
    await expect(all(core.certification.followSender(request))).rejects.toMatchObject({
      code: 'conflict',
    });
  },
  async 'the clock of a certification of a sender'({ core, target }) {
    const mock = await makeMock(core, {});
    const request = senderRequest({ triggerUrl: urlOf(mock), clockUrl: target.url });
    await expect(all(core.certification.followSender(request))).rejects.toMatchObject({
      code: 'conflict',
    });
  },
  async 'a scenario'({ core }) {
    const files = ['a.yaml', 'forwarding.yaml'];
    const run = (file: string) => all(core.scenarios.run(RunScenarioRequest.parse({ file })));
    for (const file of files) {
      await expect(run(file)).rejects.toMatchObject({ code: 'conflict' });
      const explored = ExploreRequest.parse({ file });
      await expect(all(core.scenarios.explore(explored))).rejects.toMatchObject({
        code: 'conflict',
      });
    }
    await core.system.trustWorkspace();
    for (const file of files) await expect(run(file)).rejects.toThrow(hasRun);
  },
};

it.each(Object.keys(ways))(
  'does not send %s to another server, even on this machine',
  async (way) => {
    const target = await startTarget();
    const scenarios = scenarioHost(target.url);
    const started = await startCore({ workspace: untrusted(), scenarios });
    await ways[way]?.({ started, core: started.core, target });
    expect(target.connections).toBe(0);
  },
);

it('sends to mock endpoints on their shared port and on a port of their own', async () => {
  const { core, followed } = await startCore({ workspace: untrusted() });
  const shared = await makeMock(core, {});
  const own = await makeMock(core, { tls: 'good', tlsFloor: '1.3' });
  await connect(core, {
    fanOut: 'each',
    urls: [urlOf(shared).replace('127.0.0.1', 'localhost'), urlOf(own)],
  });
  const { delivery } = await send(core, track());
  await followed.state(delivery.id, 'delivered');
});

it.each<[string, Parameters<typeof makeMock>[1]]>([
  ['whose next step refuses connections', { steps: [{ fault: 'refuse_connection' }] }],
  ['during an outage', { outage: { durationMs: 3_600_000, fault: 'refuse_connection' } }],
])('sends nothing to another program on the port of a mock endpoint %s', async (_, settings) => {
  const { core, followed } = await startCore({ workspace: untrusted() });
  const mock = await makeMock(core, settings);
  expect(mock.listening).toBe('refusing');
  const target = await startTarget({ port: Number(new URL(urlOf(mock)).port) });
  await connect(core, { urls: [urlOf(mock)] });
  const { delivery } = await send(core, track());
  await followed.until(() => followed.deliveries.get(delivery.id)?.attempts === 1);
  const { attempt } = await core.copies.send(CopyEdit.parse({ deliveryId: delivery.id }));
  expect(attempt?.result).toMatchObject({ outcome: 'failed', code: 'connection_refused' });
  expect(target.connections).toBe(0);
});

it('rejects an unknown write key as not applied, until it is trusted', async () => {
  const { core } = await startCore({ workspace: untrusted() });
  const authorization = basic('the-key-of-the-environment');
  const newestProblem = async () => {
    const { status } = await postBytes(core, '/v1/track', JSON.stringify(track()), {
      authorization,
    });
    expect(status).toBe(401);
    const { items } = core.rejected.list({ limit: 1 });
    return items[0]?.problem.code;
  };
  expect(await newestProblem()).toBe('write_key_unread');
  await core.system.trustWorkspace();
  expect(await newestProblem()).toBe('write_key_unknown');
});

it.each([
  ['127.0.0.1', 8379, '127.0.0.1'],
  ['localhost', 8379, '127.0.0.1'],
  ['hooks.localhost', 8379, '127.0.0.1'],
  ['::1', 8379, '127.0.0.1'],
  ['127.0.0.2', 8379, '127.0.0.1'],
  ['127.0.0.1', 8390, { code: 'ECONNREFUSED' }],
  ['127.0.0.1', 8380, { code: 'UNTRUSTED_WORKSPACE' }],
  ['localhost.example', 8379, { code: 'UNTRUSTED_WORKSPACE' }],
  ['192.0.2.1', 8379, { code: 'UNTRUSTED_WORKSPACE' }],
  ['192.0.2.1', 8390, { code: 'UNTRUSTED_WORKSPACE' }],
])('opens a connection for %s port %i to %o', (host, port, connected) => {
  const gate = createSendGate({
    isTrusted: () => false,
    mockHost: '0.0.0.0',
    mocks: () => [
      { url: null, listening: 'failed' },
      { url: 'http://127.0.0.1:8379/mock/shop', listening: 'listening' },
      { url: 'http://127.0.0.1:8390/mock/down', listening: 'refusing' },
    ],
  });
  const host_ = gate.hostFor(host, port);
  if (typeof connected === 'string') expect(host_).toBe(connected);
  else expect(host_).toMatchObject(connected);
});
