/** What is retried, when, how often, and what is reported (D43). */
import { DeliveryError, FieldError } from '#shared/client/index.ts';
import { cases, equal, isTrue } from './case.ts';
import { batchSizes, play, track } from './fake-service.ts';

const once = { flushAt: 1 };

/** Delays between ten attempts, without jitter. */
const delaysMs = [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000];

const failing = (status: number) =>
  play(async ({ analytics, service, time, reported }) => {
    service.respond(...Array.from({ length: 10 }, () => ({ status })));
    analytics.track(track);
    await time.advance(0);
    for (const [index, ms] of delaysMs.entries()) {
      equal(time.waits, [ms]);
      await time.advance(ms);
      equal(service.requests.length, index + 2);
    }
    equal(reported, [`dropped 1: ${status} after 10`]);
    equal(time.waits, []);
  }, once);

const reasons: string[] = [];

/** Platforms put the reason into the cause of a generic error. */
const unreachable = (cause: Error) => () =>
  Promise.reject(new TypeError('fetch failed', { cause }));

const reportsReason = (cause: Error, why: string) =>
  play(
    async ({ analytics, time }) => {
      analytics.track(track);
      await time.advance(delaysMs.reduce((sum, ms) => sum + ms));
      equal(reasons.splice(0), [`No response after 10 attempts: ${why}`]);
    },
    {
      ...once,
      fetch: unreachable(cause),
      onError: ({ message }) => void reasons.push(message),
    },
  );

export const retrying = cases('D43, delivery', {
  'a 5xx is attempted ten times, from 100 ms doubling to 10 s, and then given up': failing(500),
  'a 429 without Retry-After is retried like a 5xx': failing(429),
  'a network error is retried too': play(async ({ analytics, service, time, reported }) => {
    service.respond(...Array.from({ length: 9 }, () => 'refused' as const));
    analytics.track(track);
    await time.advance(delaysMs.reduce((sum, ms) => sum + ms));
    equal(reported, ['delivered 1']);
    equal(service.requests.length, 10);
  }, once),
  'every attempt has its own sentAt': play(async ({ analytics, service, time }) => {
    service.respond('refused', { status: 503 });
    analytics.track(track);
    await time.advance(300);
    const [first = 0, ...later] = service.requests.map(({ body }) => Date.parse(body.sentAt));
    equal(
      later.map((sentAt) => sentAt - first),
      [100, 300],
    );
  }, once),
  'the reason of a failed fetch is reported': reportsReason(
    new Error('connect ECONNREFUSED 127.0.0.1:9'),
    'connect ECONNREFUSED 127.0.0.1:9',
  ),
  'the code is reported if there is no other reason': reportsReason(
    Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
    'ECONNREFUSED',
  ),
  'jitter reduces a delay by up to half': play(
    async ({ analytics, service, time }) => {
      service.respond('refused', 'refused');
      analytics.track(track);
      await time.advance(0);
      equal(time.waits, [50.5]);
      await time.advance(50.5);
      equal(time.waits, [101]);
      await time.advance(101);
      equal(service.requests.length, 3);
    },
    once,
    0.99,
  ),
  'Retry-After is respected, in seconds and as a date': play(
    async ({ analytics, service, time, reported }) => {
      const inFortySeconds = new Date(Date.now() + 40_000).toUTCString();
      service.respond(
        { status: 429, retryAfter: '30' },
        { status: 503, retryAfter: inFortySeconds },
        { status: 429, retryAfter: 'soon' },
        { status: 429, retryAfter: '999999999999' },
      );
      analytics.track(track);
      await time.advance(29_999);
      equal(service.requests.length, 1);
      await time.advance(1);
      equal(service.requests.length, 2);
      const [wait = 0] = time.waits;
      isTrue(wait > 8_000 && wait <= 10_000, `it waits until the date, not ${wait} ms`);
      await time.advance(wait);
      equal(service.requests.length, 3);
      await time.advance(400);
      // Delays over an hour are limited; a timer of several weeks would fire immediately.
      equal(time.waits, [3_600_000]);
      await time.advance(3_600_000);
      equal(reported, ['delivered 1']);
    },
    once,
  ),
  'other 4xx, and redirects, are dropped immediately and reported': play(
    async ({ analytics, service, reported }) => {
      const final = [400, 401, 403, 404, 408, 413, 301, 0];
      service.respond(...final.map((status) => ({ status })));
      for (const _ of final) analytics.track(track);
      await analytics.flush();
      equal(
        reported,
        final.map((status) => `dropped 1: ${status} after 1`),
      );
    },
    once,
  ),
  'a retry has the same messages with the same messageIds': play(
    async ({ analytics, service, time }) => {
      service.respond({ status: 502 }, 'refused');
      for (let index = 0; index < 20; index += 1) analytics.track(track);
      await time.advance(1_000);
      equal(batchSizes(service), [20, 20, 20]);
      const [first, ...others] = service.requests.map(({ body }) => body);
      for (const { batch, messageId } of others)
        equal([batch, messageId], [first?.batch, first?.messageId]);
    },
  ),
  'no response within ten seconds counts as a network error': play(
    async ({ analytics, service, time, reported }) => {
      service.respond('hang');
      analytics.track(track);
      await time.advance(10_000);
      equal(time.waits, [100]);
      await time.advance(100);
      equal(reported, ['delivered 1']);
    },
    once,
  ),
  'a failed batch does not stop the next one': play(async ({ analytics, service, reported }) => {
    service.respond({ status: 400 });
    for (let index = 0; index < 40; index += 1) analytics.track(track);
    await analytics.flush();
    equal(reported, ['dropped 20: 400 after 1', 'delivered 20']);
  }),
  'messages rejected within an accepted batch are reported separately, with the reason':
    async () => {
      const reported: unknown[] = [];
      await play(
        async ({ analytics, service }) => {
          const rejected = [{ index: 1, code: 'bad_request', message: 'No.' }];
          service.respond({ status: 200, body: { success: true, accepted: 2, rejected } });
          for (const event of ['A', 'B', 'C']) analytics.track({ ...track, event });
          await analytics.close();
        },
        {
          onSuccess: ({ messages }) => void reported.push(messages.map(({ event }) => event)),
          onError: ({ message, status }, { messages }) =>
            void reported.push([message, status, messages.map(({ event }) => event)]),
        },
      )();
      equal(reported, [
        ['A', 'C'],
        ['The endpoint rejected the message: No.', 200, ['B']],
      ]);
    },
  'when a response lists only the first rejected messages, later ones do not count as accepted':
    async () => {
      const reported: unknown[] = [];
      await play(
        async ({ analytics, service }) => {
          const rejected = [{ index: 1, code: 'bad_request', message: 'No.' }];
          service.respond({ status: 200, body: { accepted: 2, rejected, rejectedCount: 2 } });
          for (const event of ['A', 'B', 'C', 'D']) analytics.track({ ...track, event });
          await analytics.close();
        },
        {
          onSuccess: ({ messages }) => void reported.push(messages.map(({ event }) => event)),
          onError: (_, { messages }) => void reported.push(messages.map(({ event }) => event)),
        },
      )();
      equal(reported, [['A'], ['B'], ['C', 'D']]);
    },
  'a response or cause that cannot be converted to text is reported, and the next batch is sent':
    async () => {
      const reported: string[] = [];
      await play(
        async ({ analytics, service, time }) => {
          // JSON that throws when converted to text.
          const message = { toString: 1, valueOf: 1 };
          service.respond({ status: 200, body: { rejected: [{ index: 0, message }, null, 7] } });
          analytics.track(track);
          await analytics.flush();
          service.respond({ status: 400, body: { message } });
          analytics.track(track);
          await analytics.flush();
          service.respond(...Array.from({ length: 10 }, () => 'nameless' as const));
          analytics.track(track);
          const flushing = analytics.flush();
          await time.advance(60_000);
          await flushing;
          analytics.track(track);
          await analytics.flush();
        },
        {
          onSuccess: ({ messages }) => void reported.push(`delivered ${messages.length}`),
          onError: ({ message }) => void reported.push(message),
        },
      )();
      equal(reported, [
        'The endpoint rejected the message: no reason given.',
        'The endpoint returned 400 after 1 attempt.',
        'No response after 10 attempts: no reason given.',
        'delivered 1',
      ]);
    },
  'callbacks that throw have no effect': async () => {
    await play(
      async ({ analytics, service }) => {
        service.respond({ status: 400 });
        for (let index = 0; index < 3; index += 1) analytics.track(track);
        await analytics.close();
        equal(batchSizes(service), [1, 1, 1]);
      },
      {
        flushAt: 1,
        onSuccess: () => {
          throw new Error('from onSuccess');
        },
        // Rejects later without a handler.
        onError: () => Promise.reject(new Error('from onError')) as unknown as undefined,
      },
    )();
  },
  'close sends the queue and waits, also while the endpoint fails': play(
    async ({ analytics, service, time, reported }) => {
      service.respond({ status: 503 }, 'refused', { status: 429, retryAfter: '5' });
      for (let index = 0; index < 45; index += 1) analytics.track(track);
      let isClosed = false;
      const closing = analytics.close().then(() => {
        isClosed = true;
      });
      await time.advance(5_299);
      equal([isClosed, reported], [false, []]);
      await time.advance(1);
      await closing;
      equal(reported, ['delivered 20', 'delivered 20', 'delivered 5']);
    },
  ),
  'close ends after 30 s, and reports what was not delivered': play(
    async ({ analytics, service, time, reported }) => {
      service.respond(...Array.from({ length: 10 }, () => 'refused' as const));
      analytics.track(track);
      const closing = analytics.close();
      await time.advance(29_999);
      equal(reported, []);
      await time.advance(1);
      await closing;
      equal(reported, ['dropped 1: null after 9']);
      equal(time.waits, []);
    },
  ),
  'flush without a limit waits for the last attempt': play(
    async ({ analytics, service, time, reported }) => {
      service.respond(...Array.from({ length: 10 }, () => 'refused' as const));
      analytics.track(track);
      const flushing = analytics.flush();
      await time.advance(delaysMs.reduce((sum, ms) => sum + ms));
      await flushing;
      equal(reported, ['dropped 1: null after 10']);
    },
  ),
  'the limit covers all batches, and requests that never end': async () => {
    const errors: DeliveryError[] = [];
    await play(
      async ({ analytics, service, time }) => {
        for (let index = 0; index < 60; index += 1) analytics.track(track);
        let isClosed = false;
        const closing = analytics.close({ timeoutMs: 1_000 }).then(() => {
          isClosed = true;
        });
        await time.advance(999);
        equal([isClosed, errors], [false, []]);
        await time.advance(1);
        await closing;
        equal(
          errors.map(({ code, count, attempts }) => [code, count, attempts]),
          [
            ['timeout', 20, 1],
            ['timeout', 20, 0],
            ['timeout', 20, 0],
          ],
        );
        equal([service.requests.length, time.waits], [0, []]);
      },
      {
        // Ignores the signal.
        fetch: () => new Promise(() => undefined),
        onError: (error) => void errors.push(error),
      },
    )();
  },
  'messages after a flush are not given up with it': play(
    async ({ analytics, service, time, reported }) => {
      service.respond('hang');
      analytics.track(track);
      const flushing = analytics.flush({ timeoutMs: 100 });
      analytics.track(track);
      analytics.track(track);
      await time.advance(100);
      await flushing;
      equal(reported, ['dropped 1: null after 1']);
      const closing = analytics.close();
      await time.advance(0);
      await closing;
      equal(reported, ['dropped 1: null after 1', 'delivered 2']);
    },
  ),
  'without onError, flush rejects with what was lost before it, once': play(
    async ({ analytics, service, time }) => {
      service.respond({ status: 400 }, { status: 401 }, 'hang');
      analytics.track(track);
      analytics.track(track);
      await time.advance(0);
      analytics.track(track);
      const lost = analytics.flush({ timeoutMs: 50 }).then(
        () => null,
        (error: unknown) => error,
      );
      await time.advance(50);
      const error = await lost;
      isTrue(error instanceof DeliveryError, 'flush rejects with a DeliveryError');
      equal([error.code, error.count, error.status], ['rejected', 3, 400]);
      const flushing = analytics.flush();
      await time.advance(0);
      await flushing;
    },
    { ...once, onError: undefined },
  ),
  'without onError, close rejects with its own losses': play(
    async ({ analytics, service, time }) => {
      service.respond('hang');
      analytics.track(track);
      const lost = analytics.close({ timeoutMs: 0 }).then(
        () => null,
        (error: unknown) => error,
      );
      await time.advance(0);
      const error = await lost;
      isTrue(error instanceof DeliveryError, 'close rejects with a DeliveryError');
      equal([error.code, error.count], ['timeout', 1]);
    },
    { onError: undefined },
  ),
  'an invalid time limit is an error that names it': play(async ({ analytics }) => {
    for (const timeoutMs of [-1, Number.NaN, '1' as unknown as number]) {
      const error = await analytics.flush({ timeoutMs }).then(
        () => null,
        (thrownError: unknown) => thrownError,
      );
      isTrue(error instanceof FieldError, 'flush rejects with a FieldError');
      equal(error.field, 'timeoutMs');
    }
  }),
});
