/** The built host as a process, started as scripts and users do. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { WebSocket } from 'undici';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { askToStop, type Host, startHost } from '#test/e2e/support/start-host.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { ownNode } from '../../../scripts/node-binary.mjs';
import { project, runCli } from './support/run-cli.ts';
import { runCommand } from './support/run-command.ts';

const cli = resolve(import.meta.dirname, '../../../out/node/cli.js');

beforeAll(ensureBuild);

async function host(args: readonly string[] = [], env = {}): Promise<Host> {
  const started = await startHost({ args, env });
  onTestFinished(async () => {
    await started.stop();
  });
  return started;
}

/** Runs the program until it exits. */
async function run(...args: string[]) {
  const child = spawn(ownNode, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

const mockPorts = ['--mock-port', '0', '--mock-https-port', '0'];
const ports = ['--port', '0', '--ingest-port', '0', ...mockPorts];
const anywhere = () => ['--json', ...ports, '--data', temporaryFolder()];

async function occupiedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

// The cache folders of macOS and Windows have no variable of their own.
test.runIf(process.platform === 'linux')(
  'keeps compiled code where only the user can write',
  async () => {
    const [cache, temporary] = [temporaryFolder(), temporaryFolder()];
    const env = { XDG_CACHE_HOME: cache, TMPDIR: temporary, NODE_COMPILE_CACHE: undefined };
    expect(await runCli(temporary, ['--version'], env)).toMatchObject({ code: 0 });
    expect(readdirSync(join(cache, 'Hookwright/compiled'))).toHaveLength(1);
    expect(readdirSync(temporary)).toEqual([]);
    rmSync(join(cache, 'Hookwright/compiled'), { recursive: true });
    chmodSync(join(cache, 'Hookwright'), 0o770);
    expect(await runCli(temporary, ['--version'], env)).toMatchObject({ code: 0 });
    expect(readdirSync(join(cache, 'Hookwright'))).toEqual([]);
  },
);

describe('hookwright serve --json', () => {
  test('prints one line of JSON and nothing else to stdout', async () => {
    const child = spawn(ownNode, [cli, 'serve', ...anywhere(), '--token', 'abc'], {
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    });
    let stdout = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk;
      if (stdout.includes('\n')) askToStop(child);
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    expect(stdout.endsWith('\n')).toBe(true);
    expect(stdout.trimEnd()).not.toContain('\n');
    expect(JSON.parse(stdout)).toEqual({
      ready: true,
      workspace: null,
      omitted: [],
      interface: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/\?token=abc$/),
      api: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api$/),
      ingest: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      mocks: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      token: 'abc',
    });
  });

  test('reads the token from a file', async () => {
    const file = join(temporaryFolder(), 'token');
    writeFileSync(file, 'from-a-file\n');
    const { token } = await host(['--token-file', file], { HOOKWRIGHT_TOKEN: 'b' });
    expect(token).toBe('from-a-file');
  });

  test('reads the token from the environment, and warns about plain HTTP when other machines can reach it', async () => {
    const given = 'from-the-environment';
    const { log, token } = await host(['--host', '0.0.0.0'], { HOOKWRIGHT_TOKEN: given });
    expect(token).toBe(given);
    expect(log()).toMatch(/"level":40.*plain HTTP/);
    expect(log()).not.toContain(token);
  });
});

describe('stopping', () => {
  test('is clean with open sockets and streams, after another process wanted its data folder', async () => {
    const { apiUrl, dataFolder, token, log, stop } = await host();
    const args = ['--json', ...ports, '--data', dataFolder];
    const { code, stderr } = await run('serve', ...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^hookwright: .*data folder/m);
    expect(stderr).not.toContain('    at ');
    const headers = { authorization: `Bearer ${token}` };
    const stream = await fetch(`${apiUrl}/changes`, { headers });
    const socket = new WebSocket(apiUrl.replace(/^http(.*)\/api$/, 'ws$1/rpc'), { headers });
    await new Promise((opened) => socket.addEventListener('open', opened));
    // A host that does not stop in time exits with 1.
    expect(await stop()).toBe(0);
    await stream.body?.cancel().catch(() => undefined);
    expect(log()).not.toBe('');
    expect(log()).not.toContain(token);
    expect(log()).not.toContain('plain HTTP');
  });

  test('happens when the process that started it exits', async () => {
    const child = spawn(ownNode, [cli, 'serve', ...anywhere()], {
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    });
    if (child.stdout) await once(child.stdout, 'data');
    child.disconnect();
    expect((await once(child, 'exit'))[0]).toBe(0);
  });
});

describe('a startup error is one message', () => {
  test('for an explicit port that is in use', async () => {
    const port = await occupiedPort();
    const args = ['--json', '--data', temporaryFolder(), '--ingest-port', '0', ...mockPorts];
    const { code, stdout, stderr } = await run('serve', ...args, '--port', String(port));
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain(`Port ${port} on 127.0.0.1`);
    expect(stderr).not.toContain('    at ');
  });

  test('for an address that this machine does not have', async () => {
    const { code, stderr } = await run('serve', ...anywhere(), '--host', '192.0.2.1');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^hookwright: .*192\.0\.2\.1/m);
    expect(stderr).not.toContain('    at ');
  });

  test.each([
    ['token_too_short', ['--host', '0.0.0.0', '--token', 'fifteen-letters']],
    ['token_unusable', ['--token-file', '/nowhere/token']],
  ])('for an access token: %s', async (reason, args) => {
    const { code, stdout, stderr } = await run('serve', ...anywhere(), ...args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(`(${reason})`);
    expect(stderr).not.toContain('    at ');
  });

  test('for an invalid configuration file', async () => {
    const file = join(temporaryFolder(), 'config.json');
    writeFileSync(file, '{"destinations":[{"name":"A","webhooks":[{"url":"nowhere"}]}]}');
    const { code, stdout, stderr } = await run('serve', ...anywhere(), '--config', file);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('destinations[0].webhooks[0].url: ');
  });

  test.each([
    ['--port', 'many'],
    ['--port', '65536'],
    ['--token', 'two words'],
    ['--nonsense', 'x'],
  ])('with exit code 2 for %s %s', async (option, value) => {
    const { code, stdout, stderr } = await runCommand(project, ['serve', option, value]);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(option);
  });
});

test('a configuration file is applied at startup; redactions are on stdout and in the log', async () => {
  const file = join(temporaryFolder(), 'config.json');
  const source = { name: 'Shop', writeKey: 'shop-key' };
  const destination = { name: 'Hooks', webhookUrl: 'http://127.0.0.1:9/', sources: ['Shop'] };
  const redacted = ['destinations[0].sharedSecret'];
  writeFileSync(file, JSON.stringify({ sources: [source], destinations: [destination], redacted }));
  const { api, omitted, log } = await host(['--config', file]);
  expect(await api('GET', '/sources')).toEqual(
    expect.arrayContaining([expect.objectContaining(source)]),
  );
  expect(await api('GET', '/destinations')).toMatchObject([{ name: 'Hooks' }]);
  expect(omitted).toEqual(redacted);
  expect(log()).toContain(redacted[0]);
});

test('help and version are printed', async () => {
  expect(await runCommand(project, ['--version'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d/),
  });
  expect((await runCommand(project, ['serve', '--help'])).stdout).toContain('--ingest-port');
});
