/** What no tool shows, and no filter tests. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { levelOf } from '#main/hosts/mcp/tool.ts';
import { redactionOf } from '#main/hosts/mcp/tools/delivery-parts.ts';
import { tools } from '#main/hosts/mcp/tools/index.ts';
import type { Destination } from '#shared/connections/destination.ts';
import type { Attempt, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { nothingKnown } from '#shared/deliveries/redaction.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import type { MockEntryDetail } from '#shared/mocks/request.ts';
import {
  addDestination,
  addSource,
  connect,
  ingest,
  secret,
  track,
} from '#test/e2e/support/seed.ts';
import { type Host, startHost } from '#test/e2e/support/start-host.ts';
import { startTargetServer, type TargetServer } from '#test/e2e/support/target-server.ts';
import { escapes } from '#test/support/escapes.ts';
import { makeFolder, removeFolder } from '#test/support/temporary-folder.ts';
import { until } from '#test/support/until.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { type Agent, httpAgent } from './support/agent.ts';

/** A static header whose name says nothing. */
const headers = { 'X-Acme': 'plain-value-of-acme' };

const token = 'plain-token-of-acme';

const dataFolder = makeFolder();
let host: Host;
let target: TargetServer;
let agent: Agent;

beforeAll(async () => {
  await ensureBuild();
  host = await startHost({ dataFolder });
  target = await startTargetServer();
  target.respond((request, response) => {
    const signature = String(request.headers['x-signature']);
    const echo = [signature, signature.toUpperCase(), request.headers['x-acme']].join(' ');
    response.writeHead(404, { 'x-echo': echo }).end(echo);
  });
  const { source } = await connect(host, target.url, {
    webhookUrl: `${target.url}/hook?token=${token}`,
    webhooks: [{ url: `${target.url}/hook?token=${token}`, headers }],
  });
  await track(host, source, 'Echoed');
  await until(async () => expect(await host.api('GET', '/ledger')).toMatchObject({ refused: 1 }));
  agent = await httpAgent(host, '?allow=delete');
});

afterAll(async () => {
  await agent?.close();
  await host?.stop();
  await target?.stop();
  removeFolder(dataFolder);
});

it('filters test only what tools show', async () => {
  const filtering = Object.values(tools)
    .flatMap((actions) => Object.entries(actions))
    .flatMap(([name, { input }]) => ('filter' in input.shape ? [name] : []));
  expect(filtering).toEqual(['list_deliveries', 'delete_deliveries']);
  const hidden = ['header[x-acme]:p', 'header[host]=a', 'url:token', 'not (status:404 or url=a)'];
  for (const name of filtering)
    for (const filter of [...hidden, 'header['])
      expect(await agent.fails(name, { filter })).toMatchObject({
        code: 'bad_request',
        field: 'filter',
      });
  const shown = 'body.event:Echo Echoed destination:Staging source:Shop user:ada state:refused';
  expect(await agent.call('list_deliveries', { filter: shown })).toMatchObject({ total: 1 });
});

it('static headers and signatures are hidden in any spelling, also where they are repeated', async () => {
  const delivery = await agent.call('get_delivery', { id: 1 });
  const digest = createHmac('sha1', secret).update(delivery.body.text).digest('hex');
  const { url } = (await host.api('POST', '/mocks', { name: 'plain' })) as Mock;
  await fetch(String(url), {
    method: 'POST',
    headers: { ...headers, 'x-signature': `sha1=${digest}` },
    body: '{}',
  });
  const entries = await agent.call('list_mock_requests', { mock: 'plain' });
  const at = { deliveryId: 1, attemptId: delivery.attemptPage[0].id };
  const [{ id: requestId }] = entries.items;
  const results = {
    delivery,
    explanation: await agent.call('explain_delivery', { id: 1 }),
    response: await agent.call('read_body', { part: 'response', ...at }),
    request: await agent.call('get_mock_request', { mock: 'plain', requestId }),
  };
  const copy = await agent.call('send_copy', { deliveryId: 1 });
  const acme = headers['X-Acme'];
  for (const [name, result] of Object.entries({ ...results, copy })) {
    const text = JSON.stringify(result);
    expect(text, name).toContain('[redacted]');
    expect(text, name).not.toContain(acme);
    // A level that may send may also sign.
    if (name !== 'copy') expect(text.toLowerCase(), name).not.toContain(digest);
  }
});

it('tools that write show no secrets in URLs', async () => {
  const forward = { url: `${target.url}/base?token=${token}` };
  const results = {
    destination: await agent.call('save_destination', { name: 'Staging hooks' }),
    mock: await agent.call('save_mock', { name: 'forwarding', forward }),
    certification: await agent.call('certify_receiver', { destination: 'Staging hooks' }),
    setup: await agent.call('get_status'),
  };
  for (const [name, result] of Object.entries(results)) {
    const text = JSON.stringify(result);
    expect(text, name).toContain(target.url);
    expect(text, name).not.toContain(token);
  }
});

it('the URL and headers of a forwarded request are hidden, also where its target repeats them', async () => {
  const forward = { url: `${target.url}/base?token=${token}` };
  const { id, url } = (await host.api('POST', '/mocks', {
    ...{ name: 'repeating', forward },
  })) as Mock;
  target.respond((request, response) => {
    const echo = JSON.stringify([request.path, new URLSearchParams(request.path).values().next()]);
    response.writeHead(200, { 'x-echo': token }).end(`${echo} ${token}`);
  });
  await fetch(String(url), { method: 'POST', headers, body: '{}' });
  const [{ id: requestId }] = (await agent.call('list_mock_requests', { mock: 'repeating' })).items;
  const entry = { mock: 'repeating', requestId };
  const results = {
    request: await agent.call('get_mock_request', entry),
    response: await agent.call('read_body', { part: 'mock_response', ...entry }),
  };
  await host.api('DELETE', `/mocks/${id}`);
  for (const [name, result] of Object.entries(results)) {
    expect(JSON.stringify(result), name).toContain('[redacted]');
    expect(JSON.stringify(result), name).not.toContain(token);
  }
});

it('stored secrets go only where they are stored for', async () => {
  const other = await startTargetServer();
  target.respond((_, response) => void response.writeHead(404).end());
  await agent.call('send_copy', { deliveryId: 1, url: `${other.url}/other` });
  const staging = { destination: 'Staging hooks' };
  for (const given of [{ url: `${other.url}/other` }, { profile: 'gitlab-token' }])
    expect(await agent.fails('certify_receiver', { ...staging, ...given })).toMatchObject({
      code: 'bad_request',
    });
  const changed = { name: 'Staging hooks', profile: 'gitlab-token' };
  expect(await agent.fails('save_destination', changed)).toMatchObject({ code: 'bad_request' });
  const source = await addSource(host, 'Token');
  const { id } = await addDestination(host, {
    ...{ name: 'Token', profile: 'gitlab-token', webhookUrl: target.url },
    ...{ sharedSecret: 'token-of-gitlab', sourceIds: [] },
  });
  const moved = { name: 'Token', webhookUrl: other.url };
  expect(await agent.fails('save_destination', moved)).toMatchObject({ code: 'bad_request' });
  await host.api('DELETE', `/destinations/${id}`);
  await host.api('DELETE', `/sources/${source.id}`);
  expect(other.requests).toHaveLength(1);
  expect(other.requests[0]?.headers).not.toHaveProperty('x-acme');
  await other.stop();
});

it.each([
  ['that was passed on', {}],
  ['of several', { steps: [{ forward: { times: 2 } }] }],
  ['that was not passed on', { steps: [{ status: 202, forward: { response: 'step' } }] }],
])('what a server sets in a response %s is hidden, also in its body', async (_, settings) => {
  const set = { session: 'session-of-the-server-1', key: 'key-of-the-server-2' };
  target.respond(
    (_request, response) =>
      void response
        .writeHead(200, { 'set-cookie': `s=${set.session}; HttpOnly`, 'x-auth-token': set.key })
        .end(JSON.stringify(set)),
  );
  const { id, url } = (await host.api('POST', '/mocks', {
    ...{ name: 'passing', ...settings, forward: { url: target.url } },
  })) as Mock;
  await fetch(String(url), { method: 'POST', body: '{}' });
  const entry = { mock: 'passing', requestId: 0 };
  await until(async () => {
    const { items } = await agent.call('list_mock_requests', { mock: 'passing' });
    entry.requestId = items[0].id;
    const { forwarded } = await agent.call('get_mock_request', entry);
    expect(forwarded.body.text).toContain('[redacted]');
  });
  const results = {
    request: await agent.call('get_mock_request', entry),
    response: await agent.call('read_body', { part: 'mock_response', ...entry }),
  };
  await host.api('DELETE', `/mocks/${id}`);
  for (const [name, result] of Object.entries(results)) {
    expect(JSON.stringify(result), name).toContain('[redacted]');
    expect(JSON.stringify(result), name).not.toMatch(/-of-the-server-/);
  }
});

it('the signature of each of many attempts is hidden', () => {
  const attempts = Array.from({ length: 500 }, (_, number) => ({
    request: {
      ...{ method: 'POST', url: 'http://127.0.0.1/' },
      headers: [['webhook-signature', `v1,${number}${'digest'.repeat(6)}=`]],
    },
  })) as unknown as Attempt[];
  const detail = { attemptList: attempts, expectedSignature: null } as unknown as DeliveryDetail;
  for (const [number, attempt] of attempts.entries())
    if (number % 100 === 99)
      expect(
        redactionOf(detail, [attempt], nothingKnown).text(`not ${number}${'digest'.repeat(6)}=`),
      ).toBe('not [redacted]=');
});

it('secrets of the setup are hidden in URLs and where a response repeats them', async () => {
  const [key, other] = ['kz/pq+shared1', 'kz-pq-of-mock'];
  const encoded = encodeURIComponent(key);
  await host.api('POST', '/mocks', { name: 'knowing', secret: other });
  const forms = [key, other, ...Object.values(escapes).map((escaping) => escaping(key))];
  target.respond((_, response) => void response.writeHead(404).end(forms.join(' ')));
  const source = await addSource(host, 'Repeating');
  const { id } = await addDestination(host, {
    ...{ name: 'Path', webhookUrl: `${target.url}/${encoded}/${other}`, sharedSecret: key },
    // Too short to be found in a text.
    ...{ sourceIds: [source.id], webhooks: [{ url: `${target.url}/?token=zq7`, headers: {} }] },
  });
  await track(host, source, 'Repeated');
  const filter = 'event:Repeated status:404';
  await until(async () =>
    expect(await agent.call('list_deliveries', { filter })).toMatchObject({ total: 1 }),
  );
  const [{ id: delivery }] = (await agent.call('list_deliveries', { filter })).items;
  const results = {
    setup: await agent.call('get_status'),
    delivery: await agent.call('get_delivery', { id: delivery }),
    explanation: await agent.call('explain_delivery', { id: delivery }),
  };
  await agent.call('delete_destination', { id });
  expect(results.explanation.causes[0].message).toContain(new URL(target.url).host);
  for (const [name, result] of Object.entries(results))
    for (const form of [...forms, encoded, 'zq7'])
      for (const text of [form, JSON.stringify(form).slice(1, -1)])
        expect(JSON.stringify(result), name).not.toContain(text);
});

it('write keys and credentials in rejected URLs are hidden', async () => {
  const { writeKey } = await addSource(host, 'Rejecting');
  const keys = { unknown: 'wk_real_secret_key1', known: writeKey, named: 'abcdefgh12345678' };
  const paths = [
    `/v1/nope?writeKey=${keys.unknown}&token=${keys.named}`,
    `/v1/projects/${keys.unknown}/settings`,
    `/v1/projects/${keys.unknown}/other`,
    `/v1/${keys.known}/nope`,
  ];
  for (const path of paths) await fetch(`${host.ingestUrl}${path}`);
  const { items } = await agent.call('list_rejected', { limit: paths.length });
  expect(items.map(({ code }: { code: string }) => code)).toEqual([
    ...['not_found', 'not_found', 'unknown_source', 'not_found'],
  ]);
  for (const { problem } of items) {
    expect(problem).toMatch(/\[redacted\]|%5Bredacted%5D/);
    for (const key of Object.values(keys)) expect(problem).not.toContain(key);
  }
});

it('headers named in the settings are hidden, also where they are repeated', async () => {
  const values = { tenant: 'plain-tenant-of-shop', replied: 'plain-reply-of-shop' };
  await host.api('PATCH', '/settings', {
    headersToRedact: ['user-agent', 'X-Tenant', 'x-replied'],
  });
  const steps = [{ headers: { 'X-Tenant': values.tenant }, body: values.tenant }];
  const { url } = (await host.api('POST', '/mocks', { name: 'tenant', steps })) as Mock;
  await fetch(String(url), {
    ...{ method: 'POST', headers: { 'User-Agent': values.replied } },
    body: '{}',
  });
  target.respond((_, response) => {
    response.writeHead(404, { 'X-Replied': values.replied }).end(values.replied);
  });
  const source = await addSource(host, 'Naming');
  await addDestination(host, {
    ...{ name: 'Named', webhookUrl: `${target.url}/${values.tenant}`, sourceIds: [source.id] },
  });
  await track(host, source, 'Named');
  const filter = 'event:Named status:404';
  await until(async () =>
    expect(await agent.call('list_deliveries', { filter })).toMatchObject({ total: 1 }),
  );
  const reader = await httpAgent(host, '?allow=read');
  const [{ id }] = (await reader.call('list_deliveries', { filter })).items;
  const [{ id: requestId }] = (await reader.call('list_mock_requests', { mock: 'tenant' })).items;
  const delivery = await reader.call('get_delivery', { id });
  const at = { deliveryId: id, attemptId: delivery.attemptPage[0].id };
  const results = {
    delivery,
    setup: await reader.call('get_status'),
    explanation: await reader.call('explain_delivery', { id }),
    response: await reader.call('read_body', { part: 'response', ...at }),
    request: await reader.call('get_mock_request', { mock: 'tenant', requestId }),
  };
  await reader.close();
  await host.api('PATCH', '/settings', { headersToRedact: [] });
  for (const [name, result] of Object.entries(results))
    for (const value of Object.values(values))
      expect(JSON.stringify(result), name).not.toContain(value);
  expect(delivery.attemptPage[0].response.headers).toContain('X-Replied: [redacted]');
  expect(results.request.headers.join('\n')).toMatch(/^user-agent: \[redacted\]$/im);
});

it('static headers of a destination are hidden where others repeat them, also once it is deleted', async () => {
  const value = 'plain-value-of-the-other';
  const source = await addSource(host, 'Neutral');
  const other = await addDestination(host, {
    ...{ name: 'Other', sourceIds: [] },
    webhooks: [{ url: `${target.url}/other`, headers: { 'X-Gamma': value } }],
  });
  target.respond(
    (_, response) => void response.writeHead(404, { 'x-echo': value }).end(btoa(`:${value}`)),
  );
  await addDestination(host, { name: 'Own', webhookUrl: target.url, sourceIds: [source.id] });
  await track(host, source, 'Neutral');
  const filter = 'event:Neutral status:404';
  await until(async () =>
    expect(await agent.call('list_deliveries', { filter })).toMatchObject({ total: 1 }),
  );
  const [{ id }] = (await agent.call('list_deliveries', { filter })).items;
  const shown = async () => {
    const delivery = await agent.call('get_delivery', { id });
    const at = { deliveryId: id, attemptId: delivery.attemptPage[0].id };
    return {
      delivery,
      explanation: await agent.call('explain_delivery', { id }),
      response: await agent.call('read_body', { part: 'response', ...at }),
    };
  };
  const before = await shown();
  await agent.call('delete_destination', { id: other.id });
  for (const results of [before, await shown()])
    for (const [name, result] of Object.entries(results)) {
      const text = JSON.stringify(result);
      expect(text, name).toContain('[redacted]');
      for (const form of [value, btoa(`:${value}`)]) expect(text, name).not.toContain(form);
    }
  // Those that profiles set are no secrets.
  expect(before.delivery.attemptPage[0].requestHeaders).toContain('Content-Type: application/json');
});

it('what is saved is shown as a tool that reads shows it', async () => {
  const secrets = {
    header: 'Bearer abc',
    custom: 'of-custom-header',
    body: 'of-body',
    rule: 'of-rule',
  };
  const steps = [
    { headers: { Authorization: secrets.header, 'X-Env': secrets.custom }, body: secrets.body },
  ];
  const rules = [{ match: { a: 1 }, body: secrets.rule }];
  const url = `${target.url}/?token=${token}`;
  const webhooks = [{ url, headers: { 'X-Env': secrets.custom } }];
  await host.api('POST', '/mocks', { name: 'stepping', steps, rules, secret: secrets.custom });
  await addDestination(host, { name: 'Sending', webhooks, sharedSecret: secrets.custom });
  const saved = {
    mock: await agent.call('save_mock', { name: 'stepping', then: 'repeat' }),
    destination: await agent.call('save_destination', { name: 'Sending', enabled: false }),
  };
  const { mocks, destinations } = await agent.call('get_status');
  const named = (items: readonly { name: string }[], name: string) =>
    items.find((item) => item.name === name);
  expect(saved).toEqual({
    mock: { ...named(mocks, 'stepping'), created: false },
    destination: { ...named(destinations, 'Sending'), created: false },
  });
  for (const secret of [...Object.values(secrets), token])
    expect(JSON.stringify(saved)).not.toContain(secret);
});

/** Signs the URL, in a header that no built-in profile has. */
const ownProfile = {
  ...{ id: 'own', name: 'Own', timeLimitMs: 5_000, retries: { kind: 'none' }, body: 'message' },
  signature: {
    ...{ kind: 'hmac', hash: 'sha256', encoding: 'hex' },
    ...{ header: 'X-Mine', content: '{url}{body}' },
  },
  headers: [['Content-Type', 'application/json']],
  success: { accepted: ['2xx', '4xx'] },
};

/** The file of an export, without secrets. */
async function exportOf(query: string): Promise<string> {
  const { origin } = new URL(host.interfaceUrl);
  const response = await fetch(`${origin}/api/deliveries/export?${query}`, {
    headers: { authorization: `Bearer ${host.token}` },
  });
  expect(response.status).toBe(200);
  return response.text();
}

const debugScenario = (url: string) => `scenario: 1
name: Expects what is refused
given:
  sources: [{ name: Shop }]
  servers: [{ name: debugging, url: "${url}" }]
  destinations: [{ name: Orders, sources: [Shop], webhooks: [{ server: debugging }] }]
when: [{ send: { source: Shop, sample: track } }]
then: [{ deliveries: "", every: "status:200" }]
`;

it('what is stored for others is hidden from agents and in exports, also once it is deleted', async () => {
  const of = { verifier: 'token-of-the-verifier', debugger: 'secret-of-the-debugger' };
  // From 180 characters on: a text that is cut may not show the start of a secret.
  const echo = `${'x'.repeat(180)} ${of.debugger} ${of.verifier}`;
  target.respond((_, response) => void response.writeHead(404, { 'x-echo': echo }).end(echo));
  const source = await addSource(host, 'Debugging');
  const mock = (await host.api('POST', '/mocks', {
    ...{ name: 'debugging', forward: { url: target.url } },
  })) as Mock;
  const sourceIds = [source.id];
  const destinations = [
    await addDestination(host, {
      ...{ name: 'Verifier', webhookUrl: String(mock.url), sharedSecret: of.verifier, sourceIds },
      profile: { ...ownProfile, signature: { kind: 'token', header: 'X-Verify' } } as never,
    }),
    await addDestination(host, {
      ...{ name: 'Debugger', webhookUrl: target.url, sharedSecret: of.debugger, sourceIds: [] },
    }),
    await addDestination(host, { name: 'Debugged', webhookUrl: target.url, sourceIds }),
  ];
  await track(host, source, 'Debugged');
  const filter = 'event:Debugged status:404';
  await until(async () =>
    expect(await agent.call('list_deliveries', { filter })).toMatchObject({ total: 2 }),
  );
  const { items } = await agent.call('list_deliveries', { filter });
  const ids: readonly number[] = items.map(({ id }: { id: number }) => id);
  await agent.call('save_scenario', { file: 'debug.yaml', text: debugScenario(target.url) });
  const run = await agent.call('run_scenario', { file: 'debug.yaml' });
  const shown = async () => ({
    run,
    report: await agent.call('get_scenario_run', { id: run.id }),
    certification: await agent.call('certify_receiver', {
      ...{ url: target.url, secret: 'unrelated-secret' },
    }),
    deliveries: await Promise.all(ids.map((id) => agent.call('get_delivery', { id }))),
    explanations: await Promise.all(ids.map((id) => agent.call('explain_delivery', { id }))),
    export: await exportOf(`format=jsonl&filter=${encodeURIComponent(filter)}`),
    log: await exportOf(`format=jsonl&mockId=${mock.id}`),
    har: await exportOf(`format=har&mockId=${mock.id}`),
  });
  const before = await shown();
  for (const { id } of destinations) await host.api('DELETE', `/destinations/${id}`);
  for (const results of [before, await shown()])
    for (const [name, result] of Object.entries(results)) {
      const text = JSON.stringify(result);
      expect(text, name).toMatch(/x{100}/);
      for (const value of Object.values(of)) expect(text, name).not.toContain(value.slice(0, 12));
    }
});

it('a stored secret is not forwarded to a URL of the agent', async () => {
  const mock = (await host.api('POST', '/mocks', { name: 'stage' })) as Mock;
  const front = { name: 'front', forward: { url: String(mock.url) } };
  const { url } = (await host.api('POST', '/mocks', front)) as Mock;
  const forward = { url: `${target.url}/of-the-agent` };
  const inputs = ['stage', 'front', 'free'].map((name) => ({ name, forward }));
  const { id } = await addDestination(host, {
    ...{ name: 'Staged', webhookUrl: String(url), profile: 'gitlab-token' },
    ...{ sharedSecret: 'token-of-the-stage', sourceIds: [] },
  });
  for (const input of inputs.slice(0, 2))
    expect(await agent.fails('save_mock', input)).toMatchObject({ code: 'bad_request' });
  expect(await agent.call('save_mock', inputs[2])).toMatchObject({ created: true });
  // The rest of a path is appended, and may lead to any mock endpoint.
  for (const address of ['127.0.0.1', 'localhost']) {
    const gate = String(url).replace('/front', '').replace('127.0.0.1', address);
    await host.api('PATCH', `/mocks/${encodeURIComponent(front.name)}`, { forward: { url: gate } });
    expect(await agent.fails('save_mock', { name: 'inner', forward })).toMatchObject({
      code: 'bad_request',
    });
  }
  await host.api('DELETE', `/destinations/${id}`);
  expect(await agent.call('save_mock', inputs[0])).toMatchObject({ created: false });
});

it('static headers stay hidden once their destination is deleted', async () => {
  const [{ id }] = (await agent.call('get_status')).destinations;
  await agent.call('delete_destination', { id });
  const { attemptPage } = await agent.call('get_delivery', { id: 1 });
  expect(attemptPage[0].requestHeaders).toEqual(
    expect.arrayContaining([
      'X-Acme: [redacted]',
      'X-Signature: [redacted]',
      'Content-Type: application/json',
      expect.stringMatching(/^User-Agent: Hookwright/),
    ]),
  );
  expect(JSON.stringify(attemptPage)).not.toContain(headers['X-Acme']);
});

/** Without words, which results may have by chance. */
const planted = {
  token: 'QZXKVJWPTGHBNMLR',
  plain: 'zkqxwvjpfgtbhdmc',
  authorization: 'wqkzjxvgpbfdhtnm',
  named: 'vxjqzwkpgdbthfcn',
  sharedSecret: 'jkwzqxpvbgftdhmn',
  variable: 'bvkqzxjwpdgtfhnm',
};

const scenario = `scenario: 1
name: Expects what does not come
variables: { apiKey: { secret: true } }
given:
  sources: [{ name: Shop }]
  mocks: [{ name: shop }]
  destinations:
    - { name: Orders, sharedSecret: s3cret, sources: [Shop], webhooks: [{ mock: shop, headers: { X-Plain: '\${apiKey}' } }] }
when:
  - { id: order, send: { source: Shop, sample: track } }
then:
  - { requests: 'status<300 header[x-plain]="\${apiKey}"', mock: shop, count: 2 }
  - { attempts: '', every: 'header[x-plain]=other' }
`;

/** What a receiver signs by mistake. */
const wrongContents: Readonly<Record<string, (url: string, body: string) => string>> = {
  path: (url, body) => new URL(url).pathname + new URL(url).search + body,
  https: (url, body) => url.replace('http:', 'https:') + body,
  noquery: (url, body) => url.replace(/\?.*/, '') + body,
  order: (url, body) => body + url,
};

/** A secret in part is also one: texts are cut. */
const partsOf = (text: string): readonly string[] =>
  Array.from({ length: text.length - 7 }, (_, index) => text.slice(index, index + 8));

it('no tool that reads shows a planted secret, also once its destination is changed or deleted', async () => {
  const source = await addSource(host, 'Planted');
  const mock = (await host.api('POST', '/mocks', {
    ...{ name: 'planted', secret: planted.sharedSecret },
  })) as Mock;
  const staticHeaders = {
    'X-Plain': planted.plain,
    Authorization: `Bearer ${planted.authorization}`,
    'X-Renamed': planted.named,
  };
  const sharedSecret = planted.sharedSecret;
  target.respond((request, response) => {
    const [, kind = '', classic] = request.path.split(/[/?]/);
    const content = wrongContents[kind]?.(`${target.url}${request.path}`, request.body) ?? '';
    const hash = classic === 'classic' ? 'sha1' : 'sha256';
    const computed = createHmac(hash, sharedSecret).update(content).digest('hex');
    const echo = Object.values(request.headers).join(' ');
    response.writeHead(401, { 'x-echo': echo }).end(JSON.stringify({ computed, echo }));
  });
  const add = (name: string, address: string, profile: unknown) => {
    const webhookUrl = `${address}?api_token=${planted.token}`;
    return addDestination(host, {
      ...{ name, webhookUrl, sharedSecret, sourceIds: [source.id] },
      webhooks: [{ url: webhookUrl, headers: staticHeaders }],
      profile: profile as Destination['profile'],
    });
  };
  const destinations = [await add('to mock endpoint', String(mock.url), ownProfile)];
  for (const kind of Object.keys(wrongContents)) {
    destinations.push(await add(`own ${kind}`, `${target.url}/${kind}`, ownProfile));
    destinations.push(
      await add(`classic ${kind}`, `${target.url}/${kind}/classic`, 'segment-classic'),
    );
  }
  await track(host, source, 'Planted');
  await ingest(host, source.writeKey, { userId: 'ada' });
  const ids = () =>
    agent
      .call('list_deliveries', { filter: 'event:Planted', limit: 100 })
      .then(({ items }) => items.map(({ id }: { id: number }) => id) as number[]);
  const details = async () =>
    Promise.all(
      (await ids()).map((id) => host.api('GET', `/deliveries/${id}`) as Promise<DeliveryDetail>),
    );
  await until(async () => {
    const finished = (await details()).filter(({ lastStatus }) => lastStatus !== null);
    expect(finished).toHaveLength(destinations.length);
  });
  await agent.call('save_scenario', { file: 'planted.yaml', text: scenario });
  const run = await agent.call('run_scenario', {
    ...{ file: 'planted.yaml', set: { apiKey: planted.variable } },
  });
  const [{ id: rejectedId }] = (await agent.call('list_rejected')).items;
  const { items } = await agent.call('list_mock_requests', { mock: 'planted' });
  const entry = { mock: 'planted', requestId: items[0].id };
  const deliveries = await details();
  const received = (await host.api(
    'GET',
    `/mocks/${mock.id}/requests/${entry.requestId}`,
  )) as MockEntryDetail;
  const sent = deliveries.flatMap(({ attemptList }) =>
    attemptList.flatMap(({ request }) => request.headers),
  );
  const signatures = [...sent, ...received.headers]
    .filter(([name]) => /^x-(mine|signature)$/i.test(name))
    .map(([, value]) => value);
  expect(signatures).toHaveLength(destinations.length + 1);
  const secrets = [...Object.values(planted).flatMap(partsOf), ...signatures, source.writeKey].map(
    (text) => text.toLowerCase(),
  );

  const ofDeliveries = deliveries.map(({ id }) => ({ id }));
  const bodies = deliveries.flatMap(({ id, attemptList }) => [
    ...[
      { part: 'body', deliveryId: id },
      { part: 'message', deliveryId: id },
    ],
    ...attemptList.map((attempt) => ({
      ...{ part: 'response', deliveryId: id, attemptId: attempt.id },
    })),
  ]);
  const inputs: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
    get_status: [{}],
    list_deliveries: [{ limit: 100 }],
    get_delivery: ofDeliveries,
    explain_delivery: ofDeliveries,
    list_rejected: [{}],
    list_mock_requests: [{ mock: 'planted' }],
    get_mock_request: [entry],
    read_body: [
      ...bodies,
      { part: 'request', ...entry },
      { part: 'mock_response', ...entry },
      { part: 'rejected', rejectedId },
      { part: 'scenario', file: 'planted.yaml' },
    ],
    list_scenarios: [{}],
    get_scenario: [{ file: 'planted.yaml' }],
    check_scenario: [{ text: scenario }],
    get_scenario_run: [{ id: run.id }],
  };
  const leaks = async () => {
    const found = new Set<string>();
    // A tool without inputs here fails.
    for (const name of Object.values(tools)
      .filter((actions) => levelOf(actions) === 'read')
      .flatMap((actions) => Object.keys(actions)))
      for (const input of inputs[name] ?? [{ missing: name }]) {
        const text = JSON.stringify(await agent.call(name, input)).toLowerCase();
        if (secrets.some((part) => text.includes(part)))
          found.add(`${name} ${JSON.stringify(input)}`);
      }
    for (const { id: deliveryId } of ofDeliveries)
      for (const name of ['send_copy', 'diagnose_signature']) {
        const { attemptList } = deliveries.find(({ id }) => id === deliveryId) ?? {};
        const observed = /"computed":"(\w+)/.exec(attemptList?.[0]?.response?.body.text ?? '')?.[1];
        const input = name === 'send_copy' ? { deliveryId } : { deliveryId, observed };
        const { digest: _, ...result } = await agent.call(name, input);
        const text = JSON.stringify(result).toLowerCase();
        if (secrets.some((part) => text.includes(part))) found.add(name);
      }
    return [...found];
  };
  const live = await leaks();
  for (const { id } of destinations)
    await host.api('PATCH', `/destinations/${id}`, {
      webhooks: [{ url: `${target.url}/other`, headers: {} }],
    });
  const changed = await leaks();
  for (const { id } of destinations) await agent.call('delete_destination', { id });
  const deleted = await leaks();
  expect({ live, changed, deleted }).toEqual({ live: [], changed: [], deleted: [] });
});
