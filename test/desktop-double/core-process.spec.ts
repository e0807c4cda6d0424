/** The core's process and its end, in a STAND-IN for Electron. */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startTargetServer } from '../e2e/support/target-server.ts';
import {
  type Desktop,
  endpointOn,
  expect,
  nextPage,
  spawnDesktop,
  startDesktop,
  test,
} from './start-desktop.ts';

interface Host {
  readonly url: string;
  readonly token: string;
}

/** Null until there is one. */
function hostIn(dataFolder: string): Host | null {
  const file = join(dataFolder, 'running-host.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

async function call({ url, token }: Host, method: string, path: string, body?: unknown) {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.ok, await response.clone().text()).toBe(true);
  return response.json();
}

/** With a destination at the URL. */
async function connectTo(dataFolder: string, webhookUrl: string) {
  await expect.poll(() => hostIn(dataFolder)).not.toBeNull();
  const host = hostIn(dataFolder) as Host;
  const [source] = await call(host, 'GET', '/sources');
  const settings = { name: 'Target', webhookUrl, sharedSecret: 's', sourceIds: [source.id] };
  await call(host, 'POST', '/destinations', settings);
  const { ingestUrl } = await call(host, 'GET', '/system');
  const authorization = `Basic ${Buffer.from(`${source.writeKey}:`).toString('base64')}`;
  return {
    host,
    /** False if it was not accepted. */
    send: (userId: string): Promise<boolean> =>
      fetch(`${ingestUrl}/v1/track`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ userId, event: 'Sent' }),
      }).then(
        ({ ok }) => ok,
        () => false,
      ),
  };
}

async function coreOf({ state }: Pick<Desktop, 'state'>): Promise<number | undefined> {
  const { utilities } = await state();
  return utilities.findLast(({ serviceName }) => serviceName === 'Hookwright core')?.pid;
}

async function killCore(desktop: Desktop): Promise<void> {
  const pid = await coreOf(desktop);
  if (pid === undefined) throw new Error('The core has no process.');
  process.kill(pid, 'SIGKILL');
  await expect.poll(async () => [undefined, pid].includes(await coreOf(desktop))).toBe(false);
}

test.describe('in a stand-in for Electron', () => {
  test('a killed core starts again, and every accepted message is delivered', async ({
    browserProcess,
    dataFolder,
  }) => {
    const target = await startTargetServer();
    // Nothing is delivered before the end of the first process.
    target.respond(() => undefined);
    const desktop = await startDesktop(browserProcess, dataFolder, [], {
      HOOKWRIGHT_STAND_IN_LOCKED: '',
    });
    // The window doesn't wait for the keychain.
    await expect.poll(async () => (await desktop.state()).windows[0]?.shown).toBe(true);
    await expect(desktop.page.getByRole('status').first()).toBeVisible();
    expect(await coreOf(desktop)).toBeUndefined();
    await desktop.control({ do: 'unlockKeychain' });
    const { host, send } = await connectTo(dataFolder, target.url);
    expect(await call(host, 'GET', '/system')).toMatchObject({ secretsAtRest: 'encrypted' });
    expect(readdirSync(join(dataFolder, 'keys'))).toEqual(['1']);
    const accepted: string[] = [];
    let isKilled = false;
    const sending = (async () => {
      for (let number = 0; ; number += 1) {
        const id = `user-${number}.`;
        if (await send(id)) accepted.push(id);
        else if (isKilled) return;
      }
    })();
    await expect.poll(() => accepted.length).toBeGreaterThan(20);
    isKilled = true;
    await killCore(desktop);
    await sending;
    const heldCount = target.requests.length;
    target.respond(200);
    await expect.poll(() => hostIn(dataFolder)?.url).not.toBe(host.url);
    const isDelivered = (id: string): boolean =>
      target.requests.slice(heldCount).some(({ body }) => body.includes(id));
    await expect.poll(() => accepted.filter((id) => !isDelivered(id))).toEqual([]);
    // The page follows, and says what happened.
    const alert = desktop.page.getByRole('alert').filter({ has: desktop.page.getByRole('button') });
    await expect(alert).toBeVisible();
    await expect(endpointOn(desktop.page)).toBeVisible();
    await expect(alert).toContainText('killed');
    const reports = () => readdirSync(join(dataFolder, 'crash-reports'));
    expect(reports().filter((name) => name.endsWith('-core.txt'))).toHaveLength(1);
    await alert.getByRole('button', { name: 'Dismiss' }).click();
    await expect(alert).toHaveCount(0);
    // A bug that nothing handles is a crash too. It is the second within a minute: the user restarts the core.
    expect((await desktop.state()).messageBoxes).toEqual([]);
    const restarted = hostIn(dataFolder)?.url;
    await desktop.control({ do: 'reject', in: 'core' });
    await expect.poll(async () => (await desktop.state()).messageBoxes).toHaveLength(1);
    expect((await desktop.state()).messageBoxes[0]?.detail).toContain('A planted bug.');
    expect(reports()).toHaveLength(2);
    await expect.poll(() => hostIn(dataFolder)?.url).not.toBe(restarted);
    await expect(endpointOn(desktop.page)).toBeVisible();
    await desktop.control({ do: 'system', event: 'resume' });
    expect((await desktop.state()).utilities.at(-1)?.received).toContain('resumed');
    // In the main process, it ends the app; the core stops as usual.
    const exited = once(desktop.process, 'exit');
    await desktop.control({ do: 'reject', in: 'main' });
    expect((await exited)[0]).toBe(0);
    expect(reports().filter((name) => name.endsWith('-main.txt'))).toHaveLength(1);
    await target.stop();
  });

  test('data of an older build is moved aside only when the user says so', async ({
    browserProcess,
    dataFolder,
  }) => {
    const database = join(dataFolder, 'hookwright.sqlite');
    const older = new Database(database);
    older.pragma('user_version = 1');
    older.close();
    const bytes = readFileSync(database);
    const aside = join(dataFolder, 'hookwright.older-1.sqlite');
    const quitting = spawnDesktop(browserProcess, dataFolder, [], {
      HOOKWRIGHT_STAND_IN_BUTTON: '1',
    });
    expect((await once(quitting, 'exit'))[0]).toBe(0);
    expect(readFileSync(database)).toEqual(bytes);
    const desktop = await startDesktop(browserProcess, dataFolder);
    await expect(endpointOn(desktop.page)).toBeVisible();
    expect((await desktop.state()).messageBoxes).toHaveLength(1);
    expect(readFileSync(aside)).toEqual(bytes);
    expect(await desktop.quit()).toBe(0);
  });

  test('the app starts again if it is opened while it stops', async ({
    browserProcess,
    dataFolder,
  }) => {
    const target = await startTargetServer();
    // The core waits for the attempt when it stops.
    target.respond(() => undefined);
    const link = 'hookwright://delivery/7';
    const desktop = await startDesktop(browserProcess, dataFolder, [link]);
    const { send } = await connectTo(dataFolder, target.url);
    await send('user-1');
    await target.received(1);
    const exited = once(desktop.process, 'exit');
    await desktop.control({ do: 'chooseInTray', label: 'Quit' });
    await expect.poll(async () => (await desktop.state()).windows).toEqual([]);
    await desktop.control({ do: 'openUrl', url: 'hookwright://delivery/12' });
    await desktop.control({ do: 'system', event: 'activate' });
    await desktop.control({ do: 'choose', menu: ['File', 'Open workspace…'] });
    const opened = nextPage(browserProcess);
    const second = spawnDesktop(browserProcess, dataFolder);
    expect((await once(second, 'exit'))[0]).toBe(0);
    expect((await desktop.state()).errorBoxes).toEqual([]);
    expect((await exited)[0]).toBe(0);
    const page = await opened();
    // The link of the first start doesn't open again.
    await expect.poll(() => page.url()).toContain('deliveries/12');
    await expect(endpointOn(page)).toBeVisible();
    const pid = Number(readFileSync(join(dataFolder, 'stand-in-lock'), 'utf8'));
    process.kill(pid, 'SIGTERM');
    await expect.poll(() => hostIn(dataFolder)).toBeNull();
    await target.stop();
  });
});
