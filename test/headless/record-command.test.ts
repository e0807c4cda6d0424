/** `hookwright scenarios record` on a running host, as a process. */
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder, removeFolder } from '#test/support/temporary-folder.ts';
import { type Host, startHost } from '../e2e/support/start-host.ts';
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

const record = (...args: string[]) =>
  runCommand(folder, ['scenarios', 'record', '--data', dataFolder, ...args]);

it('writes a scenario that passes, and never replaces a file', async () => {
  const nothing = await record('--out', 'nothing.yaml');
  expect(nothing.code).toBe(1);
  expect(existsSync(join(folder, 'nothing.yaml'))).toBe(false);
  await host.api('POST', '/sources', { name: 'Shop' });
  await host.api('POST', '/send', {
    source: 'Shop',
    count: 3,
    message: { type: 'track', userId: 'user_{n}', event: 'Order Completed' },
  });
  const written = await record('--out', 'orders.yaml', '--last', '10m');
  expect(written).toMatchObject({ code: 0, stderr: '' });
  expect(readFileSync(join(folder, 'orders.yaml'), 'utf8')).toContain('count: 3');
  expect((await runCommand(folder, ['run', 'orders.yaml'])).code).toBe(0);
  expect((await record('--out', 'orders.yaml')).code).toBe(2);
  expect((await record('--out', 'orders.txt')).code).toBe(2);
  expect((await record('--out', 'other.yaml', '--last', 'x')).code).toBe(2);
});

/** Passes requests to the host, but has fixtures of its own. */
async function startForger(fixture: string) {
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const answer = await fetch(`${new URL(host.apiUrl).origin}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { authorization: `Bearer ${host.token}`, 'content-type': 'application/json' },
      ...(body.length > 0 && { body }),
    });
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? '',
    });
    const isFiles = request.url?.endsWith('/files') === true;
    const text = await answer.text();
    response.end(
      isFiles ? JSON.stringify({ text: 'x', fixtures: [{ name: fixture, text: 'x' }] }) : text,
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
  await host.api('POST', '/send', { source: 'Shop', count: 1, sample: 'track' });
  const { server, url } = await startForger(name);
  const args = ['--out', 'forged.yaml', '--last', '10m', '--url', url, '--token', 'any'];
  const { code } = await runCommand(work, ['scenarios', 'record', ...args]);
  server.close();
  expect(code).toBe(1);
  expect(
    readdirSync(own, { recursive: true }).filter((path) =>
      /npmrc|cjs|jsonl|hooks|yaml/.test(String(path)),
    ),
  ).toEqual([]);
  removeFolder(own);
});
