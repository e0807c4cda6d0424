/** What no tool shows, and no filter tests. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tools } from '#mcp/tools/index.ts';
import type { Receiver } from '#shared/schemas/receiver.ts';
import { makeFolder, removeFolder } from '#test/support/temporary-folder.ts';
import { until } from '#test/support/until.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';
import { connect, secret, track } from '../e2e/support/seed.ts';
import { type Host, startHost } from '../e2e/support/start-host.ts';
import { startTargetServer, type TargetServer } from '../e2e/support/target-server.ts';
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
  target.answer((request, response) => {
    const signature = String(request.headers['x-signature']);
    const echo = [signature, signature.toUpperCase(), request.headers['x-acme']].join(' ');
    response.writeHead(404, { 'x-echo': echo }).end(echo);
  });
  const { source } = await connect(host, target.url, {
    webhookUrl: `${target.url}/hook?token=${token}`,
    webhooks: [{ url: `${target.url}/hook?token=${token}`, headers }],
  });
  await track(host, source, 'Echoed');
  await until(async () => expect(await host.api('GET', '/ledger')).toMatchObject({ delivered: 1 }));
  agent = await httpAgent(host, '?allow=delete');
});

afterAll(async () => {
  await agent?.close();
  await host?.stop();
  await target?.stop();
  removeFolder(dataFolder);
});

it('filters test only what tools show', async () => {
  const filtering = tools.filter(({ input }) => 'filter' in input.shape);
  expect(filtering.map(({ name }) => name)).toEqual(['list_deliveries', 'delete_deliveries']);
  const hidden = ['header[x-acme]:p', 'header[host]=a', 'url:token', 'not (status:404 or url=a)'];
  for (const { name } of filtering)
    for (const filter of [...hidden, 'header['])
      expect(await agent.fails(name, { filter })).toMatchObject({
        code: 'bad_request',
        field: 'filter',
      });
  const shown = 'body.event:Echo Echoed destination:Staging source:Shop user:ada has:warning';
  expect(await agent.call('list_deliveries', { filter: shown })).toMatchObject({ total: 1 });
});

it('static headers and signatures are hidden in any spelling, also where they are repeated', async () => {
  const delivery = await agent.call('get_delivery', { id: 1 });
  const digest = createHmac('sha1', secret).update(delivery.body.text).digest('hex');
  const { url } = (await host.api('POST', '/receivers', { name: 'plain' })) as Receiver;
  await fetch(String(url), {
    method: 'POST',
    headers: { ...headers, 'x-signature': `sha1=${digest}` },
    body: '{}',
  });
  const entries = await agent.call('list_receiver_requests', { receiver: 'plain' });
  const at = { deliveryId: 1, attemptId: delivery.attemptPage[0].id };
  const [{ id: requestId }] = entries.items;
  const results = {
    delivery,
    explanation: await agent.call('explain_delivery', { id: 1 }),
    response: await agent.call('read_body', { part: 'response', ...at }),
    request: await agent.call('get_receiver_request', { receiver: 'plain', requestId }),
  };
  const resend = await agent.call('resend_delivery', { deliveryId: 1 });
  const acme = headers['X-Acme'];
  for (const [name, result] of Object.entries({ ...results, resend })) {
    const text = JSON.stringify(result);
    expect(text, name).toContain('[redacted]');
    expect(text, name).not.toContain(acme);
    // A level that may send may also sign.
    if (name !== 'resend') expect(text.toLowerCase(), name).not.toContain(digest);
  }
});

it('tools that write show no secrets in URLs', async () => {
  const forward = { url: `${target.url}/base?token=${token}` };
  const results = {
    destination: await agent.call('save_destination', { name: 'Staging hooks' }),
    receiver: await agent.call('save_receiver', { name: 'forwarding', forward }),
    certification: await agent.call('certify_receiver', { destination: 'Staging hooks' }),
    setup: await agent.call('list_setup'),
  };
  for (const [name, result] of Object.entries(results)) {
    const text = JSON.stringify(result);
    expect(text, name).toContain(target.url);
    expect(text, name).not.toContain(token);
  }
});

it('static headers stay hidden once their destination is deleted', async () => {
  const [{ id }] = (await agent.call('list_setup')).destinations;
  await agent.call('delete_item', { kind: 'destination', id });
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
