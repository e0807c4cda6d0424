/** The queues of deliveries that wait for a slot at a webhook. */
import { expect, it } from 'vitest';
import { createBacklogQueue } from '#main/deliveries/dispatch/backlog-queue.ts';

const [urlA, urlB] = ['http://127.0.0.1:1/', 'http://127.0.0.1:2/'];

it('peeked items keep their position until they are removed', () => {
  const waiting = createBacklogQueue();
  for (const id of [1, 2, 3]) waiting.add(urlA, id);
  waiting.add(urlB, 4);
  expect(waiting.first(urlA, 2)).toEqual([1, 2]);
  expect(waiting.first(urlA, 2)).toEqual([1, 2]);
  waiting.removeFirst(urlA, 2);
  expect(waiting.first(urlA, 2)).toEqual([3]);
  waiting.removeFirst(urlA, 1);
  expect([waiting.isEmpty(urlA), waiting.isEmpty(urlB)]).toEqual([true, false]);
  expect(waiting.urls()).toEqual([urlB]);
});

it('a long queue stays in order while its front is removed and its end grows', () => {
  const waiting = createBacklogQueue();
  const seen: number[] = [];
  for (let id = 0; id < 25_000; id += 1) waiting.add(urlA, id);
  for (let id = 25_000; !waiting.isEmpty(urlA); id += 64) {
    const ids = waiting.first(urlA, 128);
    waiting.removeFirst(urlA, ids.length);
    seen.push(...ids);
    if (id < 30_000) for (let n = 0; n < 64; n += 1) waiting.add(urlA, id + n);
  }
  expect(seen).toEqual(Array.from({ length: seen.length }, (_, id) => id));
  expect(seen.length).toBeGreaterThan(30_000);
});
