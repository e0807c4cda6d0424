/** Exports, and imports of requests to resend. */
import { describe, expect, it } from 'vitest';
import { connectTarget } from './deliveries.ts';
import { expectError, expectFieldError } from './expect-error.ts';
import type { Connected } from './transports.ts';

export function describeExports(open: () => Connected): void {
  describe('exports', () => {
    it('are planned, started, read piece by piece and cancelled', async () => {
      const { client, started } = open();
      const { send } = await connectTarget(open());
      const deliveryId = await send();
      await started.followed.state(deliveryId, 'delivered');
      const filter = 'state:delivered';
      const plan = await client.exports.plan({ filter });
      expect(plan.count).toBeGreaterThan(0);
      expect(plan.bytesPerDelivery?.jsonl).toBeGreaterThan(100);
      const request = { format: 'jsonl', filter, upTo: plan.upTo } as const;
      const { id, name, mediaType } = await client.exports.create(request);
      expect(name).toMatch(/\.jsonl$/);
      expect(mediaType).toBe('application/x-ndjson');
      let text = '';
      for (let done = false; !done; ) {
        const piece = await client.exports.read({ id });
        text += Buffer.from(piece.base64, 'base64').toString();
        done = piece.done;
        if (done) expect(piece).toMatchObject({ bytes: Buffer.byteLength(text) });
      }
      expect(text).toContain(`"id":${deliveryId},`);
      const other = await client.exports.create({ format: 'har', deliveryId, secrets: true });
      await client.exports.cancel({ id: other.id });
      await expectError(client.exports.read({ id: other.id }), 'not_found', 'Export not found');
    });

    it('of a receiver have the requests of its log', async () => {
      const { client, started } = open();
      const { id, name, url } = await client.receivers.create({ name: `r-${crypto.randomUUID()}` });
      for (const body of ['one', 'x'.repeat(70_000)])
        await fetch(url ?? '', { method: 'PUT', body });
      const [long, short] = await started.followed.until(() => {
        const { items } = started.core.receivers.requests.page(id, 9, undefined);
        return items.length === 2 && items;
      });
      const plan = await client.exports.plan({ receiverId: name });
      expect(plan).toMatchObject({ count: 2, bytesPerDelivery: null });
      const file = async (request: object) => {
        const created = await client.exports.create({
          receiverId: id,
          format: 'jsonl',
          ...request,
        });
        const piece = await client.exports.read({ id: created.id });
        return { ...created, text: Buffer.from(piece.base64, 'base64').toString(), ...piece };
      };
      const log = await file({ upTo: plan.upTo });
      expect(log).toMatchObject({ done: true, deliveries: 2 });
      const lines = log.text.trim().split('\n');
      expect(lines.map((line) => JSON.parse(line).id)).toEqual([long?.id, short?.id]);
      const requestId = short?.id ?? 0;
      const har = await file({ format: 'har', requestId });
      expect(har.name).toBe(`hookwright-${name}-request-${requestId}.har`);
      expect(JSON.parse(har.text).log.entries).toMatchObject([
        { request: { method: 'PUT', url, postData: { text: 'one' } }, response: { status: 200 } },
      ]);
      await expectFieldError(file({ filter: 'age<1h' }), ['filter'], 'selects deliveries');
      await expectFieldError(
        client.exports.create({ format: 'har', requestId }),
        ['requestId'],
        'requires receiverId',
      );
      await expectError(file({ receiverId: 'rcv_x' }), 'not_found', 'Receiver not found');
      await expectError(file({ requestId: 999_999 }), 'not_found', 'Request not found');
      await expectError(
        file({ format: 'fixtures', requestId: long?.id }),
        'body_truncated',
        'not recorded completely',
      );
    });

    it('are rejected with the name of the invalid field', async () => {
      const { exports } = open().client;
      await expectFieldError(
        exports.create({ format: 'pdf' as 'har' }),
        ['format'],
        'one of curl, har, jsonl, fixtures',
      );
      await expectFieldError(exports.plan({ filter: 'state:' }), ['filter'], 'Character');
      await expectError(
        exports.create({ format: 'har', deliveryId: 999_999 }),
        'not_found',
        'Delivery not found',
      );
    });
  });

  describe('files of requests', () => {
    it('are read, planned, sent and listed among the resends', async () => {
      const { client, started } = open();
      const { target } = await connectTarget(open());
      const { id } = await client.resendImports.create({ name: 'a.jsonl' });
      const line = JSON.stringify({
        kind: 'hookwright.delivery',
        version: 1,
        body: { encoding: 'utf8', data: 'é' },
        requests: [{ method: 'POST', url: target.url, headers: [['X-Env', 'x']] }],
      });
      await client.resendImports.append({ id, text: line.slice(0, 20) });
      const plan = await client.resendImports.append({ id, text: line.slice(20), last: true });
      const { origin } = new URL(target.url);
      expect(plan).toMatchObject({ state: 'planned', requests: 1, origins: [{ origin }] });
      const to = { kind: 'file' as const, origins: [origin] };
      expect(
        await client.jobs.plan({ kind: 'resend_import', importId: id, to, perSecond: 4 }),
      ).toEqual({
        kind: 'resend_import',
        requestCount: 1,
        origins: [{ origin, requests: 1, loopback: true }],
        omittedHeaders: [],
        estimatedMs: 250,
      });
      expect(target.requests).toHaveLength(0);
      const job = await client.resendImports.start({ id, to });
      expect(job).toMatchObject({ kind: 'resend_import', importId: id, file: 'a.jsonl' });
      expect((await target.received(1)).body.toString()).toBe('é');
      await started.followed.until(() => started.core.jobs.get(job.id).state === 'completed');
      expect(await client.jobs.get({ id: job.id })).toMatchObject({
        totalCount: 1,
        doneCount: 1,
        counts: { delivered: 1 },
        commands: [],
      });
      const { items } = await client.resends.listAll({ limit: 1 });
      expect(items).toMatchObject([{ deliveryId: null, imported: { file: 'a.jsonl', entry: 1 } }]);
      await expectError(client.resendImports.get({ id }), 'not_found', 'Import not found');
    });

    it('are started as jobs, paused, resumed and cancelled', async () => {
      const { client } = open();
      const { target } = await connectTarget(open());
      const { id: importId } = await client.resendImports.create({ name: 'b.jsonl' });
      const line = JSON.stringify({
        kind: 'hookwright.delivery',
        version: 1,
        body: { encoding: 'utf8', data: '1' },
        requests: [{ method: 'POST', url: target.url, headers: [] }],
      });
      await client.resendImports.append({ id: importId, text: `${line}\n${line}`, last: true });
      const { id } = await client.jobs.start({
        kind: 'resend_import',
        importId,
        to: { kind: 'file', origins: [new URL(target.url).origin] },
        perSecond: 0.1,
      });
      await target.received(1);
      expect(await client.jobs.pause({ id })).toMatchObject({ state: 'paused', doneCount: 1 });
      expect(await client.jobs.resume({ id })).toMatchObject({ state: 'running' });
      expect(await client.jobs.cancel({ id })).toMatchObject({ state: 'cancelled', commands: [] });
      await expectError(client.jobs.resume({ id }), 'job_state', 'cancelled');
    });

    it('that were not started can be removed', async () => {
      const { resendImports } = open().client;
      const { id } = await resendImports.create({ name: 'a.har' });
      await resendImports.cancel({ id });
      await expectError(resendImports.get({ id }), 'not_found', 'Import not found');
    });

    it('are rejected with the name of the invalid field', async () => {
      const { jobs, resendImports } = open().client;
      const { id } = await resendImports.create({ name: 'a.har' });
      const to = { kind: 'file' as const, origins: [] };
      const request = { kind: 'resend_import' as const, importId: id, to };
      await expectError(resendImports.start({ id, to }), 'conflict', 'incomplete');
      await expectError(jobs.plan(request), 'conflict', 'incomplete');
      await resendImports.append({ id, text: '', last: true });
      for (const rejected of [resendImports.start({ id, to }), jobs.plan(request)])
        await expectFieldError(rejected, ['to', 'origins'], 'Nothing would be sent');
      await expectFieldError(resendImports.create({ name: '' }), ['name'], 'name is empty');
    });
  });
}
