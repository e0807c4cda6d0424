/** What was just accepted is kept at hand, within bounds. */
import { expect, it } from 'vitest';
import { createFresh } from '#core/dispatch/fresh.ts';
import type { FreshDelivery } from '#core/store/deliveries.ts';

const megabyte = 1_048_576;

const accepted = (id: number, bytes: number): FreshDelivery => ({
  delivery: {
    id,
    destinationId: 'd',
    state: 'pending',
    bodyId: id,
    webhooks: [],
    round: 0,
    windowRounds: 0,
    attempts: 0,
    lastStatus: null,
    lastFailure: null,
    warning: false,
    firstAttemptAt: null,
    nextAttemptAt: 0,
  },
  body: new Uint8Array(bytes),
});

it('holds at most 8 MB, and takes more when some is gone', () => {
  const fresh = createFresh();
  for (let id = 1; id <= 10; id += 1) fresh.add(accepted(id, megabyte));
  const held = () => Array.from({ length: 10 }, (_, n) => n + 1).filter((id) => fresh.get(id));
  expect(held()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  fresh.drop(3);
  fresh.add(accepted(9, megabyte));
  expect(held()).toEqual([1, 2, 4, 5, 6, 7, 9]);
  fresh.clear();
  expect(held()).toEqual([]);
  for (let id = 1; id <= 7; id += 1) fresh.add(accepted(id, megabyte));
  expect(held()).toHaveLength(7);
});
