/** Statistics and alerts. */
import { describe, expect, it } from 'vitest';
import { reply } from '#test/support/target-responses.ts';
import { connectTarget } from './deliveries.ts';
import { expectFieldError } from './expect-error.ts';
import type { Connected } from './transports.ts';

export function describeStatistics(open: () => Connected): void {
  describe('statistics', () => {
    it('count deliveries and attempts by bucket, number of attempts and webhook', async () => {
      const { client, started } = open();
      const { target, destination, send } = await connectTarget(open());
      target.respond(reply(404), reply(200));
      await started.followed.state(await send(), 'refused');
      await started.followed.state(await send(), 'delivered');
      const filter = `destination=${destination.id}`;
      const counted = await client.statistics.get({ range: '15m', filter });
      expect(counted.deliveries).toMatchObject({ delivered: 1, refused: 1, gave_up: 0 });
      expect(counted.attempts).toEqual({ accepted: 1, refused: 1, failed: 0, blocked: 0 });
      expect(counted.buckets).toHaveLength(61);
      expect(counted.depth).toEqual([{ attempts: 1, finished: 2, waiting: 0 }]);
      expect(counted.webhooks).toMatchObject([
        { destinationId: destination.id, url: target.url, active: true, health: 'recovering' },
      ]);
      expect(counted.webhooks[0]).toMatchObject({
        success: 0.5,
        lastStatus: 200,
        failingSince: null,
      });
      const all = await client.statistics.get({});
      expect(all.bucketMs).toBe(60_000);
      expect(all.attempts.accepted).toBeGreaterThanOrEqual(1);
    });

    it('include alerts of deliveries that gave up, one for each destination and cause', async () => {
      const { client, started } = open();
      const { target, destination, send } = await connectTarget(open());
      const retry = { baseMs: 1_000, capMs: 1_000, jitter: 0, windowMs: 0 };
      await client.destinations.update({ id: destination.id, retry });
      target.respond(reply(503), reply(503));
      await started.followed.state(await send(), 'gave_up');
      const last = await send();
      await started.followed.state(last, 'gave_up');
      const alert = await started.followed.until(() =>
        started.core.alerts.list().find(({ deliveryId }) => deliveryId === last),
      );
      expect(alert).toMatchObject({
        destinationName: destination.name,
        count: 2,
        lastStatus: 503,
      });
      expect(await client.alerts.list()).toContainEqual(alert);
    });

    it('include the planned outage of a mock endpoint, and another range', async () => {
      const { client } = open();
      const outage = { durationMs: 3_600_000 };
      const mock = await client.mocks.create({ name: 'down-for-an-hour', outage });
      const { id } = await client.destinations.create({
        name: 'Down',
        webhookUrl: mock.url ?? '',
      });
      const webhook = async () =>
        (await client.statistics.get({})).webhooks.find(
          ({ destinationId }) => destinationId === id,
        );
      const startsAt = mock.outage !== null && 'startsAt' in mock.outage && mock.outage.startsAt;
      expect(await webhook()).toMatchObject({
        mock: mock.name,
        outages: [{ from: startsAt, to: Number(startsAt) + 3_600_000, status: 503, code: null }],
      });
      await client.mocks.update({ id: mock.id, outage: null });
      expect(await webhook()).toMatchObject({ outages: [] });
      const to = Date.UTC(2026, 10, 20, 15, 4);
      const between = await client.statistics.get({ from: to - 60_000, to });
      expect(between).toMatchObject({ from: to - 60_000, to, bucketMs: 1_000 });
    });

    it('reject an invalid range or filter', async () => {
      const { statistics } = open().client;
      await expectFieldError(statistics.get({ from: 1 }), ['to'], 'both');
      await expectFieldError(statistics.get({ from: 1, to: 1 }), ['to'], 'later');
      await expectFieldError(statistics.get({ range: '2h' as '1h' }), ['range'], '15m, 1h, 4h');
      await expectFieldError(statistics.get({ filter: 'sta:1' }), ['filter'], 'Character 1');
    });
  });
}
