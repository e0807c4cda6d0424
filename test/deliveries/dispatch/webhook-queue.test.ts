/** The queue of a webhook, its limit and its pauses, with fake time and no connections. */
import { describe, expect, it } from 'vitest';
import {
  createFairnessPolicy,
  maxFastMs,
  pauseMs,
} from '#main/deliveries/dispatch/fairness-policy.ts';
import { createWebhookQueue } from '#main/deliveries/dispatch/webhook-queue.ts';
import { openGate } from '#main/kit/http-client/send-gate.ts';
import { createTrust } from '#main/kit/http-client/trusted-certificates.ts';
import { FakeSocketTime } from '#test/support/fake-socket-time.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

function lanes(concurrency: number) {
  const time = new FakeSocketTime();
  const fairness = createFairnessPolicy();
  const trust = createTrust(() => []);
  const create = (port: number) =>
    createWebhookQueue({
      url: `http://127.0.0.1:${port}/`,
      connections: { trust, gate: openGate },
      time,
      concurrency: () => concurrency,
      fairness,
      starved: () => undefined,
    });
  const [healthy, failing] = [create(1), create(2)];
  const tried = { healthy: 0, failing: 0 };
  return {
    tried,
    time,
    /** A request that completes after this time, by default immediately. */
    serve(afterMs = 0) {
      healthy.add(async () => {
        tried.healthy += 1;
        if (afterMs > 0) await new Promise<void>((resolve) => time.after(afterMs, resolve));
        return false;
      });
    },
    /** In flight until the end of the test. */
    occupy(count: number) {
      for (let n = 0; n < count; n += 1)
        healthy.add(() => {
          tried.healthy += 1;
          return new Promise(() => undefined);
        });
    },
    fail(count: number) {
      for (let n = 0; n < count; n += 1)
        failing.add(async () => {
          tried.failing += 1;
          return true;
        });
    },
  };
}

describe('a fast-failing webhook', () => {
  it('sends one request at a time, with pauses, while a healthy one is at its limit', async () => {
    const { tried, time, fail, occupy, serve } = lanes(4);
    serve();
    await turn();
    // The healthy one has an empty queue: due deliveries are read when it has a free slot.
    occupy(4);
    fail(1);
    await turn();
    fail(20);
    await turn();
    expect(tried).toEqual({ healthy: 5, failing: 1 });
    time.pass(pauseMs - 1);
    await turn();
    expect(tried.failing).toBe(1);
    time.pass(1);
    await turn();
    expect(tried.failing).toBeGreaterThan(1);
  });

  it('is not slowed down when the healthy one has free slots', async () => {
    const { tried, fail, occupy, serve } = lanes(4);
    serve();
    await turn();
    occupy(3);
    fail(20);
    await turn();
    expect(tried).toEqual({ healthy: 4, failing: 20 });
  });

  it('is not slowed down next to a slow one', async () => {
    const { tried, time, fail, occupy, serve } = lanes(4);
    serve(maxFastMs);
    occupy(3);
    await turn();
    occupy(4);
    time.pass(maxFastMs);
    await turn();
    fail(20);
    await turn();
    expect(tried).toEqual({ healthy: 5, failing: 20 });
  });

  it('is not slowed down next to one that hangs', async () => {
    const { tried, fail, occupy } = lanes(4);
    occupy(8);
    fail(20);
    await turn();
    expect(tried).toEqual({ healthy: 4, failing: 20 });
  });

  it('is not slowed down when the other one was at its limit for less than a pause', async () => {
    const { tried, time, fail, occupy, serve } = lanes(4);
    serve();
    await turn();
    occupy(4);
    await turn();
    time.pass(pauseMs);
    await turn();
    fail(20);
    await turn();
    expect(tried).toEqual({ healthy: 5, failing: 20 });
  });
});
