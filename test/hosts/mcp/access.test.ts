/** Who gets the tools, and which. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessLevels } from '#main/hosts/mcp/access-level.ts';
import { levelOf } from '#main/hosts/mcp/tool.ts';
import { tools } from '#main/hosts/mcp/tools/index.ts';
import { operationsOf } from '#test/contract/operations.ts';
import { type Host, startHost } from '#test/e2e/support/start-host.ts';
import { makeFolder, removeFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
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

const byLevel = {
  read: [
    ...['get_status', 'list_deliveries', 'get_delivery', 'explain_delivery'],
    ...['inspect_requests', 'read_body', 'inspect_scenarios'],
  ],
  write: [
    ...['diagnose_signature', 'send_event', 'send_again', 'save_item', 'certify_endpoint'],
    ...['move_clock', 'run_scenario'],
  ],
  delete: ['delete_items'],
} as const;
const above = [...byLevel.write, ...byLevel.delete];

const allowed = {
  read: byLevel.read,
  write: [...byLevel.read, ...byLevel.write],
  delete: [...byLevel.read, ...byLevel.write, ...byLevel.delete],
} as const;

const effects = new Map(operationsOf().map(({ name, effect }) => [name, effect]));

/** What sends, or signs a text of the caller's, needs the level that may send. */
const levelFor: Readonly<Record<string, number>> = { read: 0, write: 1, sends: 1, deletes: 2 };

it.each(Object.entries(tools))(
  'the level of %s covers what its operations do',
  (_name, actions) => {
    const names = Object.values(actions).flatMap(({ operations }) => operations);
    const needed = names.map((name) => levelFor[effects.get(name) ?? ''] ?? Number.NaN);
    expect(names.length).toBeGreaterThan(0);
    expect(accessLevels.indexOf(levelOf(actions))).toBe(Math.max(...needed));
  },
);

const opens: Readonly<Record<string, (level?: string) => Promise<Agent>>> = {
  stdio: (level) =>
    stdioAgent(['--data', dataFolder, ...(level === undefined ? [] : ['--allow', level])]),
  'streamable HTTP': (level) => httpAgent(host, level === undefined ? '' : `?allow=${level}`),
};

describe.each(Object.entries(opens))('over %s', (_name, open) => {
  it('only tools that read are there by default', async () => {
    const agent = await open();
    const { tools: listed } = await agent.client.listTools();
    expect(listed.map(({ name }) => name)).toEqual(byLevel.read);
    expect(listed.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect(agent.client.getInstructions()).toContain('write');
    for (const name of above)
      expect(await agent.fails(name)).toEqual({
        code: 'not_allowed',
        message: expect.stringContaining(name),
        fix: expect.stringMatching(/allow[ =](write|delete)/),
      });
    await expect(agent.client.callTool({ name: 'unknown' })).rejects.toThrow('unknown');
    // Its result has the valid signature of any body.
    const forged = { body: '{}', secret: 's3cret', observed: 'x' };
    expect(await agent.fails('diagnose_signature', forged)).toMatchObject({ code: 'not_allowed' });
    await agent.close();
  });

  it.each(Object.entries(allowed))('%s allows the levels before it', async (level, names) => {
    const agent = await open(level);
    const { tools: listed } = await agent.client.listTools();
    expect(listed.map(({ name }) => name)).toEqual(names);
    await agent.close();
  });
});

interface RawResponse {
  readonly status: number | undefined;
  readonly body: { readonly code?: string; readonly result?: unknown };
}

/** Sends a request that lists the tools, as no client of ours would. */
function post(headers: Readonly<Record<string, string>>, path = '/mcp', method = 'POST') {
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
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

  it('rejects a body that is not JSON, or has too many values', async () => {
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
    const many = (value: unknown) =>
      send(JSON.stringify({ ...{ jsonrpc: '2.0', id: 1, method: 'tools/list' }, params: value }));
    const text = '{"\\",[:'.repeat(20_000);
    expect((await many({ _meta: { text } })).status).toBe(200);
    expect((await many({ _meta: { list: new Array(20_001).fill('') } })).status).toBe(413);
    expect(await post({})).toMatchObject({ status: 200 });
  });
});
