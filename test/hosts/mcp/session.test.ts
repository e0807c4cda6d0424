/** Which Hookwright `hookwright mcp` uses, and what ends with the session. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { cli, startHost } from '#test/e2e/support/start-host.ts';
import { homeVariables } from '#test/hosts/headless/support/workspace-host.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { ownNode } from '../../../scripts/node-binary.mjs';
import { type StdioAgent, stdioAgent } from './support/agent.ts';

beforeAll(async () => {
  await ensureBuild();
});

const open: StdioAgent[] = [];
afterEach(async () => {
  for (const agent of open.splice(0)) await agent.close();
});

async function agentIn(dataFolder: string, ...args: readonly string[]): Promise<StdioAgent> {
  const agent = await stdioAgent(['--data', dataFolder, ...args]);
  open.push(agent);
  return agent;
}

const hostFile = (dataFolder: string): string => join(dataFolder, 'running-host.json');
const addressIn = (dataFolder: string): string =>
  JSON.parse(readFileSync(hostFile(dataFolder), 'utf8')).url;

/** A host removes its file when it has stopped. */
const hasStopped = (dataFolder: string) =>
  expect.poll(() => existsSync(hostFile(dataFolder))).toBe(false);

async function isReachable(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

describe('the instance', () => {
  it('is the one that is running, and outlives the session; with --url, none is started', async () => {
    const dataFolder = temporaryFolder();
    const host = await startHost({ dataFolder });
    const agent = await agentIn(dataFolder);
    expect(await agent.call('get_status')).toMatchObject({ dataFolder });
    expect(addressIn(dataFolder)).toBe(new URL(host.apiUrl).origin);
    await agent.close();
    expect(await isReachable(host.apiUrl)).toBe(true);

    const url = ['--url', new URL(host.apiUrl).origin];
    const wrong = await stdioAgent(url, { HOOKWRIGHT_TOKEN: 'wrong-token' });
    open.push(wrong);
    expect(await wrong.fails('get_status')).toMatchObject({
      code: 'unauthorized',
      fix: expect.stringContaining('HOOKWRIGHT_TOKEN'),
    });
    const right = await stdioAgent(url, { HOOKWRIGHT_TOKEN: host.token });
    open.push(right);
    expect(await right.call('get_status')).toMatchObject({ dataFolder });
    await host.stop();
    expect(await right.fails('get_status')).toMatchObject({
      code: 'not_running',
      fix: expect.any(String),
    });
    expect(existsSync(hostFile(dataFolder))).toBe(false);
  });

  it('is not started next to one with an address that is not used', async () => {
    const dataFolder = temporaryFolder();
    const host = { url: 'http://192.0.2.1:8378', token: 't' };
    writeFileSync(hostFile(dataFolder), JSON.stringify(host), { mode: 0o600 });
    const agent = await agentIn(dataFolder);
    expect(await agent.fails('get_status')).toMatchObject({
      code: 'not_configured',
      message: expect.stringContaining("doesn't name a loopback address"),
    });
    expect(addressIn(dataFolder)).toBe(host.url);
  });

  it('is started by the first call, and ends with the session on SIGTERM', async () => {
    const dataFolder = temporaryFolder();
    const agent = await agentIn(dataFolder);
    await agent.client.listTools();
    expect(existsSync(hostFile(dataFolder))).toBe(false);
    const [first, second] = await Promise.all([
      agent.call('get_status'),
      agent.call('list_deliveries'),
    ]);
    expect(first).toMatchObject({ dataFolder });
    expect(second).toMatchObject({ items: [] });
    const url = addressIn(dataFolder);
    process.kill(agent.pid, 'SIGTERM');
    await hasStopped(dataFolder);
    expect(await isReachable(url)).toBe(false);
  });

  it('uses other ports if the default ones are in use, and ignores a stale file', async () => {
    const servers = await Promise.all(
      [8377, 8378, 8379].map(async (port) => {
        const server = createServer().listen(port, '127.0.0.1');
        // In use by another program is as good.
        await Promise.race([once(server, 'listening'), once(server, 'error')]).catch(() => null);
        return server;
      }),
    );
    onTestFinished(() => servers.forEach((server) => void server.close()));
    const dataFolder = temporaryFolder();
    const stale = { url: 'http://127.0.0.1:9', token: 't' };
    writeFileSync(hostFile(dataFolder), JSON.stringify(stale), { mode: 0o600 });
    const agent = await agentIn(dataFolder);
    const { ingestUrl, problems } = await agent.call('get_status');
    expect(new URL(ingestUrl).port).not.toBe('8377');
    expect(problems).not.toEqual([]);
  });

  it('is shared by sessions, ends when the first one is killed, and is started once by others', async () => {
    const dataFolder = temporaryFolder();
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => agentIn(dataFolder)));
    await first?.call('get_status');
    const url = addressIn(dataFolder);
    await others[0]?.call('get_status');
    expect(addressIn(dataFolder)).toBe(url);
    process.kill(first?.pid ?? 0, 'SIGKILL');
    await hasStopped(dataFolder);
    const results = await Promise.all(others.map((agent) => agent.call('get_status')));
    expect(results).toMatchObject([{ dataFolder }, { dataFolder }]);
  });

  it('stays the same when hookwright.json appears or is removed', async () => {
    const home = temporaryFolder();
    const folder = temporaryFolder();
    const file = join(folder, 'hookwright.json');
    const agentHere = async () => {
      const agent = await stdioAgent([], homeVariables(home), folder);
      open.push(agent);
      return agent;
    };
    const placeOf = async (agent: StdioAgent) => (await agent.call('get_status')).dataFolder;
    const plain = await agentHere();
    await plain.client.listTools();
    writeFileSync(file, '{}');
    const own = await placeOf(plain);
    expect(own).toBe(join(home, 'config', 'Hookwright'));
    const inWorkspace = await agentHere();
    const ofWorkspace = await placeOf(inWorkspace);
    expect(ofWorkspace).not.toBe(own);
    rmSync(file);
    expect(await Promise.all([placeOf(plain), placeOf(inWorkspace)])).toEqual([own, ofWorkspace]);
  });

  it('that ends during a call is a clear error, and the next call works', async () => {
    const dataFolder = temporaryFolder();
    const host = await startHost({ dataFolder });
    const agent = await agentIn(dataFolder, '--allow', 'write');
    await host.api('POST', '/scenarios', { file: 'long.yaml', text: longScenario });
    const started = Promise.withResolvers<unknown>();
    const run = agent.client.callTool(
      { name: 'run_scenario', arguments: { action: 'run_scenario', file: 'long.yaml' } },
      { onprogress: started.resolve },
    );
    await started.promise;
    host.process.kill('SIGKILL');
    const { isError, content } = await run;
    expect({ isError, content }).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^\{"code":"connection_lost",.*"fix":/) }],
    });
    expect(existsSync(hostFile(dataFolder))).toBe(true);
    expect(await agent.call('get_status')).toMatchObject({ dataFolder });
  });

  it('that cannot start is an error of the tool, and the session goes on', async () => {
    const dataFolder = temporaryFolder();
    mkdirSync(join(dataFolder, 'hookwright.sqlite'));
    const agent = await agentIn(dataFolder);
    expect(await agent.fails('get_status')).toMatchObject({
      code: 'start_failed',
      message: expect.stringContaining(dataFolder),
      fix: expect.any(String),
    });
    expect((await agent.client.listTools()).tools).not.toEqual([]);
  });
});

/** Takes ten minutes of real time. */
const longScenario = `scenario: 1
name: Long
clock: { speed: 1 }
given:
  sources: [{ name: Shop }]
  mocks: [{ name: shop }]
  destinations:
    - { name: Orders, sources: [Shop], webhooks: [{ mock: shop }] }
when:
  - { id: order, send: { source: Shop, sample: track, count: 100, over: 10m } }
`;

describe('the process', () => {
  function start(dataFolder: string): ChildProcess & { stdout: NodeJS.ReadableStream } {
    const child = spawn(ownNode, [cli, 'mcp', '--data', dataFolder], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    return child as ChildProcess & { stdout: NodeJS.ReadableStream };
  }

  const opening = [
    {
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'raw', version: '1' },
      },
    },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'get_status', arguments: {} } },
  ];

  it('writes only the protocol to stdout, ignores lines that are not JSON, and ends with stdin', async () => {
    const dataFolder = temporaryFolder();
    const child = start(dataFolder);
    let stdout = '';
    const responded = Promise.withResolvers<void>();
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (stdout.includes('"id":2')) responded.resolve();
    });
    child.stdin?.write('not json\n{"jsonrpc":"2.0"}\n');
    for (const message of opening)
      child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    await responded.promise;
    const url = addressIn(dataFolder);
    const exited = once(child, 'exit');
    child.stdin?.end();
    expect((await exited)[0]).toBe(0);
    for (const line of stdout.trim().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(existsSync(hostFile(dataFolder))).toBe(false);
    expect(await isReachable(url)).toBe(false);
  });
});

it('a message that is too long is an error, and the session goes on', async () => {
  const session = spawn(ownNode, [cli, 'mcp', '--data', temporaryFolder()], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void session.kill());
  const lines = createInterface({ input: session.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse(String((await lines.next()).value));
  const request = (id: number, name: string) => {
    const client = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name, version: '1' },
    };
    return `${JSON.stringify({ jsonrpc: '2.0', id, method: 'initialize', params: client })}\n`;
  };
  session.stdin.write(request(1, 'x'.repeat(11 * 1024 * 1024)) + request(2, 'test'));
  expect(await next()).toMatchObject({ id: null, error: { code: -32600 } });
  expect(await next()).toMatchObject({ id: 2, result: { serverInfo: {} } });
  session.stdin.end();
  expect(await once(session, 'exit')).toEqual([0, null]);
});
