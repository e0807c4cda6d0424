/** A server that the command line starts and restarts. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { ExplorationReport } from '#shared/scenarios/schema/exploration.ts';
import { runCommand } from '#test/hosts/headless/support/run-command.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { unusedPort } from '#test/support/unused-ports.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { ownNode } from '../../../scripts/node-binary.mjs';
import { ordersScenario, startOrdersForTest } from './support/orders.ts';

beforeAll(ensureBuild);

const receiver = join(import.meta.dirname, 'receivers/orders-on-disk.mjs');

/** A folder with `orders.yaml`, and the command that starts its server. */
async function prepare(bug = '') {
  const folder = temporaryFolder();
  const port = await unusedPort();
  const url = `http://127.0.0.1:${port}`;
  writeFileSync(join(folder, 'orders.yaml'), ordersScenario(url, { count: 1 }));
  const env = `BUG=${bug} PORT=${port} STATE=${join(folder, 'state')}`;
  const run = (...args: readonly string[]) =>
    runCommand(folder, args, { XDG_CONFIG_HOME: join(folder, 'config') });
  return { folder, url, run, command: `${env} ${ownNode} ${receiver}` };
}

const explored = ['explore', 'orders.yaml', '--disturb', 'restart'];
const reports = ['--json', 'explore.json', '--junit', 'explore.xml'];

/** Longer than the start of a server takes on a busy machine. */
const patient = ['--restart-ready', '60s'];

const reportIn = (folder: string): ExplorationReport =>
  JSON.parse(readFileSync(join(folder, 'explore.json'), 'utf8'));

const isDown = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => false,
    () => true,
  );

it('loses message IDs in memory, which is found and repeats only with a command', async () => {
  const { folder, url, run, command } = await prepare('memory_ids');
  const flags = ['--restart-with', command, ...patient];
  const { code, stdout, stderr } = await run(...explored, ...reports, ...flags);
  expect({ code, stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`Starts: ${command}\n`),
  });
  expect(reportIn(folder).finding).toMatchObject({
    disturbances: [{ kind: 'restart', messageId: 'sent-1' }],
    failures: [{ processed: 2 }],
  });
  expect(await isDown(url)).toBe(true);
  const found = readFileSync(join(folder, 'orders.found.yaml'), 'utf8');
  expect(found).toContain('serverRestart: orders');
  // The command stands in no file.
  for (const file of ['explore.json', 'explore.xml', 'orders.found.yaml'])
    expect(readFileSync(join(folder, file), 'utf8'), file).not.toContain(receiver);
  // The printed command has it.
  expect(stdout).toContain(`--restart-with '${command}' --restart-ready 60000ms`);
  const again = await run('run', 'orders.found.yaml', '--json', 'run.json', ...flags);
  expect(again.code).toBe(1);
  const without = await run('run', 'orders.found.yaml', '--json', 'without.json');
  expect(without.code).toBe(3);
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')).reports[0];
  expect(read('without.json').inconclusive).toMatchObject([{ code: 'server_restart_impossible' }]);
  expect(read('run.json').command).toContain('--restart-with COMMAND');
  const archives = readdirSync(join(folder, 'hookwright-report'), { recursive: true });
  for (const file of ['run.json', ...archives.map((name) => `hookwright-report/${name}`)])
    if (existsSync(join(folder, file)) && /\.(json|yaml|jsonl)$/.test(file))
      expect(readFileSync(join(folder, file), 'utf8'), file).not.toContain(receiver);
});

it('keeps them on disk, with a process group that the shell started', async () => {
  const { folder, url, run, command } = await prepare();
  const { code } = await run(
    ...explored,
    ...reports,
    '--restart-with',
    `${command} & wait`,
    ...patient,
  );
  expect(code).toBe(0);
  expect(reportIn(folder)).toMatchObject({
    ...{ verdict: 'passed', isComplete: true },
    coverage: { kinds: [{ kind: 'restart', tried: 1, possible: 1, untried: 0 }] },
  });
  expect(await isDown(url)).toBe(true);
});

it('needs its command', async () => {
  const { run } = await prepare();
  const { code, stderr } = await run(...explored);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--restart-with') });
});

it.each([
  ['ends', 'echo port taken; exit 1', 'port taken'],
  ['never accepts a connection', 'echo starting; exec sleep 600', '200 ms'],
])('is inconclusive if the command %s', async (_, command, text) => {
  const { folder, run } = await prepare();
  const flags = ['--restart-with', command, '--restart-ready', '200ms'];
  const { code, stdout } = await run(...explored, ...reports, ...flags);
  expect({ code, stdout }).toEqual({ code: 3, stdout: expect.stringContaining(text) });
  expect(reportIn(folder).reason).toMatchObject({ code: 'server_not_reachable' });
});

it('is inconclusive if the command goes to the background, and leaves nothing there', async () => {
  const { folder, url, run, command } = await prepare();
  const { code } = await run(...explored, ...reports, '--restart-with', `${command} &`);
  expect(code).toBe(3);
  expect(reportIn(folder).reason?.message).toContain('foreground');
  expect(await isDown(url)).toBe(true);
});

it('is inconclusive if another server runs already', async () => {
  const { url } = await startOrdersForTest();
  const { folder, run, command } = await prepare();
  writeFileSync(join(folder, 'orders.yaml'), ordersScenario(url, { count: 1 }));
  const { code } = await run(...explored, ...reports, '--restart-with', command);
  expect(code).toBe(3);
  expect(reportIn(folder).reason).toMatchObject({
    ...{ code: 'server_not_reachable', message: expect.stringContaining('Another server') },
  });
});

it('starts it again if it can no longer be reset', async () => {
  const { folder, run, command } = await prepare('stuck');
  const flags = ['--disturb', 'duplicate', '--restart-with', command, ...patient];
  expect(await run('explore', 'orders.yaml', ...reports, ...flags)).toMatchObject({ code: 0 });
  expect(reportIn(folder)).toMatchObject({ verdict: 'passed', isComplete: true });
});

it('is killed in the middle of its work by a crash', async () => {
  const { folder, run, command } = await prepare('responds_first');
  const flags = ['--disturb', 'restart,crash', '--restart-with', command, ...patient];
  expect(await run('explore', 'orders.yaml', ...reports, ...flags)).toMatchObject({ code: 1 });
  expect(reportIn(folder).finding).toMatchObject({
    disturbances: [{ kind: 'crash', messageId: 'sent-1' }],
    failures: [{ processed: 0 }],
  });
  expect(readFileSync(join(folder, 'orders.found.yaml'), 'utf8')).toContain('serverCrash: orders');
});
