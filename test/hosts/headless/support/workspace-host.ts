/** Hosts of workspaces in processes of their own, with a home folder of the test. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { dataFolderOf } from '#main/hosts/headless/data-folder.ts';
import { cli, freePorts } from '#test/e2e/support/start-host.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ownNode } from '../../../../scripts/node-binary.mjs';

/** In the environment of every host, as SHOP_SECRET. */
export const canary = 'canary-5ecret-of-the-workspace';

export const homeVariables = (home: string) => ({
  HOME: home,
  XDG_CONFIG_HOME: join(home, 'config'),
});

/** `home` holds the user's trust. The ports are those of the workspace unless options choose them. */
export function startInFolder(folder: string, home: string, ...options: readonly string[]) {
  const child = spawn(ownNode, [cli, 'serve', '--json', '--no-open', ...options], {
    cwd: folder,
    env: { ...process.env, ...homeVariables(home), SHOP_SECRET: canary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk;
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  };
  onTestFinished(stop);
  return { child, log: () => log, stop };
}

export const start = (workspace: string, home: string, ...options: readonly string[]) =>
  startInFolder(workspace, home, ...freePorts, ...options);

export async function ready(started: ReturnType<typeof startInFolder>) {
  const lines = createInterface({ input: started.child.stdout });
  const ended = once(started.child, 'close').then(([code]) => {
    throw new Error(`The host ended with ${code} before it was ready:\n${started.log()}`);
  });
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
  const address = JSON.parse(line) as {
    api: string;
    token: string;
    ingest: string;
    mocks: string;
    workspace: string;
  };
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${address.api}${path}`, {
      method,
      headers: { authorization: `Bearer ${address.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  return { ...started, ...address, call };
}

export const dataFolderIn = (workspace: string, home: string): string =>
  dataFolderOf(undefined, { folder: workspace }, join(home, 'config', 'Hookwright')).path;

export const open = (workspace: string, home: string, ...options: readonly string[]) =>
  ready(start(workspace, home, ...options));

export function createWorkspace(configuration: unknown): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'hookwright.json'), JSON.stringify(configuration));
  return folder;
}

export const shopConfiguration = (webhookUrl: string) => ({
  sources: [{ name: 'Shop', writeKey: { env: 'SHOP_SECRET' } }],
  destinations: [
    {
      ...{ name: 'Hooks', webhookUrl, sharedSecret: { env: 'SHOP_SECRET' } },
      sources: ['Shop'],
    },
  ],
});
