import { describe, expect, it } from 'vitest';
import { ChangeFeed } from '#renderer/kit/data/change-feed.ts';
import type { ConnectionState } from '#renderer/kit/data/connection.ts';
import type { Change, ChangeBatch, ChangesRequest } from '#shared/changes.ts';
import type { ClockState } from '#shared/clock/clock.ts';
import { deliveryStates } from '#shared/deliveries/delivery.ts';
import type { Ledger } from '#shared/deliveries/ledger.ts';

const noStates = Object.fromEntries(deliveryStates.map((state) => [state, 0])) as Record<
  (typeof deliveryStates)[number],
  number
>;
const clock: ClockState = {
  mode: 'real',
  speed: 1,
  rate: 1,
  now: 0,
  aheadMs: 0,
  nextAttemptAt: null,
};

const ledger: Ledger = {
  accepted: 0,
  duplicates: 0,
  rejected: 0,
  copiesKept: 0,
  rejectedKept: 0,
  routed: 0,
  ...noStates,
  notSentBy: { filtered: 0, excluded: 0, unrouted: 0, payload_required: 0 },
  deleted: 0,
  balanced: true,
};

const source = (id: string, name: string): Change => ({
  kind: 'source',
  source: { id, name, writeKey: 'k', enabled: true, createdAt: 1, updatedAt: 1 },
});

function batch(number: number, changes: readonly Change[] = [], more: Partial<ChangeBatch> = {}) {
  return { epoch: 'a', number, resync: false, changes: [...changes], ledger, clock, ...more };
}

/** A feed whose batches, frames and connection are controlled by the test. */
function startFeed() {
  const asked: ChangesRequest[] = [];
  const applied: (readonly Change[])[] = [];
  const frames: (() => void)[] = [];
  const listeners: ((state: ConnectionState) => void)[] = [];
  let reloads = 0;
  let follows = 0;
  let push: (batch: ChangeBatch) => void = () => undefined;
  let breakLink: () => void = () => undefined;
  const feed = new ChangeFeed({
    connection: {
      subscribe: (listener) => {
        listeners.push(listener);
        return () => undefined;
      },
    },
    follow: async (request) => {
      asked.push(request);
      const stream = new ReadableStream<ChangeBatch>({
        start: (controller) => {
          push = (next) => controller.enqueue(next);
          breakLink = () => controller.error(new Error('The link broke.'));
        },
      });
      return stream.values();
    },
    onFollowing: () => {
      follows += 1;
    },
    apply: (changes) => applied.push(changes),
    reload: () => {
      reloads += 1;
    },
    nextFrame: (run) => frames.push(run),
  });
  feed.start();
  const finished = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
  return {
    asked,
    applied,
    frames,
    reloads: () => reloads,
    follows: () => follows,
    become: async (state: ConnectionState) => {
      if (state === 'lost') breakLink();
      for (const listener of listeners) listener(state);
      await finished();
    },
    push: async (next: ChangeBatch) => {
      push(next);
      await finished();
    },
    drawFrame: () => {
      for (const run of frames.splice(0)) run();
    },
  };
}

describe('the change feed', () => {
  it('starts now, and loads everything once it is connected', async () => {
    const feed = startFeed();
    await feed.become('open');
    expect(feed.asked).toEqual([{}]);
    expect(feed.reloads()).toBe(1);
    expect(feed.follows()).toBe(1);
  });

  it('applies all batches of a frame together, in order', async () => {
    const feed = startFeed();
    await feed.become('open');
    await feed.push(batch(1, [source('s1', 'old'), source('s2', 'other')]));
    await feed.push(batch(2, [source('s1', 'new')]));
    expect(feed.frames).toHaveLength(1);
    feed.drawFrame();
    expect(feed.applied).toEqual([
      [source('s1', 'old'), source('s2', 'other'), source('s1', 'new')],
    ]);
  });

  it('resumes after the last batch on reconnecting, without loading again', async () => {
    const feed = startFeed();
    await feed.become('open');
    await feed.push(batch(7));
    await feed.become('lost');
    await feed.become('open');
    expect(feed.asked[1]).toEqual({ after: { epoch: 'a', number: 7 } });
    expect(feed.reloads()).toBe(1);
    expect(feed.follows()).toBe(2);
  });

  it('loads again if it has no number yet', async () => {
    const feed = startFeed();
    await feed.become('open');
    await feed.become('lost');
    await feed.become('open');
    expect(feed.reloads()).toBe(2);
  });

  it('loads again when changes are missing or the core has restarted', async () => {
    const feed = startFeed();
    await feed.become('open');
    await feed.push(batch(7, [], { resync: true }));
    expect(feed.reloads()).toBe(2);
    await feed.push(batch(1, [], { epoch: 'b' }));
    expect(feed.reloads()).toBe(3);
  });
});
