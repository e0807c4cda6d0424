/** `hookwright deliveries`, against a host in another process. */
import { once } from 'node:events';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BulkPlan, Job } from '#shared/schemas/job.ts';
import { makeFolder, removeFolder, temporaryFolder } from '#test/support/temporary-folder.ts';
import { until } from '#test/support/until.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';
import { connect, trackMany } from '../e2e/support/seed.ts';
import { type Host, startHost } from '../e2e/support/start-host.ts';
import { startTargetServer, type TargetServer } from '../e2e/support/target-server.ts';
import { runDeliveries } from './support/run-deliveries.ts';

const dataFolder = makeFolder();
/** An hour until the next attempt, so that none happens during the test. */
const patient = { baseMs: 3_600_000, capMs: 3_600_000, jitter: 0, windowMs: 14_400_000 };
let host: Host;
let target: TargetServer;

/** Six deliveries: two delivered, four failed once and retrying. */
beforeAll(async () => {
  await ensureBuild();
  host = await startHost({ dataFolder });
  target = await startTargetServer();
  target.answer(200, 200, 503);
  const { source } = await connect(host, target.url, { retry: patient });
  await trackMany(host, source, 6);
  await until(async () =>
    expect(await host.api('GET', '/ledger')).toMatchObject({ delivered: 2, retrying: 4 }),
  );
  target.answer(200);
});

afterAll(async () => {
  await host.stop();
  await target.stop();
  removeFolder(dataFolder);
});

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The options that select the host of this file. */
  readonly where?: readonly string[];
}

const deliveries = (
  args: readonly string[],
  { env = {}, where = ['--data', dataFolder] }: RunOptions = {},
) => runDeliveries([...args, ...where], { env });

describe('hookwright deliveries', () => {
  it('lists and counts matching deliveries, as text and as JSON', async () => {
    const filter = ['--filter', 'state:retrying'];
    const listed = await deliveries(['list', ...filter]);
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(listed.stdout.trimEnd().split('\n')).toHaveLength(1 + 4);
    expect(listed.stdout).toMatch(/ retrying +track +Event \d .*Shop → Staging hooks .* 503 +1 /);
    const { stdout } = await deliveries(['list', ...filter, '--limit', '3', '--json']);
    expect(JSON.parse(stdout)).toMatchObject([6, 5, 4].map((id) => ({ id, state: 'retrying' })));
    expect((await deliveries(['count', ...filter])).stdout).toBe('4\n');
    expect((await deliveries(['count', '--json'])).stdout).toBe('{"count":6}\n');
    expect(await deliveries(['list', '--filter', 'event:nothing'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'No matching deliveries.\n',
    });
  });

  it('prints the plan first, and changes nothing without --yes or a terminal', async () => {
    const filter = ['--filter', 'not event:nothing'];
    const refused = await deliveries(['cancel', ...filter]);
    expect(refused.code).toBe(2);
    expect(refused.stdout).toContain('6 deliveries match; cancel applies to 4.');
    expect(refused.stdout).toContain('2 already finished');
    expect(refused.stdout).toContain(`4 of Staging hooks: ${target.url}/hook`);
    expect(refused.stderr).toContain('Add --yes');
    expect(await deliveries(['cancel', ...filter, '--plan'])).toMatchObject({
      code: 0,
      stderr: '',
      stdout: refused.stdout,
    });
    expect(await host.api('GET', '/ledger')).toMatchObject({ cancelled: 0, retrying: 4 });

    const done = await deliveries(['cancel', ...filter, '--yes']);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toContain('4 deliveries cancelled.');
    expect(await host.api('GET', '/ledger')).toMatchObject({ cancelled: 4, retrying: 0 });
    const { items } = (await host.api('GET', '/deliveries?filter=state:cancelled')) as {
      items: { id: number }[];
    };
    for (const { id } of items) await host.api('POST', `/deliveries/${id}/cancel/undo`);
    expect(await host.api('GET', '/ledger')).toMatchObject({ cancelled: 0, retrying: 4 });
  });

  it('sends copies and retries, and prints one JSON document', async () => {
    const copied = await deliveries([
      ...['copy', '--filter', 'state:delivered', '--per-second', '50', '--yes', '--json'],
    ]);
    expect(copied.code).toBe(0);
    const { plan, job }: { plan: BulkPlan; job: Job } = JSON.parse(copied.stdout);
    expect(plan).toMatchObject({ matchCount: 2, applyCount: 2 });
    expect(job).toMatchObject({ state: 'completed', doneCount: 2, counts: { delivered: 2 } });
    expect(copied.stderr).toContain("Can't be undone.");
    const { code } = await deliveries(['retry', '--filter', 'state:retrying', '--yes']);
    expect(code).toBe(0);
    await target.received(6 + 2 + 4);
    const nothing = await deliveries(['retry', '--filter', 'event:nothing']);
    expect(nothing).toMatchObject({ code: 0, stderr: '' });
    expect(nothing.stdout).toContain('0 deliveries match');
  });

  it('warns that without a filter it applies to all deliveries', async () => {
    const { stdout } = await deliveries(['cancel', '--plan']);
    expect(stdout).toMatch(/^All deliveries, without a filter\.\n6 deliveries match; /);
  });

  it('fails with a message when no copy was delivered', async () => {
    target.answer(503);
    const { code, stdout, stderr } = await deliveries([
      ...['copy', '--filter', 'event:"Event 1" or event:"Event 2"', '--yes'],
    ]);
    target.answer(200);
    expect(code).toBe(1);
    expect(stdout).toContain('0 delivered, 2 failed');
    expect(stderr).toContain('None of the 2 requests was delivered');
  });

  it('points at the character of an invalid filter', async () => {
    const filter = 'type:track 💥 status>>5';
    const { code, stderr } = await deliveries(['cancel', '--yes', '--filter', filter]);
    expect(code).toBe(2);
    const [, line = '', caret = ''] = stderr.split('\n');
    expect(line.trim()).toBe(filter);
    expect([...line][caret.indexOf('^')]).toBe('>');
  });

  it.each([
    [['cancel', '--filter'], 'argument missing'],
    [['list', '--limit', '0'], 'from 1 to 100,000'],
    [['copy', '--per-second', 'many'], '--per-second'],
    [['retry', '--per-second', '5'], 'unknown option'],
    [['list', '--long'], '(Run "hookwright deliveries help list" for the options.)'],
    [['forget'], 'unknown command'],
    [['forget'], '(Run "hookwright deliveries help" for the commands'],
  ])('answers %j with exit code 2', async (args, sentence) => {
    const { code, stdout, stderr } = await deliveries(args, { where: [] });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
  });
});

describe('the running host', () => {
  it('is found by the file in its data folder, which only its user can read', async () => {
    const file = join(host.dataFolder, 'running-host.json');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    const other = await startHost();
    const left = join(other.dataFolder, 'running-host.json');
    expect(existsSync(left)).toBe(true);
    await other.stop();
    expect(existsSync(left)).toBe(false);
  });

  it('is selected by options or the environment, with any address it prints', async () => {
    const url = new URL(host.apiUrl).origin;
    const named = { HOOKWRIGHT_URL: url, HOOKWRIGHT_TOKEN: host.token };
    const nowhere = ['--data', temporaryFolder()];
    for (const [where, env] of [
      [['--url', host.interfaceUrl], {}],
      [['--url', host.apiUrl, '--token', host.token], {}],
      [[], named],
    ] as const)
      expect(await deliveries(['count'], { where: [...nowhere, ...where], env })).toMatchObject({
        code: 0,
        stdout: '6\n',
      });
  });

  it.each([
    ...[
      [200, '{}'],
      [200, '[]'],
      [200, 'null'],
      [200, '{"version":1}'],
      [200, '<html>'],
      [200, ''],
    ],
    ...[
      [404, '{}'],
      [404, '<html>'],
      [500, ''],
    ],
  ] as const)('is reported when another server answers %d with %j', async (status, body) => {
    const server = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const command of ['list', 'count'])
      expect(
        await deliveries([command], { where: ['--url', url, '--token', 'some'] }),
      ).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining(`Can't connect to ${url}`),
      });
    server.close();
  });

  it('is reported when it is not running or rejects the token', async () => {
    const folder = temporaryFolder();
    const where = (...more: string[]) => ({ where: ['--data', folder, ...more] });
    expect(await deliveries(['count'], where())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Hookwright isn't running with the data folder ${folder}`),
    });
    // A killed host leaves this file.
    writeFileSync(
      join(folder, 'running-host.json'),
      JSON.stringify({ url: 'http://127.0.0.1:1', token: 'x' }),
      { mode: 0o600 },
    );
    expect(await deliveries(['count'], where())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Can't connect to http://127.0.0.1:1"),
    });
    expect(await deliveries(['count'], where('--url', host.apiUrl))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--token-file'),
    });
    expect(
      await deliveries(['count'], where('--url', host.apiUrl, '--token', 'wrong')),
    ).toMatchObject({ code: 2, stderr: expect.stringContaining('not valid') });
    expect(await deliveries(['count'], where('--url', 'nowhere'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not a valid address'),
    });
  });
});
