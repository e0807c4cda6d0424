/** `hookwright run` as a process: exit codes, reports, run archives, watching. */
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ScenarioDurations } from '#shared/scenarios/schema/durations.ts';
import type { RunReport } from '#shared/scenarios/schema/report.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { startCli } from './support/run-cli.ts';
import { runCommand } from './support/run-command.ts';

beforeAll(ensureBuild);

const scenario = ({ name = 'Two orders', count = 2, more = '' } = {}): string => `
scenario: 1
name: ${name}
variables:
  user: { env: TEST_USER, default: u1 }
given:
  sources: [{ name: Shop }]
  mocks: [{ name: shop, secret: s3cret }]
  destinations: [{ name: Orders, sharedSecret: s3cret, sources: [Shop], webhooks: [{ mock: shop }] }]
  ${more}
when:
  - { id: orders, send: { source: Shop, fixture: orders.jsonl, over: 1m } }
then:
  - { name: each order arrives, requests: 'status=200 user:\${user}', count: ${count} }
`;

const order = (id: number): string =>
  JSON.stringify({ type: 'track', userId: 'u1', event: 'Paid', properties: { id } });

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'scenarios'));
  writeFileSync(join(folder, 'scenarios/orders.jsonl'), `${order(1)}\n${order(2)}\n`);
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, 'scenarios', name), text);
  return folder;
}

const reportsIn = (folder: string, name: string) =>
  JSON.parse(readFileSync(join(folder, name), 'utf8')).reports;

describe('hookwright run', () => {
  it('exits with 0 when everything passes', async () => {
    const folder = folderWith({ 'a.yaml': scenario() });
    const { code, stderr } = await runCommand(folder, ['run', '--json', 'report.json', '--quiet']);
    expect({ code, stderr }).toEqual({
      ...{ code: 0, stderr: 'Reads environment variables: TEST_USER\n' },
    });
    expect(reportsIn(folder, 'report.json')).toMatchObject([{ verdict: 'passed', seed: 1 }]);
  });

  it('exits with 1 when something fails, and names file and line', async () => {
    const folder = folderWith({ 'a.yaml': scenario({ count: 3 }) });
    const { code, stdout } = await runCommand(folder, ['run']);
    expect(code).toBe(1);
    expect(stdout).toContain(`${join('scenarios', 'a.yaml')}:14:5`);
  });

  it('gives each seed a history of its own, with any number of workers, and repeats each that fails', async () => {
    // A retry comes after 5 to 10 seconds.
    const luck = scenario()
      .replace('when:', 'when:\n  - { outage: { mock: shop, for: 7500ms } }')
      .replace(/ {2}- \{ name: each.*/, "  - { attempts: 'code:server_error', count: 3 }");
    const folder = folderWith({ 'a.yaml': luck.replace('over: 1m', 'over: 1s') });
    const run = (...args: readonly string[]) =>
      runCommand(folder, ['run', '--archive', 'never', '--json', 'report.json', ...args]);
    const hashes = (): readonly [number, string][] =>
      reportsIn(folder, 'report.json').map(
        ({ seed, historyHash }: { seed: number; historyHash: string }) => [seed, historyHash],
      );
    const { code, stdout } = await run('--seeds', '1..12', '--workers', '2');
    expect(code).toBe(1);
    const bySeed = new Map(hashes());
    expect(new Set(bySeed.values()).size).toBe(12);
    const failing = reportsIn(folder, 'report.json')
      .filter(({ verdict }: { verdict: string }) => verdict === 'failed')
      .map(({ seed }: { seed: number }) => seed)
      .sort((a: number, b: number) => a - b);
    expect(failing.length).toBeGreaterThan(1);
    expect(failing.length).toBeLessThan(12);
    const repeated = [...stdout.matchAll(/npx hookwright run .* --seed (\d+)/g)];
    expect(repeated.map(([, seed]) => Number(seed))).toEqual(failing);
    const first = String(failing[0]);
    await run('--seed', first);
    expect(hashes()).toEqual([[failing[0], bySeed.get(failing[0])]]);
    await run('--seeds', '1..12', '--bail', '--workers', '1');
    expect(hashes().at(-1)?.[0]).toBe(failing[0]);
  });

  it('exits with 2 for an invalid file, an empty selection and a server that is not allowed', async () => {
    const folder = folderWith({ 'a.yaml': scenario(), 'b.yaml': 'scenario: 1\nwehn: []\n' });
    const invalid = await runCommand(folder, ['run']);
    expect(invalid.code).toBe(2);
    expect(invalid.stderr).toContain(`${join('scenarios', 'b.yaml')}:2:1`);
    const nothing = await runCommand(folder, ['run', 'scenarios/a.yaml', '--tag', 'none']);
    expect(nothing.code).toBe(2);
    const remote = scenario({
      more: "servers: [{ name: staging, url: 'https://staging.example/hook' }]",
    });
    writeFileSync(join(folder, 'scenarios/remote.yaml'), remote);
    const notAllowed = await runCommand(folder, ['run', 'scenarios/remote.yaml']);
    expect(notAllowed.code).toBe(2);
    expect(notAllowed.stderr).toContain('--allow-origin https://staging.example');
  });

  it('exits with 2 for every mistake in a file, with its line and fix', async () => {
    const mistakes: Readonly<
      Record<string, readonly [change: (text: string) => string, said: RegExp]>
    > = {
      unknown_key: [(text) => text.replace('then:', 'thne:'), /:13:1: .*thne.*"then"/],
      reference: [(text) => text.replace('source: Shop', 'source: Shpo'), /:12:35: .*Shpo.*"Shop"/],
      cut_off: [
        (text) => text.replace(/ {2}- \{ name: each.*/, '  - requests: user:a #1\n    count: 1'),
        /:14:15: .*quotes/,
      ],
      missing_file: [(text) => text.replace('orders.jsonl', 'none.jsonl'), /:12:50: .*none\.jsonl/],
      newer_format: [(text) => text.replace('scenario: 1', 'scenario: 2'), /:2:11: .*2.*[Uu]pdate/],
    };
    const folder = folderWith(
      Object.fromEntries(
        Object.entries(mistakes).map(([name, [change]]) => [`${name}.yaml`, change(scenario())]),
      ),
    );
    const { code, stdout, stderr } = await runCommand(folder, ['run']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    for (const [name, [, said]] of Object.entries(mistakes))
      expect(stderr.split('\n').find((line) => line.includes(name))).toMatch(said);
  });

  it('writes a run archive for each failed run, also of files with the same name at the same time', async () => {
    const folder = folderWith({});
    for (const name of ['a/outage', 'b/outage', 'b/注文', 'b/返金']) {
      mkdirSync(join(folder, 'scenarios', name.slice(0, 1)), { recursive: true });
      writeFileSync(join(folder, 'scenarios', name.slice(0, 1), 'orders.jsonl'), order(1));
      writeFileSync(join(folder, 'scenarios', `${name}.yaml`), scenario());
    }
    const options = ['--repeat', '2', '--workers', '4', '--json', 'report.json', '--quiet'];
    expect((await runCommand(folder, ['run', ...options])).code).toBe(1);
    const reports: readonly RunReport[] = reportsIn(folder, 'report.json');
    const archives = reports.map(({ real }) => real.archive ?? '');
    expect(new Set(archives).size).toBe(8);
    for (const archive of archives) expect(existsSync(join(folder, archive))).toBe(true);
    const written = readdirSync(join(folder, 'hookwright-report'));
    expect(written.filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('reports all verdicts where neither run archives nor reports can be written', async () => {
    const folder = folderWith({ 'a.yaml': scenario({ count: 3 }), 'b.yaml': scenario() });
    const out = ['--out', 'scenarios/a.yaml/archives'];
    const { code, stdout, stderr } = await runCommand(folder, ['run', ...out]);
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining('b.yaml') });
    expect(stdout).toContain('--seed');
    expect(stderr).toContain('(EEXIST)');
    const json = ['--json', 'scenarios/a.yaml/report.json'];
    expect(await runCommand(folder, ['run', ...out, ...json])).toMatchObject({
      ...{ code: 1, stdout: expect.stringContaining('b.yaml') },
      stderr: expect.stringContaining('scenarios/a.yaml/report.json'),
    });
    const passed = await runCommand(folder, ['run', 'scenarios/b.yaml', ...json]);
    expect(passed).toMatchObject({ code: 2, stdout: expect.stringContaining('b.yaml') });
  });

  it('exits with 3 when the data of runs can not be stored, and reports each', async () => {
    const folder = folderWith({ 'a.yaml': scenario(), 'b.yaml': scenario() });
    // Longer than paths of databases may be.
    const deep = join(folder, ...Array.from({ length: 4 }, () => 'a'.repeat(120)));
    mkdirSync(deep, { recursive: true });
    for (const TMPDIR of [join(folder, 'missing'), deep]) {
      const { code, stdout } = await runCommand(folder, ['run', '--json', 'report.json'], {
        ...{ TMPDIR, TEMP: TMPDIR, TMP: TMPDIR },
      });
      expect(code).toBe(3);
      expect(stdout).toContain(TMPDIR);
      expect(reportsIn(folder, 'report.json')).toMatchObject([
        { verdict: 'inconclusive', scenario: { file: expect.stringContaining('a.yaml') } },
        { verdict: 'inconclusive', scenario: { file: expect.stringContaining('b.yaml') } },
      ]);
    }
  });

  it('exits with 2 when the summary of GitHub Actions can not be written', async () => {
    const folder = folderWith({ 'a.yaml': scenario() });
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'missing/summary.md') };
    expect(await runCommand(folder, ['run'], env)).toMatchObject({
      ...{ code: 2, stdout: expect.stringContaining('1 passed') },
      stderr: expect.stringContaining("summary.md can't be written (ENOENT). Make it writable"),
    });
  });

  it('exits with 2 when a snapshot can not be written, and reports the result', async () => {
    const folder = folderWith({
      'a.yaml': scenario().replace(', count: 2', ', snapshot: a.snap'),
    });
    mkdirSync(join(folder, 'scenarios/a.snap/a'), { recursive: true });
    expect(await runCommand(folder, ['run', '--update'])).toMatchObject({
      ...{ code: 2, stdout: expect.stringContaining('1 passed') },
      stderr: expect.stringContaining("The snapshot a.snap can't be written ("),
    });
  });

  it('exits with 1 when repetitions differ, also when their report is merged', async () => {
    let requests = 0;
    const server = createServer((request, response) => {
      request.resume();
      requests += 1;
      response.writeHead(requests === 3 ? 500 : 200).end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const text = scenario({
      more: `servers: [{ name: mine, url: 'http://127.0.0.1:${port}/' }]`,
    }).replace('{ mock: shop }', 'server: mine');
    const file = text.replace(/then:.*/s, "then:\n  - { attempts: 'status=200', count: 2 }\n");
    const folder = folderWith({ 'a.yaml': file });
    const run = await runCommand(folder, ['run', '--repeat', '2', '--json', 'report.json']);
    expect(run.code).toBe(1);
    expect(/^ {2}now {5}.*$/m.exec(run.stdout)?.[0]).toContain('500');
    expect(reportsIn(folder, 'report.json')).toMatchObject([
      { verdict: 'passed' },
      { verdict: 'passed' },
    ]);
    const merged = await runCommand(folder, ['scenarios', 'merge', 'report.json']);
    expect(merged.code).toBe(1);
  });

  it('exits with 3 when a server is not reachable, and past the time limit', async () => {
    const server = (more: string) =>
      scenario({ more: `servers: [{ name: mine, url: 'http://127.0.0.1:9/hook'${more} }]` });
    const folder = folderWith({
      'reset.yaml': server(`, reset: { method: POST, url: 'http://127.0.0.1:9/reset' }`),
      'without-reset.yaml': server(''),
      'b.yaml': scenario(),
    });
    const json = ['--json', 'report.json'];
    for (const file of ['reset.yaml', 'without-reset.yaml']) {
      const down = await runCommand(folder, ['run', `scenarios/${file}`, ...json]);
      expect(down.code).toBe(3);
      expect(reportsIn(folder, 'report.json')).toMatchObject([
        { verdict: 'inconclusive', inconclusive: [{ code: 'server_not_reachable' }] },
      ]);
    }
    const late = await runCommand(folder, ['run', 'scenarios/b.yaml', '--limit', '1ms', ...json]);
    expect(late.code).toBe(3);
    expect(reportsIn(folder, 'report.json')).toMatchObject([
      { inconclusive: [{ code: 'time_limit' }] },
    ]);
  });

  it.each(['SIGINT', 'SIGHUP'] as const)(
    'exits with 130 when interrupted by %s',
    async (signal) => {
      const server = createServer(() => undefined).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/hook`;
      const folder = folderWith({
        'a.yaml': scenario({ more: `servers: [{ name: mine, url: '${url}' }]` }).replace(
          'mock: shop',
          'server: mine',
        ),
      });
      const { child, ended } = startCli(folder, ['run', '--json', 'report.json']);
      await once(server, 'request');
      child.kill(signal);
      const { code, stderr } = await ended;
      expect(code).toBe(130);
      expect(stderr).toContain(`Sends requests to: ${new URL(url).origin}\n`);
      expect(reportsIn(folder, 'report.json')).toMatchObject([
        { verdict: 'inconclusive', inconclusive: [{ code: 'interrupted' }] },
      ]);
      server.closeAllConnections();
      server.close();
    },
  );

  it('writes a run archive of a failed run, which replays without its files', async () => {
    const folder = folderWith({ 'a.yaml': scenario({ count: 3 }) });
    const failed = await runCommand(folder, ['run', '--json', 'first.json'], {
      TEST_USER: 'u1',
    });
    expect(failed.code).toBe(1);
    expect(readdirSync(join(folder, 'hookwright-report')).sort()).toEqual([
      '.gitignore',
      'a-1.hookwright-run',
    ]);
    rmSync(join(folder, 'scenarios'), { recursive: true });
    const replayed = await runCommand(folder, [
      ...['run', 'hookwright-report/a-1.hookwright-run', '--json', 'second.json'],
    ]);
    expect(replayed.code).toBe(1);
    const [first] = reportsIn(folder, 'first.json');
    const [second] = reportsIn(folder, 'second.json');
    expect(second).toMatchObject({ historyHash: first.historyHash, verdict: 'failed' });
    expect(second.checks[0]).toMatchObject({ found: first.checks[0].found, place: { line: 14 } });
    writeFileSync(join(folder, 'wrong.hookwright-run'), 'not a zip');
    const wrong = await runCommand(folder, ['run', 'wrong.hookwright-run']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('wrong.hookwright-run');
  });

  it('neither shows nor replaces a file that is not a snapshot', async () => {
    const folder = folderWith({
      'a.yaml': `${scenario().trimEnd()}${['secrets.json', 'list.json', 'Cargo.toml', 'first.json'].map((file) => `\n  - { requests: 'status=200', snapshot: ${file} }`).join('')}\n`,
      'secrets.json': '{"key": "hunter2"}\n',
      'list.json': '[{ "key": "hunter2" }]\n',
      'Cargo.toml': '[package]\nname = "hunter2"\n',
    });
    const files = ['--json', 'report.json', '--html', 'report.html'];
    for (const more of [[], ['--update']]) {
      const { code, stdout, stderr } = await runCommand(folder, ['run', ...files, ...more]);
      expect(code).toBe(1);
      const reports = files
        .filter((file) => file.startsWith('report'))
        .map((file) => readFileSync(join(folder, file), 'utf8'));
      expect([stdout, stderr, ...reports].join('')).not.toContain('hunter2');
    }
    for (const name of ['secrets.json', 'list.json', 'Cargo.toml'])
      expect(readFileSync(join(folder, 'scenarios', name), 'utf8')).toContain('hunter2');
    // A first snapshot is a failed check, not an error.
    expect(readFileSync(join(folder, 'scenarios/first.json'), 'utf8')).toMatch(/^\[/);
  });

  it('prints a file that can not be written as visible text', async () => {
    const folder = folderWith({ 'a.yaml': scenario() });
    const name = '\u001b]0;x\u0007\u202e\n::error::x';
    writeFileSync(join(folder, name), '');
    const { code, stderr } = await runCommand(folder, ['run', '--html', join(name, 'a.html')]);
    expect(code).toBe(2);
    expect(stderr).toContain('‹U+001B›');
    expect(stderr).not.toMatch(/[^\P{C}\n]|^\s*::/mu);
  });

  it('writes through no link of the repository', async () => {
    const elsewhere = temporaryFolder();
    const snapshot = (file: string) => `\n  - { requests: 'status=200', snapshot: ${file} }\n`;
    const folder = folderWith({
      'a.yaml': `${scenario({ count: 3 }).trimEnd()}${snapshot('snapshot.json')}`,
      'b.yaml': `${scenario().trimEnd()}${snapshot('linked/new.json')}`,
    });
    mkdirSync(join(folder, '.git'));
    mkdirSync(join(folder, 'hookwright-report'));
    const names = ['hookwright-report/a-1.hookwright-run', 'report.json', 'report.xml'];
    for (const [index, name] of names.entries()) {
      writeFileSync(join(elsewhere, `${index}`), 'kept');
      symlinkSync(join(elsewhere, `${index}`), join(folder, name));
    }
    symlinkSync(join(elsewhere, 'missing'), join(folder, 'scenarios/snapshot.json'));
    symlinkSync(elsewhere, join(folder, 'scenarios/linked'));
    const files = ['--json', 'report.json', '--junit', 'report.xml'];
    const { code } = await runCommand(folder, ['run', 'scenarios/a.yaml', '--update', ...files]);
    expect(code).toBe(1);
    expect(readFileSync(join(folder, 'scenarios/snapshot.json'), 'utf8')).toContain('u1');
    expect(reportsIn(folder, 'report.json')).toHaveLength(1);
    const outside = await runCommand(folder, ['run', 'scenarios/b.yaml', '--update']);
    expect(outside.code).toBe(2);
    expect(outside.stderr).toContain('linked/new.json');
    expect(readdirSync(elsewhere)).toEqual(['0', '1', '2']);
    for (const [index] of names.entries())
      expect(readFileSync(join(elsewhere, `${index}`), 'utf8')).toBe('kept');
  });

  it('writes run archives to a folder that is a link only if the user names it', async () => {
    const folder = folderWith({ 'a.yaml': scenario({ count: 3 }) });
    const elsewhere = temporaryFolder();
    symlinkSync(elsewhere, join(folder, 'hookwright-report'));
    const { code, stderr } = await runCommand(folder, ['run']);
    expect(code).toBe(2);
    expect(stderr).toContain('hookwright-report is a link');
    expect(readdirSync(elsewhere)).toEqual([]);
    expect((await runCommand(folder, ['run', '--out', 'hookwright-report'])).code).toBe(1);
    expect(existsSync(join(elsewhere, 'a-1.hookwright-run'))).toBe(true);
  });

  it('merges the reports of shards, and compares runs', async () => {
    const folder = folderWith({
      'a.yaml': scenario({ name: 'First' }),
      'b.yaml': scenario({ name: 'Second', count: 3 }),
    });
    await runCommand(folder, ['run', '--shard', '1/2', '--json', '1.json']);
    await runCommand(folder, ['run', '--shard', '2/2', '--json', '2.json']);
    const merged = await runCommand(folder, [
      ...['scenarios', 'merge', '2.json', '1.json', '--json', 'all.json', '--junit', 'all.xml'],
    ]);
    expect(merged.code).toBe(1);
    expect(reportsIn(folder, 'all.json').map((one: { verdict: string }) => one.verdict)).toEqual([
      'passed',
      'failed',
    ]);
    expect(readFileSync(join(folder, 'all.xml'), 'utf8')).toContain('failures="1"');
    const same = await runCommand(folder, ['scenarios', 'compare', 'all.json', 'all.json']);
    expect(same.code).toBe(0);
    const other = await runCommand(folder, ['scenarios', 'compare', '1.json', '2.json']);
    expect(other.code).toBe(1);
    expect(other.stdout).toContain('passed → failed');
    const wrong = await runCommand(folder, ['scenarios', 'merge', 'scenarios/a.yaml']);
    expect(wrong.code).toBe(2);
    const half = await runCommand(folder, ['scenarios', 'merge', '1.json']);
    expect({ code: half.code, stdout: half.stdout }).toEqual({ code: 2, stdout: '' });
    expect(half.stderr).toContain('2/2');
    const empty = await runCommand(folder, ['run', '--shard', '3/3', '--json', '3.json']);
    expect(empty.code).toBe(0);
    expect(reportsIn(folder, '3.json')).toEqual([]);
  });

  it('balances shards by earlier durations, which a merge writes', async () => {
    const names = ['a.yaml', 'b.yaml', 'c.yaml'];
    const folder = folderWith(Object.fromEntries(names.map((name) => [name, scenario()])));
    const durations = ['--durations', 'durations.json'];
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    async function run(number: number) {
      const files = ['--json', `${number}.json`, '--junit', 'all.xml', '--html', 'all.html'];
      const { code, stdout } = await runCommand(folder, [
        ...['run', '--shard', `${number}/2`, ...durations, ...files],
      ]);
      expect(code).toBe(0);
      const { shard, reports } = JSON.parse(read(`${number}.json`));
      expect(shard).toMatchObject({ index: number, count: 2 });
      // Each report names them.
      expect(stdout).toContain(
        `shard ${number}/2   selection hash ${shard.selectionHash.slice(0, 12)}`,
      );
      for (const [name, value] of Object.entries({ ...shard, shard: `${number}/2` }))
        if (/Hash|shard/.test(name) && value !== null) {
          expect(read('all.xml')).toContain(`<property name="${name}" value="${value}"/>`);
          expect(read('all.html')).toContain(`<dd>${value}</dd>`);
        }
      return {
        hash: shard.durationsHash,
        names: reports.map((one: RunReport) => basename(one.scenario.file)).sort(),
      };
    }
    const merge = () =>
      runCommand(folder, ['scenarios', 'merge', '1.json', '2.json', ...durations]);
    expect(await run(1)).toEqual({ hash: null, names: ['a.yaml', 'c.yaml'] });
    expect(await run(2)).toEqual({ hash: null, names: ['b.yaml'] });
    expect((await merge()).code).toBe(0);
    const { scenarios, ...rest } = ScenarioDurations.parse(JSON.parse(read('durations.json')));
    expect(scenarios.map(({ file }) => basename(file))).toEqual(names);
    const measured = scenarios.map((one, index) => ({ ...one, durationMs: index === 0 ? 90 : 40 }));
    writeFileSync(join(folder, 'durations.json'), JSON.stringify({ ...rest, scenarios: measured }));
    const balanced = await run(1);
    expect(balanced).toEqual({ hash: expect.any(String), names: ['a.yaml'] });
    expect((await merge()).code).toBe(2);
    expect(await run(2)).toEqual({ hash: balanced.hash, names: ['b.yaml', 'c.yaml'] });
    expect((await merge()).code).toBe(0);
    expect((await runCommand(folder, ['run', ...durations])).code).toBe(2);
    const misplaced = { CI_NODE_INDEX: '3', CI_NODE_TOTAL: '2' };
    const auto = await runCommand(folder, ['run', '--shard', 'auto'], misplaced);
    expect(auto).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('NODE_INDEX'),
    });
    writeFileSync(join(folder, 'durations.json'), '[]');
    expect((await runCommand(folder, ['run', '--shard', '1/2', ...durations])).code).toBe(2);
  });

  it('reruns the scenarios that a change affects', async () => {
    const folder = folderWith({
      'a.yaml': scenario({ name: 'First' }),
      'b.yaml': scenario({ name: 'Second' }),
    });
    const { child, output, printed, ended } = startCli(folder, ['run', '--watch']);
    await printed('2 passed');
    output.stdout = '';
    writeFileSync(join(folder, 'scenarios/b.yaml'), scenario({ name: 'Second', count: 3 }));
    await printed('1 failed');
    expect(output.stdout).not.toContain('First');
    output.stdout = '';
    writeFileSync(
      join(folder, 'scenarios/orders.jsonl'),
      `${order(1)}\n${order(2)}\n${order(3)}\n`,
    );
    await printed('1 failed');
    expect(output.stdout).toContain('1 passed');
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
  });
});
