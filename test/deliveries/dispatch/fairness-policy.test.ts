/** Which webhooks yield to others. */
import { expect, it } from 'vitest';
import { type Contender, createFairnessPolicy } from '#main/deliveries/dispatch/fairness-policy.ts';

const contender = (failsAtOnce: boolean, isAtItsLimit: boolean): Contender => ({
  failsFast: () => failsAtOnce,
  isAtItsLimit: () => isAtItsLimit,
});

function among(...others: readonly Contender[]) {
  const fairness = createFairnessPolicy();
  for (const other of others) fairness.join(other);
  return (one: Contender): boolean => {
    fairness.join(one);
    return fairness.shouldYield(one);
  };
}

it('a fast-failing webhook yields while a healthy one is at its limit', () => {
  expect(among(contender(false, true))(contender(true, true))).toBe(true);
});

it('it does not yield when no healthy one is at its limit', () => {
  expect(among(contender(false, false))(contender(true, true))).toBe(false);
});

it('it does not yield to other fast-failing ones', () => {
  expect(among(contender(true, true))(contender(true, true))).toBe(false);
});

it('a healthy webhook never yields', () => {
  expect(among(contender(false, true), contender(true, true))(contender(false, true))).toBe(false);
});
