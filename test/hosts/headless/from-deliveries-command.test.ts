/** `hookwright scenarios from-deliveries` on a running host, as a process. */
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Host, startHost } from '#test/e2e/support/start-host.ts';
import { makeFolder, removeFolder } from '#test/support/temporary-folder.ts';
import { runCommand } from './support/run-command.ts';

const dataFolder = makeFolder();
const folder = makeFolder();
let host: Host;

beforeAll(async () => {
  host = await startHost({ dataFolder });
});
afterAll(async () => {
  await host.stop();
  removeFolder(dataFolder);
  removeFolder(folder);
});

const make = (...args: string[]) =>
  runCommand(folder, ['scenarios', 'from-deliveries', '--data', dataFolder, ...args]);

it('writes a scenario that passes, and never replaces a file', async () => {
  const nothing = await make('--filter', 'event:none', '--out', 'nothing.yaml');
  expect(nothing.code).toBe(1);
  expect(existsSync(join(folder, 'nothing.yaml'))).toBe(false);
  const { id } = (await host.api('POST', '/sources', { name: 'Shop' })) as { id: string };
  const { url } = (await host.api('POST', '/mocks', { name: 'shop' })) as { url: string };
  await host.api('POST', '/destinations', {
    ...{ name: 'Orders', sourceIds: [id], webhooks: [{ url }] },
  });
  await host.api('POST', '/send', { source: 'Shop', count: 3, sample: 'track' });
  await expect
    .poll(() => host.api('GET', '/deliveries/count?filter=state:delivered'))
    .toMatchObject({ count: 3 });
  const all = ['--filter', 'state:delivered'];
  const made = await make(...all, '--out', 'orders.yaml');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect((await runCommand(folder, ['run', 'orders.yaml'])).code).toBe(0);
  expect((await make(...all, '--out', 'orders.yaml')).code).toBe(2);
  expect((await make(...all, '--out', 'orders.txt')).code).toBe(2);
  expect((await make(...all, '--out', 'other.yaml', '--against', 'x')).code).toBe(2);
});

it('makes a failure a scenario that fails until the server is fixed', async () => {
  let isFixed = false;
  const events: unknown[] = [];
  const server = createServer(async (request, response) => {
    const { event } = JSON.parse((await buffer(request)).toString()) as { event: unknown };
    events.push(event);
    response.writeHead(event === 'Refunded' && !isFixed ? 422 : 200).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { id } = (await host.api('POST', '/sources', { name: 'Till' })) as { id: string };
  const sharedSecret = 'very-private';
  await host.api('POST', '/destinations', {
    ...{ name: 'Ledger', sourceIds: [id], sharedSecret },
    webhooks: [{ url: `http://127.0.0.1:${port}/webhook` }],
  });
  for (const event of ['Paid', 'Refunded'])
    await host.api('POST', '/send', {
      ...{ source: 'Till', message: { type: 'track', userId: 'u1', event } },
    });
  await expect
    .poll(() => host.api('GET', '/deliveries/count?filter=state:refused'))
    .toMatchObject({ count: 1 });
  const made = await make('--filter', 'state:refused', '--against', 'server', '--out', 'bug.yaml');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const run = () => runCommand(folder, ['run', 'bug.yaml'], { LEDGER_SECRET: sharedSecret });
  expect((await run()).code).toBe(1);
  isFixed = true;
  expect((await run()).code).toBe(0);
  expect(events).toEqual(['Paid', 'Refunded', 'Refunded', 'Refunded']);
  server.close();
  server.closeAllConnections();
});

/** Passes requests to the host, but has fixtures of its own. */
async function startForger(fixture: string) {
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const reply = await fetch(`${new URL(host.apiUrl).origin}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { authorization: `Bearer ${host.token}`, 'content-type': 'application/json' },
      ...(body.length > 0 && { body }),
    });
    response.writeHead(reply.status, {
      'content-type': reply.headers.get('content-type') ?? '',
    });
    const isFiles = request.url?.endsWith('/from-deliveries') === true;
    const text = await reply.text();
    response.end(
      isFiles
        ? JSON.stringify({
            ...JSON.parse(text),
            text: 'x',
            fixtures: [{ name: fixture, text: 'x' }],
          })
        : text,
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it.each([
  '.npmrc',
  'a.cjs',
  '../a.jsonl',
  '/tmp/a.jsonl',
  '.git/hooks/pre-commit',
  'fixtures/.a.jsonl',
  'fixtures/a/b.jsonl',
  'fixtures/a.jsonl',
])('writes no fixture that another server names %s', async (name) => {
  const own = makeFolder();
  // The last name is that of a fixture, but its folder is a link.
  mkdirSync(join(own, 'elsewhere'));
  symlinkSync(join(own, 'elsewhere'), join(own, 'linked'));
  const work = join(own, 'work');
  mkdirSync(work);
  symlinkSync('../elsewhere', join(work, 'fixtures'));
  const { server, url } = await startForger(name);
  const filter = ['--filter', 'state:delivered', '--out', 'forged.yaml'];
  const args = ['scenarios', 'from-deliveries', ...filter, '--url', url];
  const { code } = await runCommand(work, args, { HOOKWRIGHT_TOKEN: 'any' });
  server.close();
  expect(code).toBe(1);
  expect(
    readdirSync(own, { recursive: true }).filter((path) =>
      /npmrc|cjs|jsonl|hooks|yaml/.test(String(path)),
    ),
  ).toEqual([]);
  removeFolder(own);
});
