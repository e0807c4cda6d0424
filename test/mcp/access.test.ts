/** Who gets the tools, and which. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools } from '#mcp/tools/index.ts';
import { makeFolder, removeFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';
import { type Host, startHost } from '../e2e/support/start-host.ts';
import { type Agent, httpAgent, stdioAgent } from './support/agent.ts';

const dataFolder = makeFolder();
let host: Host;

beforeAll(async () => {
  await ensureBuild();
  host = await startHost({ dataFolder });
});

afterAll(async () => {
  await host.stop();
  removeFolder(dataFolder);
});

const levels = {
  read: ['read'],
  write: ['read', 'write'],
  delete: ['read', 'write', 'delete'],
} as const;

const opens: Readonly<Record<string, (level?: string) => Promise<Agent>>> = {
  stdio: (level) =>
    stdioAgent(['--data', dataFolder, ...(level === undefined ? [] : ['--allow', level])]),
  'streamable HTTP': (level) => httpAgent(host, level === undefined ? '' : `?allow=${level}`),
};

describe.each(Object.entries(opens))('over %s', (_name, open) => {
  it('only tools that read are there by default', async () => {
    const agent = await open();
    const { tools: listed } = await agent.client.listTools();
    expect(listed.map(({ name }) => name)).toEqual(
      tools.filter(({ level }) => level === 'read').map(({ name }) => name),
    );
    expect(listed.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect(agent.client.getInstructions()).toContain('write');
    for (const { name, level } of tools.filter((tool) => tool.level !== 'read'))
      expect(await agent.fails(name)).toEqual({
        code: 'not_allowed',
        message: expect.stringContaining(name),
        fix: expect.stringMatching(new RegExp(`allow[ =]${level}`)),
      });
    await expect(agent.client.callTool({ name: 'unknown' })).rejects.toThrow('unknown');
    // Its result has the valid signature of any body.
    const forged = { body: '{}', secret: 's3cret', observed: 'x' };
    expect(await agent.fails('diagnose_signature', forged)).toMatchObject({ code: 'not_allowed' });
    await agent.close();
  });

  it.each(Object.entries(levels))('%s allows the levels before it', async (level, allowed) => {
    const agent = await open(level);
    const { tools: listed } = await agent.client.listTools();
    expect(listed.map(({ name }) => name)).toEqual(
      tools.filter((tool) => allowed.some((one) => one === tool.level)).map(({ name }) => name),
    );
    await agent.close();
  });
});

interface Answer {
  readonly status: number | undefined;
  readonly body: { readonly code?: string; readonly result?: unknown };
}

/** Sends a request that lists the tools, as no client of ours would. */
function post(headers: Readonly<Record<string, string>>, path = '/mcp', method = 'POST') {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request(
    new URL(path, host.apiUrl),
    {
      method,
      headers: {
        authorization: `Bearer ${host.token}`,
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    },
    (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => {
        const json = /^(?:event: message\n)?data: (.*)$/m.exec(text)?.[1] ?? text;
        resolve({ status: response.statusCode, body: json === '' ? {} : JSON.parse(json) });
      });
    },
  );
  sent.once('error', reject);
  sent.end(
    method !== 'POST'
      ? ''
      : JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  );
  return promise;
}

describe('POST /mcp', () => {
  it('needs the access token', async () => {
    expect(await post({})).toMatchObject({
      status: 200,
      body: { result: { tools: expect.any(Array) } },
    });
    for (const authorization of ['', 'Bearer wrong', `Basic ${host.token}`])
      expect(await post({ authorization })).toMatchObject({
        status: 401,
        body: { code: 'unauthorized' },
      });
  });

  it('rejects other origins and hosts, also with the token', async () => {
    const { host: own } = new URL(host.apiUrl);
    expect((await post({ origin: `http://${own}` })).status).toBe(200);
    for (const headers of [
      { origin: 'http://attacker.example' },
      { origin: 'null' },
      { host: 'attacker.example' },
      { host: `attacker.example:${new URL(host.apiUrl).port}` },
    ])
      expect(await post(headers)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  it('names the field of an unknown level', async () => {
    expect(await post({}, '/mcp?allow=everything')).toMatchObject({
      status: 400,
      body: { code: 'bad_request', field: 'allow' },
    });
  });

  it('keeps no sessions, so other methods are not allowed', async () => {
    expect((await post({}, '/mcp', 'GET')).status).toBe(405);
    expect((await post({}, '/mcp', 'DELETE')).status).toBe(405);
  });

  it('rejects a body that is not JSON', async () => {
    const send = (body: string) =>
      fetch(new URL('/mcp', host.apiUrl), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${host.token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body,
      });
    expect((await send('{"jsonrpc":')).status).toBe(400);
    expect(await post({})).toMatchObject({ status: 200 });
  });
});
