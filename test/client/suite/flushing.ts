/**
 * When a batch is sent: by count, time, flush(), size in bytes; and settings changed at run time.
 */
import { ClosedError, FieldError, QueueFullError } from '#shared/client/index.ts';
import { cases, equal, isTrue, thrown } from './case.ts';
import { batchSizes, type Play, play, track } from './fake-service.ts';

const trackMany = ({ analytics }: Pick<Play, 'analytics'>, count: number): void => {
  for (let index = 0; index < count; index += 1) analytics.track(track);
};

/** A track call whose message has exactly this many bytes, some of them beyond ASCII. */
function sized(bytes: number) {
  const given = { ...track, messageId: 'sized', properties: { pad: '' } };
  const bare = JSON.stringify({ type: 'track', ...given }).length;
  const wide = Math.floor((bytes - bare) / 4);
  return { ...given, properties: { pad: 'é'.repeat(wide) + 'x'.repeat(bytes - bare - 2 * wide) } };
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

export const flushing = cases('spec 2.3 and 8, flushing', {
  'the twentieth message flushes by default': play(async (played) => {
    trackMany(played, 19);
    await played.time.advance(0);
    equal(batchSizes(played.service), []);
    trackMany(played, 1);
    await played.time.advance(0);
    equal(batchSizes(played.service), [20]);
  }),
  'the smaller one of size and flushAt counts': play(async (played) => {
    for (const [size, flushAt] of [
      [3, 20],
      [20, 4],
    ] as const) {
      Object.assign(played.analytics, { size, flushAt });
      trackMany(played, 12);
    }
    await played.analytics.close();
    equal(batchSizes(played.service), [3, 3, 3, 3, 4, 4, 4]);
  }),
  'a batch has at most 2,500 messages': play(
    async (played) => {
      trackMany(played, 2_501);
      await played.analytics.close();
      equal(batchSizes(played.service), [2_500, 1]);
    },
    { size: 5_000, flushAt: 5_000 },
  ),
  'queued messages are sent five seconds after the last flush, however few': play(
    async (played) => {
      const { time, service } = played;
      await time.advance(1_000);
      trackMany(played, 20);
      trackMany(played, 1);
      await time.advance(4_999);
      equal(batchSizes(service), [20]);
      await time.advance(1);
      equal(batchSizes(service), [20, 1]);
    },
  ),
  'the first message after a long pause is sent immediately, with those of the same turn': play(
    async (played) => {
      await played.time.advance(60_000);
      trackMany(played, 3);
      await played.time.advance(0);
      equal(batchSizes(played.service), [3]);
    },
  ),
  'an explicit flush counts as the last flush': play(async (played) => {
    const { analytics, time, service } = played;
    trackMany(played, 1);
    await time.advance(3_000);
    await analytics.flush();
    trackMany(played, 1);
    await time.advance(4_999);
    equal(batchSizes(service), [1]);
    await time.advance(1);
    equal(batchSizes(service), [1, 1]);
  }),
  'without queued messages no timer runs, and no empty request is sent': play(
    async ({ analytics, time, service }) => {
      equal(time.waits, []);
      await analytics.flush();
      analytics.track(track);
      await analytics.flush();
      equal(time.waits, []);
      await time.advance(60_000);
      equal(batchSizes(service), [1]);
    },
  ),
  'lowering flushAt and size applies immediately to queued messages': play(async (played) => {
    const { analytics, time, service } = played;
    trackMany(played, 5);
    analytics.flushAt = 6;
    await time.advance(0);
    equal(batchSizes(service), []);
    analytics.size = 5;
    await time.advance(0);
    equal(batchSizes(service), [5]);
    analytics.size = 20;
    trackMany(played, 5);
    analytics.flushAt = 2;
    await time.advance(0);
    equal(batchSizes(service), [5, 5]);
  }),
  'raising flushAt applies immediately': play(async (played) => {
    trackMany(played, 19);
    Object.assign(played.analytics, { size: 30, flushAt: 30 });
    trackMany(played, 10);
    await played.time.advance(0);
    equal(batchSizes(played.service), []);
    trackMany(played, 1);
    await played.time.advance(0);
    equal(batchSizes(played.service), [30]);
  }),
  'changing flushAfter applies immediately to queued messages': play(async (played) => {
    const { analytics, time, service } = played;
    trackMany(played, 1);
    await time.advance(2_000);
    analytics.flushAfter = 60_000;
    await time.advance(10_000);
    equal(batchSizes(service), []);
    analytics.flushAfter = 12_001;
    await time.advance(0);
    equal(batchSizes(service), []);
    await time.advance(1);
    equal(batchSizes(service), [1]);
    trackMany(played, 1);
    analytics.flushAfter = 0;
    await time.advance(0);
    equal(batchSizes(service), [1, 1]);
  }),
  'a changed endpoint is used by the next attempt': play(
    async ({ analytics, service, time }) => {
      service.respond('refused');
      analytics.track(track);
      await time.advance(0);
      analytics.endpoint = 'http://second.example';
      await time.advance(100);
      equal(
        service.requests.map(({ url }) => new URL(url).host),
        ['127.0.0.1:8377', 'second.example'],
      );
    },
    { flushAt: 1 },
  ),
  'batches of one client are sent in order, one after the other': play(async (played) => {
    const { analytics, service, time } = played;
    service.respond('refused', { status: 503 });
    for (let index = 0; index < 60; index += 1)
      analytics.track({ ...track, event: `Event ${index}` });
    await time.advance(0);
    equal(batchSizes(service), [20]);
    await time.advance(10_000);
    equal(batchSizes(service), [20, 20, 20, 20, 20]);
    const events = service.requests
      .slice(2)
      .flatMap(({ body }) => body.batch.map(({ event }) => event));
    equal(
      events,
      Array.from({ length: 60 }, (_, index) => `Event ${index}`),
    );
  }),
});

export const limits = cases('spec 8, limits', {
  'a call of 32,768 bytes is accepted, and one byte more is rejected': play(
    async ({ analytics, service }) => {
      analytics.track(sized(32_768));
      const error = thrown(FieldError, () => analytics.track(sized(32_769)));
      equal(error.field, 'properties');
      await analytics.close();
      equal(service.requests[0]?.body.batch.length, 1);
      equal(bytesOf(JSON.stringify(service.requests[0]?.body.batch[0])), 32_768);
    },
  ),
  'a request of 512,000 bytes is sent, and a larger one is split': play(
    async ({ analytics, service }) => {
      for (const extra of [0, 1]) {
        for (let index = 0; index < 15; index += 1) analytics.track(sized(32_000));
        const empty = bytesOf(
          JSON.stringify({
            batch: [],
            sentAt: new Date().toISOString(),
            messageId: '00000000-0000-4000-8000-000000000000',
            context: { library: { name: 'hookwright', version: '0.1.0' } },
          }),
        );
        // Fifteen commas separate sixteen messages.
        analytics.track(sized(512_000 - empty - 15 * 32_000 - 15 + extra));
        await analytics.flush();
      }
      equal(batchSizes(service), [16, 15, 1]);
      equal(bytesOf(service.requests[0]?.text ?? ''), 512_000);
    },
  ),
  'no request exceeds 500 KB, with any message sizes and counts': play(
    async ({ analytics, service }) => {
      for (let index = 0; index < 100; index += 1) analytics.track(sized(32_768));
      await analytics.close();
      for (const { text } of service.requests) isTrue(bytesOf(text) <= 512_000, 'it is within');
      equal(
        batchSizes(service).reduce((sum, size) => sum + size),
        100,
      );
    },
    { size: 1_000, flushAt: 1_000 },
  ),
  'a full queue throws, and accepts messages again when there is space': play(
    async ({ analytics, service, time, reported }) => {
      service.respond({ status: 503, retryAfter: '7' });
      for (let index = 0; index < 100; index += 1) analytics.track(track);
      equal(thrown(QueueFullError, () => analytics.track(track)).limit, 100);
      await time.advance(7_000);
      equal(
        reported,
        Array.from({ length: 5 }, () => 'delivered 20'),
      );
      analytics.track(track);
      await analytics.close();
      equal(reported.at(-1), 'delivered 1');
    },
    { maxQueued: 100 },
  ),
  'the queue holds 10,000 messages by default': play(async ({ analytics, service, time }) => {
    service.respond('hang');
    for (let index = 0; index < 10_000; index += 1) analytics.track(track);
    equal(thrown(QueueFullError, () => analytics.track(track)).limit, 10_000);
    await time.advance(60_000);
    equal(batchSizes(service).length, 501);
  }),
  'a closed client accepts nothing': play(async ({ analytics }) => {
    await analytics.close();
    thrown(ClosedError, () => analytics.track(track));
    await analytics.close();
  }),
});
