/** Workspaces: folders with hookwright.json, each with its own data and ports, over real processes. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';
import { ownNode } from '../../scripts/node-binary.mjs';
import { cli, freePorts } from '../e2e/support/start-host.ts';

beforeAll(ensureBuild, 120_000);

const canary = 'canary-5ecret-of-the-workspace';

/** `home` holds the user's trust. */
function start(workspace: string, home: string, ...options: readonly string[]) {
  const child = spawn(ownNode, [cli, 'serve', '--json', '--no-open', ...freePorts, ...options], {
    cwd: workspace,
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), SHOP_SECRET: canary },
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

async function open(workspace: string, home: string, ...options: readonly string[]) {
  const started = start(workspace, home, ...options);
  const lines = createInterface({ input: started.child.stdout });
  const [line] = (await once(lines, 'line')) as [string];
  const ready = JSON.parse(line) as { api: string; token: string; ingest: string };
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${ready.api}${path}`, {
      method,
      headers: { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  return { ...started, ...ready, call };
}

function createWorkspace(configuration: unknown): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'hookwright.json'), JSON.stringify(configuration));
  return folder;
}

const shopConfiguration = (webhookUrl: string) => ({
  sources: [{ name: 'Shop', writeKey: { env: 'SHOP_SECRET' } }],
  destinations: [
    {
      ...{ name: 'Hooks', webhookUrl, sharedSecret: { env: 'SHOP_SECRET' } },
      sources: ['Shop'],
    },
  ],
});

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('a workspace', () => {
  it('has data and ports of its own while another one is open', async () => {
    const home = temporaryFolder();
    const target = await startTarget();
    const one = createWorkspace(shopConfiguration(target.url));
    const other = createWorkspace({ sources: [{ name: 'Other' }] });
    const [first, second] = await Promise.all([open(one, home), open(other, home)]);
    expect(first.ingest).not.toBe(second.ingest);
    expect(await first.call('GET', '/sources')).toMatchObject([{ name: 'Shop' }]);
    expect(await second.call('GET', '/sources')).toMatchObject([{ name: 'Other' }]);
    await first.call('POST', '/send', { sample: 'track' });
    // Loopback is allowed without trust, and the secret comes from the environment.
    const { headers } = await target.received(1);
    expect(headers.some(([name]) => name.toLowerCase() === 'x-signature')).toBe(true);
    expect(await second.call('GET', '/ledger')).toMatchObject({ accepted: 0 });
    expect(statSync(join(one, '.hookwright')).mode & 0o777).toBe(0o700);
  });

  it('commits no secret to git', async () => {
    const workspace = createWorkspace(shopConfiguration('http://127.0.0.1:9/hook'));
    mkdirSync(join(workspace, 'scenarios'));
    const host = await open(workspace, temporaryFolder());
    await host.call('POST', '/send', { sample: 'track' });
    await host.stop();
    const stored = filesIn(join(workspace, '.hookwright'));
    expect(stored.some((file) => readFileSync(file).includes(canary))).toBe(true);
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: workspace, encoding: 'utf8' });
    git('init', '--quiet');
    git('add', '--all');
    const committed = git('ls-files').trim().split('\n');
    expect(committed).toEqual(['hookwright.json']);
    expect(readFileSync(join(workspace, 'hookwright.json'), 'utf8')).not.toContain(canary);
  });

  it('sends nothing beyond this machine until it is trusted, which is remembered', async () => {
    const home = temporaryFolder();
    // Reserved for documentation (RFC 5737): nothing answers there.
    const workspace = createWorkspace(shopConfiguration('http://192.0.2.1:9/hook'));
    const host = await open(workspace, home);
    expect(await host.call('GET', '/system')).toMatchObject({ workspace: { isTrusted: false } });
    await host.call('POST', '/send', { sample: 'track' });
    await vi.waitFor(async () => {
      const { items } = await host.call('GET', '/deliveries');
      expect(items).toMatchObject([{ state: 'blocked', lastFailure: 'untrusted_workspace' }]);
    });
    expect(await host.call('POST', '/workspace/trust')).toMatchObject({
      workspace: { isTrusted: true },
    });
    await host.stop();
    const again = await open(workspace, home);
    expect(await again.call('GET', '/system')).toMatchObject({ workspace: { isTrusted: true } });
    await again.stop();
    const otherUser = await open(workspace, temporaryFolder(), '--trust');
    expect(await otherUser.call('GET', '/system')).toMatchObject({
      workspace: { isTrusted: true },
    });
  });

  it('names a missing variable, and a folder that is no workspace', async () => {
    const workspace = createWorkspace({ sources: [{ name: 'A', writeKey: { env: 'NOT_SET_1' } }] });
    const missing = start(workspace, temporaryFolder());
    const [missingCode] = await once(missing.child, 'close');
    expect(missingCode).toBe(1);
    expect(missing.log()).toContain('sources[0].writeKey');
    expect(missing.log()).toContain('NOT_SET_1');
    const empty = temporaryFolder();
    const none = start(temporaryFolder(), temporaryFolder(), '--workspace', empty);
    const [noneCode] = await once(none.child, 'close');
    expect(noneCode).toBe(1);
    expect(none.log()).toContain('hookwright.json');
  });
});
