/** Which webhooks let others go first. */
import { expect, it } from 'vitest';
import { type Contender, createFairnessPolicy } from '#core/dispatch/fairness-policy.ts';

const contender = (failsAtOnce: boolean, isAtItsLimit: boolean): Contender => ({
  failsAtOnce: () => failsAtOnce,
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

it('one that fails at once does while a healthy one is at its limit', () => {
  expect(among(contender(false, true))(contender(true, true))).toBe(true);
});

it('it does not when no healthy one is at its limit', () => {
  expect(among(contender(false, false))(contender(true, true))).toBe(false);
});

it('it does not beside others that fail at once', () => {
  expect(among(contender(true, true))(contender(true, true))).toBe(false);
});

it('a healthy one does not, whatever the others do', () => {
  expect(among(contender(false, true), contender(true, true))(contender(false, true))).toBe(false);
});
