/** Workspaces of the desktop app, in a STAND-IN for Electron: each in a process of its own. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { dataFolderOf, workspaceKey } from '#main/hosts/headless/data-folder.ts';
import { hostFileIn } from '#main/hosts/headless/host-file.ts';
import { stdioAgent } from '#test/hosts/mcp/support/agent.ts';
import { ownNode } from '../../scripts/node-binary.mjs';
import { cli } from '../e2e/support/start-host.ts';
import { startTargetServer } from '../e2e/support/target-server.ts';
import { expect, type MenuState, nextPage, spawnApp, startApp, test } from './start-desktop.ts';

interface HostFile {
  readonly url: string;
  readonly token: string;
}

function createWorkspace(parent: string, name: string, configuration: unknown): string {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'hookwright.json'), JSON.stringify(configuration));
  return folder;
}

const dataFolderIn = (appData: string, folder: string): string =>
  dataFolderOf(undefined, { folder }, join(appData, 'Hookwright')).path;

const fileIn = (appData: string, folder: string): string =>
  hostFileIn(dataFolderIn(appData, folder));

async function hostIn(appData: string, folder: string): Promise<HostFile> {
  await expect.poll(() => existsSync(fileIn(appData, folder))).toBe(true);
  return JSON.parse(readFileSync(fileIn(appData, folder), 'utf8'));
}

async function call({ url, token }: HostFile, method: string, path: string, body?: unknown) {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.json();
}

const sourcesOf = async (host: HostFile) =>
  (await call(host, 'GET', '/sources')).map(({ name }: { name: string }) => name);

/** From the stand-in's locks. */
function workspaceProcesses(appData: string): readonly number[] {
  const folder = join(appData, 'Hookwright', 'windows');
  return readdirSync(folder).map((name) =>
    Number(readFileSync(join(folder, name, 'stand-in-lock'), 'utf8')),
  );
}

const labelsOf = (items: readonly MenuState[] = []): readonly (string | undefined)[] =>
  items.map(({ label }) => label);

test.describe('in a stand-in for Electron', () => {
  test('a folder as argument opens as a workspace, which may send to servers once trusted', async ({
    browserProcess,
    dataFolder: appData,
  }) => {
    const target = await startTargetServer();
    const workspace = createWorkspace(appData, 'shop', {
      sources: [{ name: 'Shop' }],
      destinations: [
        {
          ...{ name: 'Hooks', webhookUrl: 'http://0.0.0.0:1/' },
          ...{ sources: ['Shop'], sharedSecret: { env: 'HOOKWRIGHT_TEST_NOT_SET' } },
        },
        {
          name: 'Unused',
          webhooks: ['a', 'b', 'c'].map((name) => ({ url: `https://${name}.example.com/` })),
        },
      ],
      mocks: [{ name: 'proxy', forward: { url: 'https://z.example.com/' } }],
    });
    const desktop = await startApp(browserProcess, appData, workspace);
    await expect(desktop.page).toHaveTitle(`${basename(workspace)} – Hookwright`);
    expect((await desktop.state()).messageBoxes).toEqual([]);
    const host = await hostIn(appData, workspace);
    // The user's own: nothing of the workspace is applied yet.
    const { id } = await call(host, 'POST', '/sources', { name: 'Mine' });
    const url = target.url.replace('127.0.0.1', '0.0.0.0');
    const own = { name: 'Own', webhookUrl: url, sourceIds: [id] };
    await call(host, 'POST', '/destinations', own);
    await call(host, 'POST', '/send', { sample: 'track' });
    expect(await call(host, 'GET', '/destinations')).toMatchObject([{ name: 'Own' }]);
    await expect
      .poll(async () => (await call(host, 'GET', '/deliveries')).items)
      .toMatchObject([{ state: 'blocked', lastCode: 'untrusted_workspace' }]);
    await expect(desktop.page.getByText('untrusted', { exact: true }).first()).toBeVisible();
    const banner = desktop.page.getByRole('status').filter({ hasText: workspace });
    await expect(banner).toContainText('0.0.0.0, a.example.com, b.example.com');
    await expect(banner).not.toContainText('z.example.com');
    await banner.getByRole('button', { name: '2 more' }).click();
    await expect(desktop.page.getByRole('dialog')).toContainText('z.example.com');
    await desktop.page.keyboard.press('Escape');
    await desktop.page.getByRole('button', { name: 'Trust workspace' }).click();
    await expect(desktop.page.getByRole('button', { name: 'Trust workspace' })).toHaveCount(0);
    expect(target.requests).toEqual([]);
    const [box] = (await desktop.state()).messageBoxes;
    expect(box?.detail).toContain('destinations[0].sharedSecret');
    const toast = desktop.page.getByRole('dialog').filter({ hasText: 'Workspace trusted' });
    await toast.getByRole('button', { name: 'Retry' }).click();
    await target.received(1);
    await expect
      .poll(async () => (await call(host, 'GET', '/deliveries')).items)
      .toMatchObject([{ state: 'delivered' }]);
    const trusted = join(appData, 'Hookwright', 'trusted-workspaces');
    expect(readdirSync(trusted)).toEqual([`${workspaceKey(workspace)}.json`]);
    const second = spawnApp(browserProcess, appData, [workspace]);
    expect((await once(second, 'exit'))[0]).toBe(0);
    await expect
      .poll(async () => (await desktop.state()).windows[0]?.timesFocused)
      .toBeGreaterThan(0);
    expect(await desktop.quit()).toBe(0);
    expect(existsSync(fileIn(appData, workspace))).toBe(false);
    await target.stop();
  });

  test('the command line and agents find the running app through a private file', async ({
    browserProcess,
    dataFolder: appData,
  }) => {
    const workspace = createWorkspace(appData, 'shop', { sources: [{ name: 'Shop' }] });
    mkdirSync(join(workspace, '.git'));
    mkdirSync(join(workspace, 'packages'));
    const desktop = await startApp(browserProcess, appData, workspace);
    await hostIn(appData, workspace);
    expect(statSync(fileIn(appData, workspace)).mode & 0o777).toBe(0o600);
    const { stdout } = await promisify(execFile)(ownNode, [cli, 'api', 'deliveries.count'], {
      cwd: join(workspace, 'packages'),
      env: { ...process.env, XDG_CONFIG_HOME: appData },
    });
    expect(JSON.parse(stdout)).toEqual({ count: 0 });
    const dataFolder = dataFolderIn(appData, workspace);
    const agent = await stdioAgent(['--data', dataFolder]);
    expect(await agent.call('get_status')).toMatchObject({ dataFolder });
    await agent.close();
    expect(await desktop.quit()).toBe(0);
  });

  test('the menu opens workspaces, each with its own data and ports, and lists them', async ({
    browserProcess,
    dataFolder: appData,
  }) => {
    const one = createWorkspace(appData, 'one', { sources: [{ name: 'One' }] });
    // Not a workspace yet: the app offers to create the file.
    const other = join(appData, 'other');
    mkdirSync(other);
    const main = await startApp(browserProcess, appData, null);
    await main.control({ do: 'chooseFolder', path: one });
    const firstPage = nextPage(browserProcess);
    await main.control({ do: 'choose', menu: ['File', 'Open workspace…'] });
    await expect(await firstPage()).toHaveTitle('one – Hookwright');
    const secondPage = nextPage(browserProcess);
    await main.control({ do: 'chooseFolder', path: other });
    await main.control({ do: 'choose', menu: ['File', 'Open workspace…'] });
    await expect(await secondPage()).toHaveTitle('other – Hookwright');
    const [first, second] = [await hostIn(appData, one), await hostIn(appData, other)];
    expect(first.url).not.toBe(second.url);
    await call(first, 'POST', '/workspace/trust');
    expect(await sourcesOf(first)).toEqual(['One']);
    expect(await sourcesOf(second)).toEqual([]);
    await main.control({ do: 'chooseInTray', label: 'Open Hookwright' });
    await expect
      .poll(async () => {
        const file = (await main.state()).menu.find(({ label }) => label === 'File');
        return labelsOf(file?.submenu?.find(({ label }) => label === 'Open recent')?.submenu);
      })
      .toEqual([other, one]);
    // What is opened outlives the app that opened it.
    expect(await main.quit()).toBe(0);
    expect(await sourcesOf(first)).toEqual(['One']);
    for (const pid of workspaceProcesses(appData)) process.kill(pid, 'SIGTERM');
    await expect
      .poll(() => [one, other].filter((folder) => existsSync(fileIn(appData, folder))))
      .toEqual([]);
  });

  test('the data of a moved workspace is offered, and can be deleted', async ({
    browserProcess,
    dataFolder: appData,
  }) => {
    const old = createWorkspace(appData, 'old', { sources: [{ name: 'Shop' }] });
    const before = await startApp(browserProcess, appData, old);
    await hostIn(appData, old);
    expect(await before.quit()).toBe(0);
    const moved = join(appData, 'moved');
    renameSync(old, moved);
    const { page, quit } = await startApp(browserProcess, appData, moved);
    await page.getByRole('button', { name: `Use the data of ${old}` }).click();
    await expect(page.getByText('Restart Hookwright to use the data.')).toBeVisible();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Stored data', exact: true }).click();
    const gone = page.getByRole('listitem').filter({ hasText: old });
    await gone.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete data', exact: true }).click();
    await expect(gone).toHaveCount(0);
    expect(existsSync(dataFolderIn(appData, old))).toBe(false);
    expect(await quit()).toBe(0);
  });

  test('a folder that is no workspace is reported, and the program exits', async ({
    browserProcess,
    dataFolder: appData,
  }) => {
    const folder = join(appData, 'empty');
    mkdirSync(folder);
    const child = spawnApp(browserProcess, appData, [folder]);
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    expect((await once(child, 'close'))[0]).toBe(1);
    expect(said).toContain('error box "Hookwright cannot start"');
    expect(said).toContain('hookwright.json');
    expect(said).not.toContain('    at ');
  });
});
