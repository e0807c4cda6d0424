/** How many connections a webhook may use beside others. */
import { expect, it } from 'vitest';
import { type Contender, createRightOfWay } from '#core/dispatch/right-of-way.ts';

const contender = (failsAtOnce: boolean, isBusy: boolean): Contender => ({
  failsAtOnce: () => failsAtOnce,
  isBusy: () => isBusy,
});

function among(...others: readonly Contender[]) {
  const rightOfWay = createRightOfWay();
  for (const other of others) rightOfWay.join(other);
  return (one: Contender): number => {
    rightOfWay.join(one);
    return rightOfWay.limit(one, 64);
  };
}

it('one that fails at once has one while a healthy one is busy', () => {
  expect(among(contender(false, true))(contender(true, true))).toBe(1);
});

it('it has all when the healthy ones have nothing under way', () => {
  expect(among(contender(false, false))(contender(true, true))).toBe(64);
});

it('it has all beside others that fail at once', () => {
  expect(among(contender(true, true))(contender(true, true))).toBe(64);
});

it('a healthy one has all, whatever the others do', () => {
  expect(among(contender(false, true), contender(true, true))(contender(false, true))).toBe(64);
});
