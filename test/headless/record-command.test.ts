/** `hookwright scenarios record` on a running host, as a process. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
