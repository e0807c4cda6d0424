/** Exports of real deliveries in every format, read with independent tools. */
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { ExportPlanRequest, ExportRequest } from '#shared/deliveries/export.ts';
import { ExportedDelivery } from '#shared/deliveries/exported-delivery.ts';
import { connect } from '#test/support/builders.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { reply } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { accepts, strict } from '../strict-receiver.ts';
import { exported } from './exported.ts';
import { harProblems } from './har-valid.ts';

const run = promisify(execFile);
const secret = 'wh_s3cret';

const hostileTexts = [
  `it's "so" $(x) \`y\` !! \\`,
  'line\nbreak\ttab',
  '☃ 🦄 é',
  '@/etc/passwd',
  '%s%%',
];

/** Deliveries to a receiver that checks signatures; the first attempt of the first one fails. */
async function used() {
  const started = await startCore();
  const target = await startTarget();
  target.always(strict(secret));
  target.respond(reply(503, 'not now'));
  const destination = await connect(started.core, {
    name: 'Hooks',
    webhooks: [
      { url: target.url, headers: { 'X-Env': 'prod', Authorization: 'Bearer abcdefgh1' } },
    ],
    sharedSecret: secret,
  });
  const ids: number[] = [];
  for (const text of hostileTexts) {
    const { delivery } = await send(started.core, track({ event: text, properties: { text } }));
    await started.followed.state(delivery.id, ids.length === 0 ? 'waiting' : 'delivered');
    ids.push(delivery.id);
  }
  const [first = 0] = ids;
  await started.core.deliveries.retry({ id: first });
  await started.followed.state(first, 'delivered');
  const bodyOf = (id: number): string => started.core.deliveries.get({ id }).bodyText ?? '';
  return { ...started, target, destination, ids, bodyOf };
}

describe('an export as cURL', () => {
  it('is run by a shell, and accepted by a receiver that checks signatures', async () => {
    const { core, target, ids, bodyOf } = await used();
    const before = target.requests.length;
    const { bytes, name, mediaType } = await exported(core, { format: 'curl', secrets: true });
    expect(name).toMatch(/^hookwright-deliveries-\d{4}-\d\d-\d\d\.sh$/);
    expect(mediaType).toContain('text/x-shellscript');
    const script = join(temporaryFolder(), name);
    writeFileSync(script, bytes);
    await run('/bin/sh', ['-e', script]);
    const made = target.requests.slice(before);
    expect(made.map(({ body }) => body.toString())).toEqual(ids.toReversed().map(bodyOf));
    expect(made.every((request) => accepts(secret, request))).toBe(true);
    expect(made[0]?.header('authorization')).toBe('Bearer abcdefgh1');
  });
});

describe('an export as HAR', () => {
  it('is valid by its schema, with one entry per attempt and timings by phase', async () => {
    const { core, ids, bodyOf, target } = await used();
    const har = JSON.parse((await exported(core, { format: 'har' })).bytes.toString());
    expect(harProblems(har)).toEqual([]);
    const { entries } = har.log;
    expect(entries).toHaveLength(ids.length + 1);
    const ofFirst = entries.slice(-2);
    expect(ofFirst.map((one: { response: { status: number } }) => one.response.status)).toEqual([
      503, 200,
    ]);
    expect(ofFirst[0].response.content).toMatchObject({ size: 7, text: 'not now' });
    expect(ofFirst[0].request).toMatchObject({
      url: target.url,
      postData: { mimeType: 'application/json', text: bodyOf(ids[0] ?? 0) },
    });
    const { blocked, dns, connect, send, wait, receive } = ofFirst[0].timings;
    const phases = [blocked, dns, connect, send, wait, receive].filter((ms) => ms >= 0);
    expect(phases.reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(ofFirst[0].time, 1);
  });

  it('has status 0 and the reason for an attempt without a response', async () => {
    const { core, followed } = await startCore();
    await connect(core, { urls: ['http://127.0.0.1:1/unknown'] });
    const { delivery } = await send(core, track());
    await followed.waitsForRetry(delivery.id);
    const har = JSON.parse(
      (await exported(core, { format: 'har', deliveryId: delivery.id })).bytes.toString(),
    );
    expect(harProblems(har)).toEqual([]);
    expect(har.log.entries[0].response).toMatchObject({
      status: 0,
      _error: 'connection_refused',
      comment: expect.stringContaining('Connection refused'),
    });
  });

  it('has binary responses as base64, and is valid when empty', async () => {
    const { core, followed } = await startCore();
    const empty = JSON.parse((await exported(core, { format: 'har' })).bytes.toString());
    expect(harProblems(empty)).toEqual([]);
    const target = await startTarget();
    const bytes = Buffer.from([0, 255, 128, 10]);
    target.always(reply(200, bytes));
    await connect(core, { urls: [target.url] });
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'delivered');
    const har = JSON.parse((await exported(core, { format: 'har' })).bytes.toString());
    expect(har.log.entries[0].response.content).toMatchObject({
      encoding: 'base64',
      text: bytes.toString('base64'),
    });
  });
});

describe('an export as JSON lines', () => {
  it('has a line for each delivery, newest first, valid by its schema', async () => {
    const { core, ids, bodyOf, destination } = await used();
    const { bytes } = await exported(core, { format: 'jsonl' });
    const lines = bytes.toString().split('\n');
    expect(lines.pop()).toBe('');
    const deliveries = lines.map((line) => ExportedDelivery.strict().parse(JSON.parse(line)));
    expect(deliveries.map(({ id }) => id)).toEqual(ids.toReversed());
    const first = deliveries.at(-1);
    expect(first).toMatchObject({
      state: 'delivered',
      body: { encoding: 'utf8', data: bodyOf(ids[0] ?? 0) },
      destination: { id: destination.id, name: 'Hooks' },
      redacted: ['header Authorization'],
    });
    expect(first?.destination).not.toHaveProperty('sharedSecret');
    expect(first?.attempts.map(({ response }) => response?.status)).toEqual([503, 200]);
    expect(first?.requests).toHaveLength(1);
  });

  it('has the planned request before the first attempt, and none for deliveries never sent', async () => {
    const { core, followed } = await startCore();
    await connect(core, {
      webhooks: [{ url: 'http://127.0.0.1:1/a', headers: { 'X-Env': 'x' } }],
      trackFilter: { mode: 'block', events: ['Blocked'] },
    });
    const { delivery } = await send(core, track({ event: 'Blocked' }));
    await followed.state(delivery.id, 'not_sent');
    const { bytes } = await exported(core, { format: 'jsonl', deliveryId: delivery.id });
    expect(ExportedDelivery.parse(JSON.parse(bytes.toString()))).toMatchObject({
      state: 'not_sent',
      reason: 'filtered',
      body: null,
      requests: [],
      attempts: [],
    });
  });
});

describe('an export as fixtures', () => {
  it('is a zip that other programs open, with exact bodies that verify with its secret', async () => {
    const { core, ids, bodyOf, destination } = await used();
    const { bytes, name } = await exported(core, { format: 'fixtures', secrets: true });
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), bytes);
    const { stdout } = await run('unzip', ['-t', join(folder, name)]);
    expect(stdout).toContain('No errors detected');
    const files = unzipSync(bytes);
    const text = (file: string): string => Buffer.from(files[file] ?? []).toString();
    const index = JSON.parse(text('index.json'));
    expect(index.deliveries).toHaveLength(ids.length);
    const { sharedSecret } = index.destinations[destination.id];
    for (const [at, entry] of index.deliveries.entries()) {
      expect(text(entry.body)).toBe(bodyOf(ids.toReversed()[at] ?? 0));
      const digest = createHmac('sha1', sharedSecret).update(text(entry.body)).digest('hex');
      expect(entry.expected.signature).toBe(digest);
      expect(JSON.parse(text(entry.headers))).toContainEqual(['X-Signature', digest]);
    }
    expect(text('README.md')).toContain('shared secret of each destination');
  });

  it('contains secrets only on request', async () => {
    const { core } = await used();
    const { bytes, redacted } = await exported(core, { format: 'fixtures' });
    const all = Object.values(unzipSync(bytes)).map((file) => Buffer.from(file).toString());
    expect(all.join('\n')).not.toContain(secret);
    expect(all.join('\n')).toContain('WEBHOOK_SECRET');
    expect(redacted).toEqual(['header Authorization']);
  });
});

describe('an export', () => {
  it('contains matching deliveries up to the time of its plan', async () => {
    const { core, ids, followed } = await used();
    const request = ExportPlanRequest.parse({ filter: 'event:line or event:☃' });
    const plan = await core.exports.plan(request);
    expect(plan).toMatchObject({ count: 2, upTo: ids.at(-1) });
    const { bytes } = await exported(core, { format: 'jsonl' });
    const each = (await core.exports.plan({})).bytesPerDelivery?.jsonl ?? 0;
    expect(each * ids.length).toBeGreaterThan(bytes.length / 2);
    expect(each * ids.length).toBeLessThan(bytes.length * 2);
    const { delivery } = await send(core, track({ event: '☃ again' }));
    await followed.state(delivery.id, 'delivered');
    const later = await exported(core, {
      format: 'jsonl',
      filter: 'event:line or event:☃',
      upTo: plan.upTo,
    });
    expect(later.deliveries).toBe(2);
  });

  it('can contain a single attempt', async () => {
    const { core, ids } = await used();
    const [deliveryId = 0] = ids;
    const [first] = core.deliveries.get({ id: deliveryId }).attemptList;
    const request = { format: 'har', deliveryId, attemptId: first?.id } as const;
    const har = JSON.parse((await exported(core, request)).bytes.toString());
    expect(har.log.entries).toHaveLength(1);
    expect(har.log.entries[0].response.status).toBe(503);
  });

  it('is rejected with a message if nothing exists', async () => {
    const { core, ids } = await used();
    const begin = (request: object) =>
      core.exports.create(ExportRequest.parse({ format: 'har', ...request }));
    await expect(begin({ deliveryId: 999 })).rejects.toThrow('Delivery not found.');
    await expect(begin({ deliveryId: ids[0], attemptId: 999 })).rejects.toThrow(
      'Attempt not found',
    );
    await expect(begin({ attemptId: 1 })).rejects.toThrow('attemptId requires deliveryId');
    const { id } = await core.exports.create(ExportRequest.parse({ format: 'curl' }));
    await core.exports.cancel({ id });
    await expect(core.exports.read({ id })).rejects.toThrow('Export not found');
  });
});
