/** The queues of deliveries that wait for a slot at a webhook. */
import { expect, it } from 'vitest';
import { createBacklogQueue } from '#core/dispatch/backlog-queue.ts';

const [one, other] = ['http://127.0.0.1:1/', 'http://127.0.0.1:2/'];

it('peeked items keep their position until they are removed', () => {
  const waiting = createBacklogQueue();
  for (const id of [1, 2, 3]) waiting.add(one, id);
  waiting.add(other, 4);
  expect(waiting.first(one, 2)).toEqual([1, 2]);
  expect(waiting.first(one, 2)).toEqual([1, 2]);
  waiting.removeFirst(one, 2);
  expect(waiting.first(one, 2)).toEqual([3]);
  waiting.removeFirst(one, 1);
  expect([waiting.isEmpty(one), waiting.isEmpty(other)]).toEqual([true, false]);
  expect(waiting.urls()).toEqual([other]);
});

it('a long queue stays in order while its front is removed and its end grows', () => {
  const waiting = createBacklogQueue();
  const seen: number[] = [];
  for (let id = 0; id < 25_000; id += 1) waiting.add(one, id);
  for (let id = 25_000; !waiting.isEmpty(one); id += 64) {
    const ids = waiting.first(one, 128);
    waiting.removeFirst(one, ids.length);
    seen.push(...ids);
    if (id < 30_000) for (let n = 0; n < 64; n += 1) waiting.add(one, id + n);
  }
  expect(seen).toEqual(Array.from({ length: seen.length }, (_, id) => id));
  expect(seen.length).toBeGreaterThan(30_000);
});
