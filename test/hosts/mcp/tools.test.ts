/** Every tool, called by the official client over HTTP, and one of each level over stdio, against a host in another process. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxResultLength } from '#main/hosts/mcp/call-tool.ts';
import { levelOf } from '#main/hosts/mcp/tool.ts';
import { tools } from '#main/hosts/mcp/tools/index.ts';
import type { Source } from '#shared/connections/source.ts';
import type { Mock } from '#shared/mocks/mock.ts';
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
import { startOrdersServer } from '#test/support/orders-server.ts';
import { makeFolder, removeFolder } from '#test/support/temporary-folder.ts';
import { until } from '#test/support/until.ts';
import { ensureBuild, ensureDocs } from '../../../scripts/ensure-build.mjs';
import { type Agent, httpAgent, stdioAgent } from './support/agent.ts';

const patient = { baseMs: 3_600_000, capMs: 3_600_000, jitter: 0, windowMs: 14_400_000 };

/** The mock endpoint gets one request, not two. */
const failing = `scenario: 1
name: Delivers twice
given:
  sources: [{ name: Shop }]
  mocks: [{ name: shop, secret: s3cret, strict: true }]
  destinations:
    - { name: Orders, sharedSecret: s3cret, sources: [Shop], webhooks: [{ mock: shop }] }
when:
  - { id: order, send: { source: Shop, sample: track } }
then:
  - { requests: 'status<300', mock: shop, count: 2 }
`;

const digestOf = (body: string): string => createHmac('sha1', secret).update(body).digest('hex');

beforeAll(async () => {
  await Promise.all([ensureBuild(), ensureDocs()]);
});

describe('the tools', () => {
  const dataFolder = makeFolder();
  let host: Host;
  let target: TargetServer;
  let agent: Agent;

  beforeAll(async () => {
    host = await startHost({ dataFolder });
    target = await startTargetServer();
    target.respond((_request, response) => response.writeHead(404).end('x'.repeat(5_000)));
    const { source } = await connect(host, target.url, { retry: patient });
    await track(host, source, 'Order Completed');
    await ingest(host, source.writeKey, { userId: 'ada' });
    await until(async () =>
      expect(await host.api('GET', '/ledger')).toMatchObject({ refused: 1, rejected: 1 }),
    );
    agent = await httpAgent(host, '?allow=delete');
  });

  afterAll(async () => {
    await agent?.close();
    await host?.stop();
    await target?.stop();
    removeFolder(dataFolder);
    const names = Object.values(tools).flatMap((actions) => Object.keys(actions));
    expect(names.filter((name) => !agent.called.has(name))).toEqual([]);
  });

  it('lists the tools with their schemas and hints', async () => {
    const { tools: listed } = await agent.client.listTools();
    expect(listed.map(({ name }) => name)).toEqual(Object.keys(tools));
    const destructive = ['save_item', 'move_clock', 'delete_items'];
    for (const { name, annotations, inputSchema, description } of listed) {
      expect(annotations, name).toEqual(
        levelOf(tools[name] ?? {}) === 'read'
          ? { readOnlyHint: true, openWorldHint: false }
          : { destructiveHint: destructive.includes(name) },
      );
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
      expect(description, name).toBeTruthy();
    }
  });

  it('shows what is running and set up, without secrets', async () => {
    const setup = await agent.call('get_status');
    expect(setup).toMatchObject({
      problems: [],
      clock: { mode: 'real' },
      ledger: { accepted: 1, rejected: 1, balanced: true },
      samples: expect.arrayContaining(['track', 'github.push']),
      sources: [{ name: 'Shop' }],
      destinations: [
        { name: 'Staging hooks', hasSecret: true, webhookUrls: [`${target.url}/hook`] },
      ],
    });
    expect(JSON.stringify(setup)).not.toContain(secret);
    expect((await agent.call('list_rejected')).items).toMatchObject([
      { code: 'event_not_defined', status: 400 },
    ]);
  });

  it('lists, inspects and explains deliveries', async () => {
    const listed = await agent.call('list_deliveries', { filter: 'status:404 age<1h' });
    expect(listed).toMatchObject({
      items: [{ id: 1, state: 'refused', lastStatus: 404 }],
      nextCursor: null,
      total: 1,
    });
    expect(listed.items[0].createdAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    const delivery = await agent.call('get_delivery', { id: 1 });
    expect(JSON.parse(delivery.body.text)).toMatchObject({ event: 'Order Completed' });
    expect(delivery.attemptPage).toMatchObject([
      { code: 'client_error', response: { status: 404, body: { bytes: 5_000 } } },
    ]);
    const { id, response } = delivery.attemptPage[0];
    expect(response.body.text.length).toBeLessThan(5_000);
    expect(response.body.rest).toContain(`attemptId: ${id}`);
    expect(
      await agent.call('read_body', {
        part: 'response',
        deliveryId: 1,
        attemptId: id,
        offset: 4_000,
      }),
    ).toEqual({ text: 'x'.repeat(1_000), length: 5_000, nextOffset: null });
    expect(await agent.call('explain_delivery', { id: 1 })).toMatchObject({
      state: 'refused',
      causes: [{ code: 'client_error', fix: expect.any(String) }],
      signature: null,
    });
  });

  it('explains a delivery that was not sent', async () => {
    const [source] = (await host.api('GET', '/sources')) as readonly Source[];
    await ingest(host, source?.writeKey ?? '', {
      ...{ type: 'track', event: 'Excluded', userId: 'ada' },
      integrations: { Webhooks: false },
    });
    const { items } = await agent.call('list_deliveries', { filter: 'event=Excluded' });
    const explained = await agent.call('explain_delivery', { id: items[0].id });
    expect(explained).toMatchObject({
      ...{ state: 'not_sent', reason: 'excluded', causes: [{ code: 'excluded' }] },
      summary: expect.not.stringContaining('0'),
    });
  });

  it('diagnoses a signature', async () => {
    const { digest } = await agent.call('diagnose_signature', { deliveryId: 1, observed: 'x' });
    expect(
      await agent.call('diagnose_signature', { deliveryId: 1, observed: digest }),
    ).toMatchObject({ verdict: 'valid' });
    const body = '{"a": 1}';
    const wrong = await agent.call('diagnose_signature', {
      body,
      secret,
      observed: digestOf('{"a":1}'),
      language: 'node',
    });
    expect(wrong).toMatchObject({ verdict: 'explained', causes: [{ fix: expect.any(String) }] });
  });

  it('changes mock endpoints and destinations by name, and sends', async () => {
    const input = { name: 'flaky', secret, steps: [{ status: 503 }, { status: 200 }] };
    const created = await agent.call('save_mock', input);
    expect(created).toMatchObject({ created: true, strict: false, hasSecret: true });
    expect(await agent.call('save_mock', { name: 'flaky', strict: true })).toMatchObject({
      created: false,
      id: created.id,
      strict: true,
    });
    const limited = { name: 'flaky', rateLimit: { perSecond: 1 }, outage: { durationMs: 1 } };
    await agent.call('save_mock', limited);
    await agent.call('save_mock', {
      name: 'flaky',
      strict: false,
      remove: ['rateLimit', 'secret'],
    });
    const mocks = (await host.api('GET', '/mocks')) as readonly Mock[];
    expect(mocks.find(({ name }) => name === 'flaky')).toMatchObject({
      ...{ secret: '', rateLimit: null, outage: { durationMs: 1 }, strict: false },
    });
    await agent.call('save_mock', { name: 'flaky', secret, strict: true, remove: ['outage'] });
    const destination = { name: 'Flaky', webhookUrl: created.url, sharedSecret: secret };
    expect(await agent.call('save_destination', destination)).toMatchObject({
      created: true,
      hasSecret: true,
      sourceIds: [expect.any(String)],
    });
    const sent = await agent.call('send_event', { sample: 'track' });
    expect(sent).toMatchObject({ accepted: 1, rejected: 0, lastResponse: { status: 200 } });
    expect(sent.deliveries).toContainEqual(
      expect.objectContaining({ destinationName: 'Flaky', state: 'waiting', lastStatus: 503 }),
    );
  });

  it('controls the clock and fast-forwards', async () => {
    expect(await agent.call('set_clock', { mode: 'paused' })).toMatchObject({ mode: 'paused' });
    expect(await agent.call('set_clock', { mode: 'real' })).toMatchObject({ mode: 'real' });
    expect(await agent.call('fast_forward', { until: 'finished' })).toMatchObject({
      clock: { aheadMs: expect.any(Number) },
      progress: { open: 0, ended: { delivered: 1 } },
    });
    expect((await agent.fails('fast_forward', { until: 'next_attempt' })).code).toBe('conflict');
  });

  it('shows what a mock endpoint got', async () => {
    const { items } = await agent.call('list_mock_requests', { mock: 'flaky' });
    expect(items).toMatchObject([
      { status: 200, signature: { raw: 'match' } },
      { status: 503, signature: { raw: 'match' } },
    ]);
    const request = await agent.call('get_mock_request', {
      mock: 'flaky',
      requestId: items[0].id,
    });
    expect(JSON.parse(request.body.text)).toMatchObject({ type: 'track' });
    expect(request).toMatchObject({ response: { status: 200, step: 1 }, forwarded: null });
    expect(request.signature).toMatchObject({ raw: 'match', received: '[redacted]' });
    const delivery = await agent.call('get_delivery', { id: request.deliveryId });
    const sent = expect.stringMatching(/^x-signature: \[redacted\]$/i);
    expect(request.headers).toContainEqual(sent);
    expect(delivery.attemptPage[0].requestHeaders).toContainEqual(sent);
    expect(JSON.stringify([request, delivery])).not.toContain(digestOf(request.body.text));
    // A request without a valid signature shows none, at a level that may not send.
    const { mocks } = await agent.call('get_status');
    await fetch(mocks[0].url, { method: 'POST', body: '{"forged":1}' });
    const [forged] = (await agent.call('list_mock_requests', { mock: 'flaky' })).items;
    expect(
      JSON.stringify(await agent.call('get_mock_request', { mock: 'flaky', requestId: forged.id })),
    ).not.toContain(digestOf('{"forged":1}'));
  });

  it('retries, and sends a copy with a wrong signature', async () => {
    const [{ id }] = (await agent.call('list_deliveries', { filter: 'destination:Flaky' })).items;
    // It was accepted, so its receiver would get a duplicate.
    await expect(agent.call('retry_delivery', { deliveryId: id })).rejects.toThrow('conflict');
    expect(await agent.call('retry_delivery', { deliveryId: id, urls: ['all'] })).toMatchObject({
      id,
    });
    expect(await agent.call('send_copy', { deliveryId: id, signing: 'tampered' })).toMatchObject({
      state: 'refused',
      status: 401,
      signatureFit: 'invalid',
    });
  });

  it('checks, saves, reads and runs scenarios', async () => {
    const broken = await agent.call('check_scenario', {
      text: 'scenario: 1\nname: X\nstepz: []\n',
    });
    expect(broken).toMatchObject({
      valid: false,
      problems: expect.arrayContaining([
        expect.objectContaining({ line: 3, column: 1, fix: expect.any(String) }),
      ]),
    });
    const { examples } = await agent.call('list_scenarios');
    const [{ example }] = examples;
    const saved = await agent.call('save_scenario', { file: 'from-example.yaml', example });
    expect(saved).toMatchObject({ check: { valid: true } });
    const { text, version } = await agent.call('get_scenario', { file: 'from-example.yaml' });
    expect(text).toContain('scenario: 1');
    expect(
      (await agent.fails('save_scenario', { file: 'from-example.yaml', text: 'x' })).code,
    ).toBe('conflict');
    expect(
      await agent.call('save_scenario', { file: 'from-example.yaml', text: failing, version }),
    ).toMatchObject({ check: { valid: true, problems: [] } });
    const run = await agent.call('run_scenario', { file: 'from-example.yaml' });
    expect(run).toMatchObject({
      verdict: 'failed',
      failed: [
        {
          place: expect.stringMatching(/^from-example\.yaml:\d+:\d+$/),
          expected: expect.any(String),
          found: expect.any(String),
        },
      ],
      nextOffset: null,
    });
    expect(await agent.call('get_scenario_run', { id: run.id })).toEqual(run);
    const { files } = await agent.call('list_scenarios');
    expect(files).toMatchObject([{ file: 'from-example.yaml', latestRun: { verdict: 'failed' } }]);
  });

  it('explores a scenario until its server fails, and explains how', async () => {
    const orders = await startOrdersServer();
    const example = 'idempotency.yaml';
    await agent.call('save_scenario', { file: 'explored.yaml', example });
    const { finding, ...rest } = await agent.call('explore_scenario', {
      ...{ file: 'explored.yaml', set: { base: orders.url }, disturbances: ['duplicate'] },
    });
    orders.stop();
    expect(rest).toMatchObject({ verdict: 'failed', unchecked: ['server_clock'] });
    expect(finding).toMatchObject({
      disturbances: [{ kind: 'duplicate', messageId: expect.stringMatching(/^sent-\d$/) }],
      text: expect.stringContaining('orders-proxy'),
    });
    expect(finding.explanation.length).toBeGreaterThan(1);
  });

  it('certifies a receiver and a sender, and returns what did not pass', async () => {
    const receiver = await agent.call('certify_receiver', { destination: 'Staging hooks' });
    expect(receiver).toMatchObject({ certified: false, url: `${target.url}/hook` });
    expect(receiver.results).toContainEqual(
      expect.objectContaining({ code: 'accept_track', outcome: 'failed' }),
    );
    expect(receiver.results.map(({ outcome }: { outcome: string }) => outcome)).not.toContain(
      'passed',
    );
    expect(await agent.fails('certify_receiver', { destination: 'nowhere' })).toMatchObject({
      code: 'not_found',
    });
    expect(await agent.fails('certify_receiver')).toMatchObject({ code: 'bad_request' });
    // The trigger responds, but nothing is sent.
    const silent = await startTargetServer();
    silent.respond((_request, response) => response.writeHead(200).end());
    const sender = await agent.call('certify_sender', {
      profile: 'github',
      secret,
      triggerUrl: silent.url,
      maxTimeMs: 1_000,
    });
    await silent.stop();
    expect(sender).toMatchObject({ verdict: 'incomplete', counts: { passed: 0 } });
    expect(sender.results).toContainEqual(
      expect.objectContaining({ code: 'signature_first', outcome: 'not_observed' }),
    );
    expect(JSON.stringify([receiver, sender])).not.toContain(secret);
  });

  it('deletes what was planned, and nothing without the count', async () => {
    const filter = 'state:delivered';
    const { plan, job } = await agent.call('delete_deliveries', { filter });
    expect(job).toBeNull();
    expect(
      await agent.fails('delete_deliveries', { filter, confirmCount: plan.applyCount + 1 }),
    ).toMatchObject({ code: 'conflict', fix: expect.any(String) });
    expect(
      await agent.call('delete_deliveries', { filter, confirmCount: plan.applyCount }),
    ).toMatchObject({ job: { state: 'completed', doneCount: plan.applyCount } });
    expect((await agent.call('list_deliveries', { filter })).total).toBe(0);
    expect((await agent.fails('delete_deliveries', { filter: ' ' })).code).toBe('bad_request');
    const { mocks } = await agent.call('get_status');
    await agent.call('delete_mock', { id: mocks[0].id });
    expect((await agent.call('get_status')).mocks).toEqual([]);
    const { files } = await agent.call('list_scenarios');
    const run = files.find(({ file }: { file: string }) => file === 'from-example.yaml').latestRun;
    await agent.call('delete_run', { id: run.id });
    await agent.call('delete_scenario', { file: 'from-example.yaml' });
    const added = await addSource(host, 'Short-lived');
    await agent.call('delete_source', { id: added.id });
    const [{ id }] = (await agent.call('get_status')).destinations;
    await agent.call('delete_destination', { id });
  });

  it('cuts huge results, and says how to read on', async () => {
    const source = await addSource(host, 'Large');
    await addDestination(host, {
      ...{ name: 'Archive', webhookUrl: `${target.url}/hook`, sourceIds: [source.id] },
      ...{ retry: patient, sharedSecret: secret },
    });
    const event = (number: number) => `${number} ${'ä'.repeat(1_500)}`;
    for (let number = 0; number < 30; number += 1)
      await ingest(host, source.writeKey, {
        ...{ type: 'track', userId: 'ada', event: event(number) },
        properties: { text: 'x'.repeat(number === 0 ? 25_000 : 0) },
      });
    const filter = 'destination:Archive';
    await expect.poll(() => agent.call('list_deliveries', { filter })).toMatchObject({ total: 30 });

    const list = async (cursor?: string) => {
      const page = await agent.call('list_deliveries', { filter, limit: 20, cursor });
      expect(JSON.stringify(page).length).toBeLessThanOrEqual(maxResultLength);
      return page;
    };
    const first = await list();
    const second = await list(first.nextCursor);
    expect(second.nextCursor).toBeNull();
    const ids = [...first.items, ...second.items].map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(30);

    const id = Math.min(...ids);
    const delivery = await agent.call('get_delivery', { id });
    expect(JSON.stringify(delivery).length).toBeLessThanOrEqual(maxResultLength);
    expect(delivery.body.rest).not.toBeNull();
    let text = '';
    for (let offset: number | null = 0; offset !== null; ) {
      const part = await agent.call('read_body', { part: 'body', deliveryId: id, offset });
      text += part.text;
      offset = part.nextOffset;
    }
    expect(text.startsWith(delivery.body.text)).toBe(true);
    expect(JSON.parse(text).properties.text).toHaveLength(25_000);
  });

  it('has the documentation and prompts', async () => {
    const { resources } = await agent.client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('hookwright://docs/reference/filters');
    const { contents } = await agent.client.readResource({
      uri: 'hookwright://docs/reference/filters',
    });
    expect(contents).toMatchObject([
      { mimeType: 'text/markdown', text: expect.stringContaining('# Filter language') },
    ]);
    const schema = await agent.client.readResource({ uri: 'hookwright://scenario.schema.json' });
    expect(schema.contents).toMatchObject([{ text: expect.stringContaining('"properties"') }]);
    await expect(
      agent.client.readResource({ uri: 'hookwright://docs/../../package' }),
    ).rejects.toThrow();
    const { prompts } = await agent.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      'fix_failed_delivery',
      'fix_signature',
      'write_scenario',
    ]);
    for (const { name } of prompts) {
      const { messages } = await agent.client.getPrompt({
        name,
        arguments: { delivery: '7', situation: 'an outage' },
      });
      expect(messages).toMatchObject([
        { role: 'user', content: { text: expect.stringMatching(/7|an outage/) } },
      ]);
    }
  });

  it('returns errors with code, field and fix', async () => {
    expect(await agent.fails('get_delivery', { id: 999_999 })).toMatchObject({ code: 'not_found' });
    expect(await agent.fails('list_deliveries', { filter: 'status:abc' })).toMatchObject({
      code: 'bad_request',
      field: 'filter',
      message: expect.stringContaining('Character 8'),
    });
    expect(await agent.fails('list_deliveries', { limt: 3 })).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('limit'),
    });
    for (const name of ['x', 'x'.repeat(10_000)]) {
      const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [name + at, at]));
      const error = await agent.fails('list_deliveries', many);
      expect(error).toMatchObject({ code: 'bad_request' });
      expect(JSON.stringify(error).length).toBeLessThan(5_000);
    }
    expect(await agent.fails('get_delivery', { id: 'x' })).toMatchObject({ field: 'id' });
    expect(await agent.fails('get_delivery')).toMatchObject({ field: 'id' });
    expect(await agent.fails('read_body', { part: 'response', deliveryId: 1 })).toMatchObject({
      code: expect.any(String),
      fix: expect.any(String),
    });
    expect(
      await agent.fails('save_mock', { name: 'flaky', outage: { from: 'noon', to: 'later' } }),
    ).toMatchObject({ code: 'bad_request' });
    await expect(agent.client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toThrow();
  });

  it('are the same over stdio', async () => {
    const overStdio = await stdioAgent(['--data', dataFolder, '--allow', 'delete']);
    for (const list of ['listTools', 'listResources', 'listPrompts'] as const)
      expect(await overStdio.client[list]()).toEqual(await agent.client[list]());
    expect(await overStdio.call('get_status')).toMatchObject({ dataFolder });
    const { id } = await overStdio.call('save_mock', { name: 'short-lived' });
    expect((await overStdio.call('get_status')).mocks).toMatchObject([{ id }]);
    await overStdio.call('delete_mock', { id });
    expect(await overStdio.fails('delete_mock', { id })).toMatchObject({ code: 'not_found' });
    await overStdio.close();
  });
});
