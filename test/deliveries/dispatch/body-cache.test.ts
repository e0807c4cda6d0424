/** The memory for queued deliveries is limited. */
import { expect, it } from 'vitest';
import { createBodyCache } from '#main/deliveries/dispatch/body-cache.ts';
import type { DeliveryWithBody } from '#main/store/deliveries.ts';

const megabyte = 1_048_576;

const delivery = (id: number, bytes: number): DeliveryWithBody => ({
  delivery: {
    id,
    destinationId: 'd',
    state: 'waiting',
    sending: false,
    reason: null,
    bodyId: id,
    webhooks: [],
    round: 0,
    windowRounds: 0,
    attempts: 0,
    lastStatus: null,
    lastCode: null,
    numberPrecision: false,
    firstAttemptAt: null,
    nextAttemptAt: 0,
  },
  body: new Uint8Array(bytes),
});

it('stores at most 8 MB per destination, and accepts more when some is released', () => {
  const deliveries = createBodyCache({ bytes: 0 });
  for (let id = 1; id <= 10; id += 1) deliveries.add(delivery(id, megabyte));
  const cachedIds = () =>
    Array.from({ length: 10 }, (_, n) => n + 1).filter((id) => deliveries.get(id));
  expect(cachedIds()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  deliveries.drop(3);
  deliveries.add(delivery(9, megabyte));
  expect(cachedIds()).toEqual([1, 2, 4, 5, 6, 7, 9]);
  deliveries.clear();
  expect(cachedIds()).toEqual([]);
  for (let id = 1; id <= 7; id += 1) deliveries.add(delivery(id, megabyte));
  expect(cachedIds()).toHaveLength(7);
});

it('stores at most 32 MB for all destinations', () => {
  const total = { bytes: 0 };
  const several = Array.from({ length: 6 }, () => createBodyCache(total));
  for (const one of several) for (let id = 1; id <= 7; id += 1) one.add(delivery(id, megabyte));
  const count = () =>
    several.map((one) => [1, 2, 3, 4, 5, 6, 7].filter((id) => one.get(id)).length);
  expect(count()).toEqual([7, 7, 7, 7, 3, 0]);
  several[0]?.clear();
  several[5]?.add(delivery(1, megabyte));
  expect(count()).toEqual([0, 7, 7, 7, 3, 1]);
});
