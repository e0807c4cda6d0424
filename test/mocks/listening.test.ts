/**
 * Ports of mock endpoints: a default port that is taken moves with a message, an explicit one does not.
 */
import net from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createCore } from '#main/app.ts';
import type { ListenAddress } from '#main/kit/ports.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { coreOptions, freePort, plainBox } from '#test/support/core-options.ts';
import { makeMock, speak, urlOf } from '#test/support/mock-client.ts';
import { createRecordedLog } from '#test/support/recorded-log.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { deadUrl, startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const usual = (port: number): ListenAddress => ({ host: '127.0.0.1', port, explicit: false });
const portOf = (url: string | null): number => Number(new URL(url ?? '').port);

async function occupy(port: number): Promise<void> {
  const server = net.createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
}

it('the shared ports move when they are taken, and this is reported', async () => {
  const { port } = await startTarget();
  const mocks = { http: usual(port), https: usual(port) };
  const { core, log } = await startCore({ mocks });
  const { mockUrl, mockHttpsUrl, mockProblem } = core.system.get();
  expect(portOf(mockUrl)).toBeGreaterThan(port);
  expect(mockHttpsUrl).toBeNull();
  expect(mockProblem).toEqual({
    code: 'port_changed',
    params: { port, currentPort: portOf(mockUrl) },
  });
  expect(log.records).toContainEqual(
    expect.objectContaining({ level: 'warn', details: { code: 'port_changed' } }),
  );
  const mock = await makeMock(core);
  expect(portOf(mock.url)).toBe(portOf(mockUrl));
  expect(mock).toMatchObject({ listening: 'listening', problem: mockProblem });
  const secure = await makeMock(core, { tls: 'good' });
  expect(portOf(secure.url)).toBeGreaterThan(portOf(mockUrl));
  expect(secure.problem).toEqual({
    code: 'port_changed',
    params: { port, currentPort: portOf(secure.url) },
  });
});

it.each(['http', 'https'] as const)(
  'an explicit port that is taken prevents the start (%s)',
  async (scheme) => {
    const { port } = await startTarget();
    const asked = { ...usual(port), explicit: true };
    const mocks = { http: freePort, https: freePort, [scheme]: asked };
    const { log } = createRecordedLog();
    const core = await createCore({ ...coreOptions(temporaryFolder(), { mocks }), log });
    onTestFinished(() => core.stop());
    const option = scheme === 'http' ? '--mock-port' : '--mock-https-port';
    await expect(core.start()).rejects.toMatchObject({
      code: 'port_in_use',
      message: expect.stringMatching(new RegExp(`port ${port} .* with ${option}\\.`)),
    });
  },
);

it('an explicit port that is free is used', async () => {
  const { port } = new URL(await deadUrl());
  const http = { ...usual(Number(port)), explicit: true };
  const { core } = await startCore({ mocks: { http, https: freePort } });
  expect(portOf((await makeMock(core)).url)).toBe(Number(port));
});

it('an own port is kept across restarts, and given up while it is taken', async () => {
  const dataFolder = temporaryFolder();
  const first = await openCore({ dataFolder });
  const steps = [{ fault: 'reset_before_request' as const }];
  const { id, url } = await makeMock(first.core, { steps });
  await first.stop();
  const second = await openCore({ dataFolder });
  expect(second.core.mocks.get({ id })).toMatchObject({ url, problem: null });
  await second.stop();
  await occupy(portOf(url));
  const third = await openCore({ dataFolder });
  const moved = third.core.mocks.get({ id });
  expect(moved.listening).toBe('listening');
  expect(portOf(moved.url)).not.toBe(portOf(url));
  expect(moved.problem).toEqual({
    code: 'port_changed',
    params: { port: portOf(url), currentPort: portOf(moved.url) },
  });
  expect((await speak(urlOf(moved))).ended).toBe('reset');
  await third.stop();
});

it('own ports start at 8390 with default settings, and are never shared', async () => {
  const { core } = await startCore({
    mocks: { http: usual(48_379), https: usual(48_380) },
  });
  const refuse = { steps: [{ fault: 'refuse_connection' as const }] };
  const [one, two] = [await makeMock(core, refuse), await makeMock(core, refuse)];
  expect(one).toMatchObject({ listening: 'refusing', problem: null });
  expect(portOf(one.url)).toBeGreaterThanOrEqual(8_390);
  expect(portOf(two.url)).toBeGreaterThan(portOf(one.url));
  // A refusing port is free, so mock endpoints created together must know each other's ports.
  const atOnce = await Promise.all(
    ['three', 'four', 'five'].map((name) => makeMock(core, { ...refuse, name })),
  );
  const ports = [one, two, ...atOnce].map(({ url }) => portOf(url));
  expect(new Set(ports).size).toBe(5);
});

it('unreadable secrets are reported at their mock endpoints; others keep working', async () => {
  const dataFolder = temporaryFolder();
  const first = await openCore({ dataFolder });
  await makeMock(first.core, { name: 'plain' });
  await makeMock(first.core, { name: 'secret', secret: 's3cret', strict: true });
  await makeMock(first.core, { name: 'good', tls: 'good' });
  await makeMock(first.core, { name: 'expired', tls: 'expired' });
  await makeMock(first.core, { name: 'self-signed', tls: 'self_signed' });
  await first.stop();
  const open = () => {
    throw new Error('Sealed by another.');
  };
  const second = await openCore({ dataFolder, secretBox: { ...plainBox, open } });
  const states = second.core.mocks
    .list()
    .map(({ name, listening, problem }) => [name, listening, problem]);
  const unreadable = { code: 'ca_key_unreadable', params: {} };
  expect(states).toEqual([
    ['expired', 'failed', unreadable],
    ['good', 'failed', unreadable],
    ['plain', 'listening', null],
    ['secret', 'listening', { code: 'secret_unreadable', params: { strict: true } }],
    ['self-signed', 'listening', null],
  ]);
  const secret = urlOf(second.core.mocks.get({ id: 'secret' }));
  const { text } = await speak(secret, { enough: /read\.\n$/ });
  expect(text).toContain(' 401 ');
  expect(text).toMatch(/secret .*read/);
  await second.stop();
});

it('the change feed includes the URLs of a new mock endpoint, on its own port and on https', async () => {
  const { core } = await startCore();
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const changes = core.changes.follow({}, stopping.signal);
  await changes.next();
  const wanted = new Map<string, Mock['listening']>([
    ['refused', 'refusing'],
    ['secure', 'listening'],
  ]);
  const allReported = (async () => {
    const reported = new Map<string, Mock['listening']>();
    for await (const batch of changes) {
      for (const change of batch.changes)
        if (change.kind === 'mock') reported.set(change.mock.name, change.mock.listening);
      if ([...wanted].every(([name, listening]) => reported.get(name) === listening)) return;
    }
  })();
  await makeMock(core, { name: 'refused', steps: [{ fault: 'refuse_connection' }] });
  await makeMock(core, { name: 'secure', tls: 'good' });
  await allReported;
});
