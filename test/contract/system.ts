/** The system, the ledger, settings and the change feed. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultRetention } from '#shared/settings/retention.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { connectTarget } from './deliveries.ts';
import { expectError, expectFieldError } from './expect-error.ts';
import type { Connected } from './transports.ts';

export function describeSystem(open: () => Connected): void {
  describe('the system', () => {
    it('returns the version and the addresses', async () => {
      const { client, started } = open();
      expect(await client.system.get()).toMatchObject({
        version: '0.0.0-test',
        ingestUrl: started.core.ingestUrl,
        dataFolder: started.dataFolder,
        secretsAtRest: 'plain',
      });
    });

    it('has no workspace to trust outside of one', async () => {
      const { system } = open().client;
      expect(await system.get()).toMatchObject({ workspace: null });
      await expectError(system.trustWorkspace(), 'not_found', 'Workspace');
      expect(await system.dataFolders()).toEqual([]);
      await expectError(system.chooseOfferedData(), 'not_found', 'Data folder');
      await expectError(system.removeDataFolder({ id: 'unknown' }), 'not_found', 'Data folder');
    });

    it('returns the ledger', async () => {
      const { client, started } = open();
      expect(await client.ledger.get()).toEqual(started.core.ledger.get());
    });

    it('returns and changes its settings', async () => {
      const { settings } = open().client;
      const defaults = {
        ingestHttps: false,
        webhookConcurrency: 64,
        cancelPendingOnDeletion: false,
        headersToRedact: [],
        listColumn: 'user',
        retention: defaultRetention,
      };
      expect(await settings.get()).toEqual(defaults);
      expect(await settings.update({})).toEqual(defaults);
      const fewer = await settings.update({ webhookConcurrency: 8 });
      expect(fewer).toEqual({ ...defaults, webhookConcurrency: 8 });
      expect(await settings.update({ webhookConcurrency: 64 })).toEqual(defaults);
      for (const [webhookConcurrency, sentence] of [
        [0, 'at least 1'],
        [513, 'at most 512'],
        [1.5, 'a whole number'],
      ] as const)
        await expectFieldError(
          settings.update({ webhookConcurrency }),
          ['webhookConcurrency'],
          sentence,
        );
      for (const listColumn of ['a..b', '"a\0b"'])
        await expectFieldError(settings.update({ listColumn }), ['listColumn'], 'a path');
      const odd = { ingestHttps: 'maybe' } as unknown as { ingestHttps: boolean };
      await expectFieldError(settings.update(odd), ['ingestHttps'], 'true or false');
    });

    it('list what is stored as a secret, also of what is deleted', async () => {
      const { settings, sources, destinations, mocks } = open().client;
      const source = await sources.create({ name: crypto.randomUUID() });
      const url = 'http://127.0.0.1:9/?token=of-the-url';
      const { id } = await destinations.create({
        ...{ name: crypto.randomUUID(), sharedSecret: 'of-the-destination' },
        ...{ profile: 'gitlab-token', webhooks: [{ url, headers: { 'X-A': 'of-the-header' } }] },
      });
      await mocks.create({ name: crypto.randomUUID(), secret: 'of-the-mock' });
      const expected = {
        values: expect.arrayContaining([source.writeKey, 'of-the-destination', 'of-the-mock']),
        requests: expect.arrayContaining([{ url, headers: [['X-A', 'of-the-header']] }]),
        headerNames: expect.arrayContaining(['X-Gitlab-Token']),
      };
      expect(await settings.secrets()).toMatchObject(expected);
      await destinations.remove({ id });
      expect(await settings.secrets()).toMatchObject(expected);
    });

    it('sets the storage limits', async () => {
      const { settings, system } = open().client;
      const retention = { maxAgeDays: null, maxDeliveries: 1_000, maxBytes: null };
      expect(await settings.update({ retention })).toMatchObject({ retention });
      for (const [limit, value, sentence] of [
        ['maxAgeDays', 0, 'whole number from 1'],
        ['maxDeliveries', 1.5, 'whole number from 1'],
        ['maxBytes', 1_000, 'whole number from 100,000,000'],
      ] as const)
        await expectFieldError(
          settings.update({ retention: { ...retention, [limit]: value } }),
          ['retention', limit],
          sentence,
        );
      expect((await system.get()).storage).toMatchObject({ alert: null });
      await settings.update({ retention: defaultRetention });
    });

    it('returns the certificate of its development CA', async () => {
      const authority = await open().client.developmentCa.get();
      expect(authority.pem).toContain('BEGIN CERTIFICATE');
      expect(JSON.stringify(authority)).not.toContain('PRIVATE');
    });

    it('renews its development CA, and dismisses its alert', async () => {
      const { developmentCa, system } = open().client;
      const before = await developmentCa.get();
      const renewed = await developmentCa.renew();
      expect(renewed.fingerprint).not.toBe(before.fingerprint);
      expect(await developmentCa.get()).toEqual(renewed);
      await developmentCa.dismissAlert();
      expect((await system.get()).developmentCaAlert).toBeNull();
    });
  });

  describe('the change feed', () => {
    it('starts now, or at a number', async () => {
      const { client } = open();
      const leaving = new AbortController();
      const options = { signal: leaving.signal };
      const feed = await client.changes.follow({}, options);
      const { value: first, done } = await feed.next();
      if (done) throw new Error('The feed has ended.');
      expect(first).toMatchObject({ resync: false, changes: [] });
      const source = await client.sources.create({ name: `Change ${crypto.randomUUID()}` });
      expect((await feed.next()).value).toMatchObject({
        number: first.number + 1,
        changes: [{ kind: 'source', source }],
      });
      const after = { epoch: first.epoch, number: first.number };
      const resumed = await client.changes.follow({ after }, options);
      expect((await resumed.next()).value).toMatchObject({ changes: [{ kind: 'source', source }] });
      const other = { epoch: 'another', number: 0 };
      const lost = await client.changes.follow({ after: other }, options);
      expect((await lost.next()).value).toMatchObject({ resync: true, epoch: first.epoch });
      leaving.abort();
    });
  });

  describe('the clock', () => {
    it('stops fast-forwarding when its stream is closed', async () => {
      const { client, started } = open();
      const { target, send, destination } = await connectTarget(open());
      // The third attempt has no response until the clock has stopped.
      const stopped = Promise.withResolvers<void>();
      target.respond(reply(503), reply(503), when(stopped.promise, reply(200)));
      const fastForward = vi.spyOn(started.core.clock, 'fastForwardUntilFinished');
      onTestFinished(() => fastForward.mockRestore());
      const id = await send();
      await started.followed.waitsForRetry(id);
      const { id: destinationId } = destination;
      const finishing = await client.clock.fastForwardUntilFinished({ destinationId });
      expect((await finishing.next()).value).toMatchObject({ open: 1, total: 1, steps: 0 });
      expect((await finishing.next()).value).toMatchObject({ open: 1, total: 1, steps: 1 });
      await finishing.return();
      await expect.poll(() => fastForward.mock.lastCall?.[1]?.aborted).toBe(true);
      stopped.resolve();
      await started.followed.state(id, 'delivered');
      await client.clock.set({ mode: 'real' });
      await expectError(
        client.clock.fastForwardUntilFinished({ destinationId: 'dst_0' }),
        'not_found',
        'Destination not found',
      );
    });

    it('plays a fast-forward, which can be slowed and skipped', async () => {
      const { client, started } = open();
      const { target, send } = await connectTarget(open());
      target.always(reply(503));
      const deliveryId = await send();
      await started.followed.waitsForRetry(deliveryId);
      await expectFieldError(
        client.clock.fastForwardUntilFinished({ speed: 0 }),
        ['speed'],
        'at least 1',
      );
      const finishing = await client.clock.fastForwardUntilFinished({ deliveryId, speed: 1 });
      const { value: first } = await finishing.next();
      expect(first).toMatchObject({ open: 1, remainingMs: expect.any(Number) });
      expect(await client.clock.setFastForwardSpeed({ speed: null })).toEqual({ speed: null });
      let last = first;
      for await (const progress of finishing) last = progress;
      expect(last).toMatchObject({ open: 0, total: 1, ended: { gave_up: 1 } });
      await client.clock.set({ mode: 'real' });
    });

    it('is read, set, and fast-forwarded to the next attempt or until a delivery is finished', async () => {
      const { client, started } = open();
      expect(await client.clock.get()).toMatchObject({ mode: 'real', nextAttemptAt: null });
      await expectError(
        client.clock.fastForwardToNextAttempt(),
        'conflict',
        'no attempt is scheduled',
      );
      const { target, send } = await connectTarget(open());
      target.always(reply(503));
      const id = await send();
      const { nextAttemptAt } = await started.followed.waitsForRetry(id);
      expect(await client.clock.set({ mode: 'paused' })).toMatchObject({ mode: 'paused', rate: 0 });
      expect((await client.clock.fastForwardToNextAttempt()).now).toBe(nextAttemptAt);
      await target.received(2);
      const seen: number[] = [];
      for await (const { open: left } of await client.clock.fastForwardUntilFinished({
        deliveryId: id,
      }))
        seen.push(left);
      expect(seen.at(-1)).toBe(0);
      expect((await client.deliveries.get({ id })).state).toBe('gave_up');
      expect(await client.clock.set({ mode: 'real' })).toMatchObject({ mode: 'real', aheadMs: 0 });
      await expectError(
        client.clock.fastForwardUntilFinished({ deliveryId: 999_999 }),
        'not_found',
        'Delivery not found',
      );
    });

    it('has a mode, a speed and their effects', async () => {
      const { client, clock } = open();
      const real = {
        mode: 'real',
        speed: 1,
        rate: 1,
        now: clock.now(),
        aheadMs: 0,
        nextAttemptAt: null,
      };
      expect(await client.clock.get()).toEqual(real);
      const fast = { ...real, mode: 'fast', speed: 600, rate: 600 };
      expect(await client.clock.set({ mode: 'fast', speed: 600 })).toEqual(fast);
      expect(await client.clock.get()).toEqual(fast);
      const usual = { ...fast, speed: 60, rate: 60 };
      expect(await client.clock.set({ mode: 'fast' })).toEqual(usual);
      expect(await client.clock.set({ mode: 'paused', speed: 600 })).toEqual({
        ...real,
        mode: 'paused',
        rate: 0,
      });
      for (const [speed, sentence] of [
        [0.5, 'Speed must be at least 1.'],
        [3_601, 'Speed must be at most 3,600.'],
      ] as const)
        await expectFieldError(client.clock.set({ mode: 'fast', speed }), ['speed'], sentence);
      expect(await client.clock.set({ mode: 'real' })).toEqual(real);
      const odd = { mode: 'backwards' } as unknown as { mode: 'real' };
      await expectFieldError(client.clock.set(odd), ['mode'], 'mode');
    });
  });
}
