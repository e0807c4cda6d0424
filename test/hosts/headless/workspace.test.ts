/** Workspaces: folders with hookwright.json, each with its own data and ports, over real processes. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findWorkspace } from '#main/hosts/headless/workspace.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { unusedPort } from '#test/support/unused-ports.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { absolutePaths, workspaceOption } from '../../../scripts/start-paths.mjs';
import { runCommand } from './support/run-command.ts';
import {
  canary,
  createWorkspace,
  dataFolderIn,
  homeVariables,
  open,
  ready,
  shopConfiguration,
  start,
  startInFolder,
} from './support/workspace-host.ts';

beforeAll(ensureBuild);

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('the search for a workspace', () => {
  const found = (folder: string, home: string) => findWorkspace(folder, home)?.folder ?? null;

  it('ends at the root of the repository, and at the home folder', () => {
    const home = createWorkspace({});
    const repository = join(home, 'repository');
    mkdirSync(join(repository, '.git'), { recursive: true });
    mkdirSync(join(repository, 'folder'));
    mkdirSync(join(home, 'notes'));
    expect(found(join(repository, 'folder'), home)).toBeNull();
    expect(found(join(home, 'notes'), home)).toBe(home);
    writeFileSync(join(repository, 'hookwright.json'), '{}');
    expect(found(join(repository, 'folder'), home)).toBe(repository);
  });

  it('finds none where its configuration file is a link to one elsewhere', () => {
    const home = temporaryFolder();
    const elsewhere = join(createWorkspace({}), 'hookwright.json');
    symlinkSync(elsewhere, join(home, 'hookwright.json'));
    expect(found(home, home)).toBeNull();
    mkdirSync(join(home, 'inside'));
    writeFileSync(join(home, 'inside', 'shared.json'), '{}');
    rmSync(join(home, 'hookwright.json'));
    symlinkSync(join('inside', 'shared.json'), join(home, 'hookwright.json'));
    expect(found(home, home)).toBe(home);
  });

  it('is limited to the folder itself outside of both', () => {
    const folder = createWorkspace({});
    mkdirSync(join(folder, 'inner'));
    const home = temporaryFolder();
    expect(found(folder, home)).toBe(folder);
    expect(found(join(folder, 'inner'), home)).toBeNull();
  });
});

type Host = Awaited<ReturnType<typeof open>>;

const areBlocked = (host: Host, count: number) =>
  expect
    .poll(async () => (await host.call('GET', '/deliveries')).items)
    .toMatchObject(Array(count).fill({ state: 'blocked', lastCode: 'untrusted_workspace' }));

/** Everything that a configuration file changes. */
async function stateOf({ call }: Host) {
  const paths = ['sources', 'destinations', 'mocks', 'settings'];
  const values = await Promise.all(
    paths.map(async (path) => [path, await call('GET', `/${path}`)] as const),
  );
  return Object.fromEntries(values);
}

const changedConfiguration = {
  settings: { retention: { maxAgeDays: 1, maxDeliveries: 1, maxBytes: null }, listColumn: 'type' },
  destinations: [
    { name: 'Hooks', webhookUrl: 'http://192.0.2.2:9/hook', sharedSecret: 'changed' },
    { name: 'More', webhookUrl: 'http://192.0.2.2:9/more' },
  ],
  mocks: [{ name: 'proxy', forward: { url: 'http://192.0.2.3:9/' } }],
};

describe('a workspace', () => {
  it('has no scenarios where its folder for them is a link out of it', async () => {
    const workspace = createWorkspace({});
    const elsewhere = temporaryFolder();
    const text = 'scenario: 1\nname: private\nwhen: [finish: {}]\n';
    writeFileSync(join(elsewhere, 'private.yaml'), text);
    writeFileSync(join(elsewhere, 'users.csv'), 'email\nprivate\n');
    symlinkSync(elsewhere, join(workspace, 'scenarios'));
    const host = await open(workspace, temporaryFolder());
    expect(host.log()).toContain(`${join(workspace, 'scenarios')} is a link out of the workspace`);
    expect(await host.call('GET', '/scenarios')).toMatchObject({ files: [] });
    const using = `scenario: 1\nname: x\ngiven:\n  sources: [{ name: S }]\n  audiences: [{ name: A, source: S, members: { file: users.csv } }]\nwhen: [finish: {}]\n`;
    const checked = await host.call('POST', '/scenarios/check', { file: 'x.yaml', text: using });
    expect(checked).toMatchObject({ problems: [{ code: 'file_outside' }] });
    const results = [
      await host.call('GET', '/scenarios/private.yaml'),
      await host.call('DELETE', '/scenarios/private.yaml'),
      await host.call('POST', '/scenarios', { file: 'new.yaml', text }),
      await host.call('PUT', '/scenarios/private.yaml', { text: '', version: 'x' }),
    ];
    for (const result of results) expect(JSON.stringify(result)).toContain('outside the workspace');
    expect(readdirSync(elsewhere).sort()).toEqual(['private.yaml', 'users.csv']);
  });

  it('has data and ports of its own while another one is open', async () => {
    const home = temporaryFolder();
    const target = await startTarget();
    const one = createWorkspace(shopConfiguration(target.url));
    const other = createWorkspace({ sources: [{ name: 'Other' }] });
    const [first, second] = await Promise.all([
      open(one, home, '--trust'),
      open(other, home, '--trust'),
    ]);
    expect(first.ingest).not.toBe(second.ingest);
    expect(await first.call('GET', '/sources')).toMatchObject([{ name: 'Shop' }]);
    expect(await second.call('GET', '/sources')).toMatchObject([{ name: 'Other' }]);
    await first.call('POST', '/send', { sample: 'track' });
    // The secret comes from the environment.
    const { headers } = await target.received(1);
    expect(headers.some(([name]) => name.toLowerCase() === 'x-signature')).toBe(true);
    expect(await second.call('GET', '/ledger')).toMatchObject({ accepted: 0 });
    expect(statSync(dataFolderIn(one, home)).mode & 0o777).toBe(0o700);
    expect(readdirSync(one)).toEqual(['hookwright.json']);
  });

  it('commits no secret to git', async () => {
    const workspace = createWorkspace(shopConfiguration('http://127.0.0.1:9/hook'));
    mkdirSync(join(workspace, 'scenarios'));
    const home = temporaryFolder();
    const host = await open(workspace, home, '--trust');
    await host.call('POST', '/send', { sample: 'track' });
    await host.stop();
    const stored = filesIn(dataFolderIn(workspace, home));
    expect(stored.some((file) => readFileSync(file).includes(canary))).toBe(true);
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: workspace, encoding: 'utf8' });
    git('init', '--quiet');
    git('add', '--all');
    const committed = git('ls-files').trim().split('\n');
    expect(committed).toEqual(['hookwright.json']);
    expect(readFileSync(join(workspace, 'hookwright.json'), 'utf8')).not.toContain(canary);
  });

  it('applies its configuration file once it is trusted, and a changed one once that is', async () => {
    const home = temporaryFolder();
    // Reserved for documentation (RFC 5737): nothing responds there.
    const workspace = createWorkspace(shopConfiguration('http://192.0.2.1:9/hook'));
    const untrusted = await open(workspace, home);
    expect(await untrusted.call('GET', '/system')).toMatchObject({
      workspace: {
        ...{ isTrusted: false, hasChanged: false },
        ...{ servers: ['192.0.2.1'], variables: ['SHOP_SECRET'] },
      },
    });
    expect(untrusted.log()).toContain('SHOP_SECRET');
    expect(await untrusted.call('GET', '/destinations')).toEqual([]);
    await untrusted.stop();

    const trusted = await open(workspace, home, '--trust');
    expect(await trusted.call('GET', '/system')).toMatchObject({ workspace: { isTrusted: true } });
    expect(trusted.log()).toContain(join(workspace, 'hookwright.json'));
    const before = await stateOf(trusted);
    expect(before.destinations).toMatchObject([{ sharedSecret: canary }]);
    await trusted.stop();

    writeFileSync(join(workspace, 'hookwright.json'), JSON.stringify(changedConfiguration));
    const host = await open(workspace, home);
    expect(await host.call('GET', '/system')).toMatchObject({
      workspace: { isTrusted: false, hasChanged: true, servers: ['192.0.2.2', '192.0.2.3'] },
    });
    expect(await stateOf(host)).toEqual(before);
    await host.call('POST', '/send', { sample: 'track' });
    await areBlocked(host, 1);
    expect(await host.call('POST', '/workspace/trust')).toMatchObject({
      workspace: { isTrusted: true, hasChanged: false },
    });
    expect(await stateOf(host)).toMatchObject({
      destinations: expect.arrayContaining([
        expect.objectContaining({ name: 'Hooks', sharedSecret: 'changed' }),
        expect.objectContaining({ name: 'More' }),
      ]),
      mocks: [{ name: 'proxy' }],
      settings: changedConfiguration.settings,
    });
    await host.stop();
    const again = await open(workspace, home);
    expect(await again.call('GET', '/system')).toMatchObject({ workspace: { isTrusted: true } });
  });

  it('stays untrusted if its configuration file cannot be applied', async () => {
    const destination = { name: 'Hooks', webhookUrl: 'http://192.0.2.1:9/', sources: ['Shop'] };
    const workspace = createWorkspace({ destinations: [destination] });
    const host = await open(workspace, temporaryFolder());
    expect(await host.call('POST', '/workspace/trust')).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('destinations[0].sources[0]'),
    });
    expect(await host.call('GET', '/system')).toMatchObject({ workspace: { isTrusted: false } });
  });

  it('keeps its ports between starts, and chosen ports win without being kept', async () => {
    const home = temporaryFolder();
    const workspace = createWorkspace({ sources: [{ name: 'One' }] });
    const dataFolder = dataFolderIn(workspace, home);
    const file = join(dataFolder, 'ports.json');
    const pinned = () => JSON.parse(readFileSync(file, 'utf8'));
    const portOf = (url: string) => Number(new URL(url).port);
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    const kept = await unusedPort();
    writeFileSync(file, JSON.stringify({ port: kept }));
    const first = await ready(startInFolder(workspace, home));
    await first.stop();
    // Another program may have taken it: then, the next free one is used.
    expect(portOf(first.api) - kept).toBeOneOf(Array.from({ length: 50 }, (_, index) => index));
    expect(pinned()).toMatchObject({
      port: portOf(first.api),
      ingestPort: portOf(first.ingest),
      mockPort: portOf(first.mocks),
    });
    const chosen = await ready(startInFolder(workspace, home, '--ingest-port', '0'));
    expect(portOf(chosen.ingest)).not.toBe(portOf(first.ingest));
    expect(pinned()).toMatchObject({ ingestPort: portOf(first.ingest) });
  });

  it('is found from a folder of its repository, also by other commands', async () => {
    const home = temporaryFolder();
    const workspace = createWorkspace({ sources: [{ name: 'Shop' }] });
    mkdirSync(join(workspace, '.git'));
    const folder = join(workspace, 'packages', 'shop');
    mkdirSync(folder, { recursive: true });
    const host = await open(folder, home);
    expect(host.workspace).toBe(workspace);
    const env = homeVariables(home);
    const { stdout } = await runCommand(folder, ['api', 'deliveries.count'], env);
    expect(JSON.parse(stdout)).toEqual({ count: 0 });
  });

  it('names a missing variable, and a folder that is no workspace', async () => {
    const workspace = createWorkspace({ sources: [{ name: 'A', writeKey: { env: 'NOT_SET_1' } }] });
    const missing = start(workspace, temporaryFolder(), '--trust');
    const [missingCode] = await once(missing.child, 'close');
    expect(missingCode).toBe(2);
    expect(missing.log()).toContain('sources[0].writeKey');
    expect(missing.log()).toContain('NOT_SET_1');
    const empty = temporaryFolder();
    const none = start(temporaryFolder(), temporaryFolder(), '--workspace', empty);
    const [noneCode] = await once(none.child, 'close');
    expect(noneCode).toBe(2);
    expect(none.log()).toContain('hookwright.json');
  });
});

it('npm start opens a folder relative to where npm was called', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'shop'));
  const args = absolutePaths(['shop', '--empty', 'missing'], folder);
  expect(args).toEqual([join(folder, 'shop'), '--empty', 'missing']);
  expect(workspaceOption(args)).toEqual(['--workspace', ...args]);
  expect(workspaceOption(['--empty'])).toEqual(['--empty']);
});
