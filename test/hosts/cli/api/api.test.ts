/** `hookwright api`, against a host in another process. */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Source } from '#shared/connections/source.ts';
import type { Job } from '#shared/jobs/job.ts';
import { connect, secret, trackMany } from '#test/e2e/support/seed.ts';
import { type Host, startHost } from '#test/e2e/support/start-host.ts';
import { startTargetServer, type TargetServer } from '#test/e2e/support/target-server.ts';
import { makeFolder, removeFolder, temporaryFolder } from '#test/support/temporary-folder.ts';
import { until } from '#test/support/until.ts';
import { ensureBuild } from '../../../../scripts/ensure-build.mjs';
import { project, startCli } from '../../headless/support/run-cli.ts';
import { runCommand } from '../../headless/support/run-command.ts';

const dataFolder = makeFolder();
const folder = makeFolder();
/** An hour until the next attempt, so that none happens during the test. */
const patient = { baseMs: 3_600_000, capMs: 3_600_000, jitter: 0, windowMs: 14_400_000 };
const secretHeader = 'Bearer of-the-webhook';
let host: Host;
let target: TargetServer;
let shop: Source;
let audienceId: string;

/** Six deliveries: two delivered, four failed once and wait. */
beforeAll(async () => {
  await ensureBuild();
  host = await startHost({ dataFolder });
  target = await startTargetServer();
  target.respond(200, 200, 503);
  const { source, destination } = await connect(host, target.url, { retry: patient });
  shop = source;
  await host.api('PATCH', `/destinations/${destination.id}`, {
    webhookUrl: '',
    webhooks: [{ url: `${target.url}/hook`, headers: { Authorization: secretHeader } }],
  });
  await trackMany(host, source, 6);
  await until(async () =>
    expect(await host.api('GET', '/ledger')).toMatchObject({ delivered: 2, waiting: 4 }),
  );
  target.respond(200);
  const audience = await host.api('POST', '/audiences', { name: 'VIP', sourceId: source.id });
  audienceId = (audience as { id: string }).id;
});

afterAll(async () => {
  await host.stop();
  await target.stop();
  removeFolder(dataFolder);
  removeFolder(folder);
});

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The options that select the host of this file. */
  readonly where?: readonly string[];
}

const api = (
  args: readonly string[],
  { env = {}, where = ['--data', dataFolder] }: RunOptions = {},
) => runCommand(project, ['api', ...args, ...where], env);

const fileOf = (name: string, content: string | Uint8Array): string => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};

/** Standard input that says it is a terminal. */
function typeOnTerminal(text: Iterable<string> | AsyncIterable<string>): void {
  const { stdin } = process;
  const typed = Object.assign(Readable.from(text), { isTTY: true });
  Object.defineProperty(process, 'stdin', { value: typed, configurable: true });
  onTestFinished(() => {
    Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  });
}

const waiting = 'filter=state:waiting';
const listedIds = (ids: readonly number[]) => ({ items: ids.map((id) => ({ id })) });

it('lists the operations in groups, with their effects', async () => {
  const { code, stdout } = await runCommand(project, ['api']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Deliveries:\n {2}deliveries\.list +read +List deliveries/m);
  expect(stdout).toMatch(/^ {2}jobs\.start +deletes +Start a job$/m);
});

it('shows the fields of an operation, with types and defaults', async () => {
  const { code, stdout } = await runCommand(project, ['api', 'jobs.start', '--help']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {2}kind +retry, copy, .*\(required\)$/m);
  expect(stdout).toMatch(/^ {2}full +boolean \(default false\)$/m);
  expect(stdout).toMatch(/^ {2}computationId +string, up to 64 characters$/m);
});

describe('output', () => {
  it.each([
    [['deliveries.count', waiting], { count: 4 }],
    [['deliveries.list', waiting, 'limit=3', '--json'], listedIds([6, 5, 4])],
    [['deliveries.list', 'filter=event:nothing'], { items: [], nextCursor: null }],
    [['deliveries.get', 'id=1'], { id: 1, createdAt: expect.stringMatching(/^\d{4}-.*Z$/) }],
    [['jobs.plan', 'kind=cancel', 'filter=event:nothing'], { matchCount: 0 }],
  ] as const)('of %j is the JSON of REST', async (args, output) => {
    const { code, stdout, stderr } = await api(args);
    expect({ code, stderr, output: JSON.parse(stdout) }).toMatchObject({
      ...{ code: 0, stderr: '', output },
    });
  });

  it('is a table on a terminal, unless JSON is asked for or it is a file', async () => {
    const before = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY');
    Object.defineProperty(process.stdout, 'isTTY', { value: true, configurable: true });
    onTestFinished(() => {
      Object.defineProperty(
        process.stdout,
        'isTTY',
        before ?? { value: false, configurable: true },
      );
    });
    const list = ['deliveries.list', waiting, 'limit=2'];
    const { stdout } = await api(list);
    expect(stdout).toMatch(/^id +state +.*\n6 +waiting .*\n5 +waiting .*\n/);
    expect(stdout).toMatch(/^More: add cursor=\w+\.$/m);
    expect(JSON.parse((await api([...list, '--json'])).stdout)).toMatchObject(listedIds([6, 5]));
    const zip = await api(['exports.create', 'format=fixtures']);
    expect(zip).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--out') });
  });

  it('is empty if the operation has none', async () => {
    expect(await api(['developmentCa.dismissAlert'])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('escapes control characters and commands of CI', async () => {
    const filter = 'event:"\u009b2J ##[error]"';
    const { stdout } = await api(['savedFilters.create', 'name=Hostile', `filter=${filter}`]);
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|##\[/u);
    expect(JSON.parse(stdout)).toMatchObject({ filter });
  });
});

describe('input', () => {
  it('is read from a file, with the fields of arguments on top', async () => {
    const input = fileOf('list.json', JSON.stringify({ filter: 'state:waiting', limit: 1 }));
    const { stdout } = await api(['deliveries.list', 'limit=2', '--input', input]);
    expect(JSON.parse(stdout)).toMatchObject(listedIds([6, 5]));
  });

  it('keeps the digits of numbers, and so does the output', async () => {
    const created = await api(['traits.create', 'name=Spent', `sourceId=${shop.id}`]);
    const id = `id=${JSON.parse(created.stdout).id}`;
    const digits = '12345678901234567890';
    const input = fileOf('values.json', `{"values":[{"userId":"u1","value":${digits}}]}`);
    expect((await api(['traits.values.set', id, '--input', input])).code).toBe(0);
    expect((await api(['traits.values.list', id])).stdout).toContain(`"value": ${digits}`);
  });
});

describe('errors', () => {
  it.each([
    [['deliveries.list', 'filtr=x'], 2, 'Did you mean "filter"?'],
    [['deliveries.lits'], 2, 'Did you mean deliveries.list?'],
    [['deliveries.list', '--long'], 2, 'unknown option'],
    [['deliveries.list', 'limit=0'], 2, 'limit: '],
    [['deliveries.list', 'filter=state:nope'], 2, 'Character 7'],
    [['jobs.start', 'kind=retry', 'perSecond=5', '--yes'], 2, 'perSecond'],
    [['deliveries.get', 'id=99'], 1, 'not found'],
    [['exports.plan', 'upTo=99999999999999999999'], 2, 'upTo: '],
    [['jobs.pause', 'id=99'], 1, 'not found'],
    [['deliveries.list', '--input', 'missing.json'], 2, "Can't read missing.json"],
    [['deliveries.list', '--plan'], 2, 'Remove --plan'],
    [['imports.create', 'format=csv'], 2, '--input'],
    [['configuration.get', '--out', 'missing/file.json'], 1, "Can't write missing/file.json"],
  ] as const)('%j ends with %i', async (args, code, message) => {
    const ended = await api(args);
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: '' });
    expect(ended.stderr).toContain(message);
  });
});

describe('what sends or deletes on many', () => {
  const cancel = ['jobs.start', 'kind=cancel', 'filter=not event:nothing'];
  const ledger = () => host.api('GET', '/ledger');

  it('needs --yes without a terminal', async () => {
    const { code, stdout, stderr } = await api(cancel);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Add --yes');
    expect(await ledger()).toMatchObject({ cancelled: 0 });
  });

  it('shows its plan only with --plan', async () => {
    const { code, stdout } = await api([...cancel, '--plan']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ matchCount: 6, applyCount: 4, skipped: [{ reason: 'ended', count: 2 }] },
    });
    expect(await ledger()).toMatchObject({ cancelled: 0 });
  });

  it.each([
    ['n\n', 1, 0],
    ['', 1, 0],
    ['y\n', 0, 4],
  ])('asks on a terminal: %j', async (typed, code, cancelled) => {
    typeOnTerminal([typed]);
    const ended = await api(cancel);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toMatch(/^applyCount: 4$/m);
    expect(await ledger()).toMatchObject({ cancelled });
  });

  it('fails if nothing matches', async () => {
    for (const option of ['--plan', '--yes']) {
      const { code, stderr } = await api(['jobs.start', 'kind=retry', 'filter=event:no', option]);
      expect(code).toBe(1);
      expect(stderr).toContain('nothing to do');
    }
    expect(await host.api('GET', '/jobs')).toMatchObject({ items: [{ kind: 'cancel' }] });
  });

  it('is done exactly as planned, and its job followed to the end', async () => {
    // Arrives after the plan was shown.
    async function* confirmLater() {
      await trackMany(host, shop, 1);
      await target.received(7);
      yield 'y\n';
    }
    typeOnTerminal(confirmLater());
    const { code, stdout, stderr } = await api([
      ...['jobs.start', 'kind=copy', 'urls=all', 'perSecond=50', 'filter=type:track'],
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ kind: 'copy', state: 'completed', totalCount: 6, counts: { accepted: 6 } },
    });
    expect(stderr).toMatch(/^matchCount: 6$/m);
    await target.received(7 + 6);
  });

  it('takes no bounds of another plan', async () => {
    const start = ['jobs.start', 'kind=delete', 'filter=type:track', 'bounds.newest=9', '--yes'];
    expect(await api(start)).toMatchObject({ code: 2, stdout: '' });
    expect(await api(['deliveries.count'])).toMatchObject({ code: 0 });
  });

  it('fails if no copy was accepted', async () => {
    target.respond(503);
    const { code, stdout, stderr } = await api([
      ...['jobs.start', 'kind=copy', 'urls=all', 'filter=event:"Event 2"', '--yes'],
    ]);
    target.respond(200);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ counts: { copies: 1, failed: 1 } });
    expect(stderr).toContain('No copy was accepted');
  });

  it('is cancelled by Ctrl+C, which reports what was done', async () => {
    const command = startCli(project, [
      ...['api', 'jobs.start', 'kind=copy', 'urls=all', 'perSecond=0.1', '--yes'],
      ...['--data', dataFolder],
    ]);
    const newest = async () => ((await host.api('GET', '/jobs')) as { items: [Job] }).items[0];
    await until(async () =>
      expect(await newest()).toMatchObject({ perSecond: 0.1, state: 'running' }),
    );
    command.child.kill('SIGINT');
    const { code, stdout, stderr } = await command.ended;
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ state: 'cancelled', totalCount: 7 });
    expect(stderr).toContain('cancelled');
    expect(await newest()).toMatchObject({ state: 'cancelled' });
  });

  it('plans and follows a sync, and a deletion request', async () => {
    await api(['audiences.members.add', `id=${audienceId}`, 'userIds=u1', 'userIds=u2']);
    const sync = ['audiences.syncs.start', `id=${audienceId}`];
    const planned = await api([...sync, '--plan']);
    expect(JSON.parse(planned.stdout)).toMatchObject({ kind: 'plan', plan: { additions: 2 } });
    const synced = await api([...sync, '--yes']);
    expect(synced.code).toBe(0);
    expect(JSON.parse(synced.stdout)).toMatchObject({ kind: 'sync', state: 'completed' });
    expect((await api([...sync, '--yes'])).code).toBe(1);

    const draft = await api(['deletions.create', 'draft=true', 'userIds=u1']);
    const { id } = JSON.parse(draft.stdout);
    const deleted = await api(['deletions.start', `id=${id}`, '--yes']);
    expect(deleted.code).toBe(0);
    expect(JSON.parse(deleted.stdout)).toMatchObject({ kind: 'deletion_request', doneCount: 1 });
  });
});

it('follows a stream until Ctrl+C', async () => {
  const command = startCli(project, ['api', 'changes.follow', '--data', dataFolder]);
  await command.printed('\n');
  command.child.kill('SIGINT');
  const { code, stdout } = await command.ended;
  expect(code).toBe(1);
  expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ resync: false, changes: [] });
});

it('prints the items of a stream as JSON lines, also to a file', async () => {
  const generate = ['audiences.members.generate', `id=${audienceId}`, 'count=2500'];
  const { code, stdout } = await api(generate);
  expect(code).toBe(0);
  const items = stdout.trimEnd().split('\n');
  expect(items.length).toBeGreaterThan(1);
  expect(JSON.parse(items.at(-1) ?? '')).toMatchObject({ done: 2500, total: 2500 });
  const out = join(folder, 'generated.jsonl');
  expect(await api([...generate, '--out', out])).toMatchObject({ code: 0, stdout: '' });
  expect(JSON.parse(readFileSync(out, 'utf8').trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
    ...{ unchanged: 2500, total: 2500 },
  });
});

describe('uploads', () => {
  const scenario = 'name: Nothing\nsteps: []\n';
  it.each([
    [
      'users.csv',
      `userId\n${'x'.repeat(300)}ü\nu2\n`.repeat(2_000),
      () => ['imports.create', 'format=csv', 'target.kind=audience', `target.id=${audienceId}`],
      { state: 'done', lines: 6_000, added: 2, badLineCount: 0 },
    ],
    [
      'uploaded.zip',
      zipSync({ 'one.yaml': Buffer.from(scenario) }),
      () => ['scenarios.startUpload', 'name=uploaded.zip'],
      { opened: { kind: 'files' } },
    ],
  ] as const)('send %s in pieces', async (name, content, args, result) => {
    const { code, stdout, stderr } = await api([...args(), '--input', fileOf(name, content)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject(result);
  });

  it('name a file that is missing', async () => {
    const target = ['target.kind=audience', `target.id=${audienceId}`];
    const args = ['imports.create', 'format=csv', ...target, '--input', join(folder, 'none.csv')];
    expect(await api(args)).toMatchObject({ code: 2, stderr: expect.stringContaining('none.csv') });
  });

  it('refuse text that is not UTF-8', async () => {
    const target = ['target.kind=audience', `target.id=${audienceId}`];
    const file = fileOf('latin1.csv', Buffer.from('zo\xeb\n', 'latin1'));
    const args = ['imports.create', 'format=csv', ...target, '--input', file];
    expect(await api(args)).toMatchObject({ code: 1, stderr: expect.stringContaining('UTF-8') });
  });
});

describe('downloads', () => {
  it('write to stdout, and list redacted values on stderr', async () => {
    const { code, stdout, stderr } = await api([
      ...['exports.create', 'format=jsonl', 'filter=event:"Event 2"'],
    ]);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(stdout)).toMatchObject({ message: { label: 'Event 2' } });
    expect(stdout).not.toContain(secretHeader);
    expect(stderr).toMatch(/^deliveries: 1$/m);
    expect(stderr).toContain('name: header Authorization\n    count: 1\n');
  });

  it('create the file only when it is complete', async () => {
    const out = join(temporaryFolder(), 'fixtures.zip');
    const args = ['exports.create', 'format=fixtures', 'secrets=true', '--out', out];
    expect(await api(args)).toMatchObject({ code: 0, stdout: '' });
    const index = Buffer.from(unzipSync(readFileSync(out))['index.json'] ?? []).toString();
    expect(index).toContain(secret);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    if (process.platform !== 'win32') expect(statSync(out).mode & 0o777).toBe(0o600);
  });

  it('replace a file only with --yes', async () => {
    const out = fileOf('kept.json', 'kept');
    const part = fileOf('kept.json.part', 'own');
    expect(await api(['exports.create', 'format=har', '--out', out])).toMatchObject({ code: 2 });
    expect(readFileSync(out, 'utf8')).toBe('kept');
    expect(await api(['exports.create', 'format=har', '--out', out, '--yes'])).toMatchObject({
      ...{ code: 0 },
    });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ log: { version: '1.2' } });
    expect(readFileSync(part, 'utf8')).toBe('own');
    const inFolder = ['configuration.get', '--out', folder, '--yes'];
    expect(await api(inFolder)).toMatchObject({ code: 2 });
  });

  it('include any result', async () => {
    const out = join(folder, 'hookwright.json');
    expect(await api(['configuration.get', '--out', out])).toMatchObject({ code: 0, stdout: '' });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ sources: [{ name: 'Shop' }] });
    await api(['scenarios.create', 'file=outage.yaml']);
    const zip = join(folder, 'outage.zip');
    expect((await api(['scenarios.exportFile', 'file=outage.yaml', '--out', zip])).code).toBe(0);
    expect(Object.keys(unzipSync(readFileSync(zip)))).toContain('outage.yaml');
  });
});

describe('the running host', () => {
  const count = ['deliveries.count'];

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
    const nowhere = ['--data', temporaryFolder()];
    const url = new URL(host.apiUrl).origin;
    const tokenFile = fileOf('token', host.token);
    for (const [where, env] of [
      [['--url', host.interfaceUrl], {}],
      [['--url', host.apiUrl, '--token-file', tokenFile], {}],
      [[], { HOOKWRIGHT_URL: url, HOOKWRIGHT_TOKEN: host.token }],
    ] as const)
      expect((await api(count, { where: [...nowhere, ...where], env })).code).toBe(0);
  });

  it.each([
    ...([
      [200, '{}'],
      [200, '[]'],
      [200, 'null'],
      [200, '{"version":1}'],
      [200, '<html>'],
    ] as const),
    ...([
      [200, ''],
      [404, '{}'],
      [404, '<html>'],
      [500, ''],
    ] as const),
  ])('is reported when another server returns %d with %j', async (status, body) => {
    const server = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const env = { HOOKWRIGHT_TOKEN: 'some' };
    expect(await api(count, { where: ['--url', url], env })).toMatchObject({
      ...{ code: 1, stdout: '', stderr: expect.stringContaining(`Can't connect to ${url}`) },
    });
    server.close();
  });

  it('is reported when it is not running or rejects the token', async () => {
    const empty = temporaryFolder();
    const where = (...more: string[]) => ({ where: ['--data', empty, ...more] });
    expect(await api(count, where())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Hookwright isn't running with the data folder ${empty}`),
    });
    // A killed host leaves this file. By now, others may use its port.
    writeFileSync(
      join(empty, 'running-host.json'),
      JSON.stringify({ url: 'http://127.0.0.1:1', token: 'x' }),
      { mode: 0o600 },
    );
    expect(await api(count, where())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Hookwright isn't running with the data folder ${empty}`),
    });
    expect(await api(count, where('--url', host.apiUrl))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--token-file'),
    });
    const wrong = { ...where('--url', host.apiUrl), env: { HOOKWRIGHT_TOKEN: 'wrong' } };
    expect(await api(count, wrong)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not valid'),
    });
    expect(await api(count, where('--url', 'nowhere'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not a valid address'),
    });
  });
});
