/** Determines a mock endpoint's port, its next step, and whether a step forwards. */

import { seededFraction } from '#shared/kit/seeded-fraction.ts';
import { mockFaults } from './faults.ts';
import type { Mock, MockSettings } from './mock.ts';
import type { MockStep, StepForward } from './step.ts';

/** Whether a mock endpoint needs its own port. Others share one for http and one for https. */
export function needsOwnPort({
  tls,
  tlsFloor,
  steps,
  outage,
}: Pick<MockSettings, 'tls' | 'tlsFloor' | 'steps' | 'outage'>): boolean {
  if (tls !== 'none' && (tls !== 'good' || tlsFloor !== '1.2')) return true;
  const faults = [...steps.map(({ fault }) => fault), outage?.fault ?? 'none'];
  return faults.some((fault) => mockFaults[fault].occurs === 'before_path');
}

/** Index of the step for the next request after `responded` requests. */
export function stepAt(
  { steps, then, seed }: Pick<MockSettings, 'steps' | 'then' | 'seed'>,
  responded: number,
): number {
  const total = steps.reduce((sum, { times }) => sum + times, 0);
  const position =
    then === 'random'
      ? Math.floor(seededFraction(seed, responded) * total)
      : then === 'repeat'
        ? responded % total
        : responded;
  let end = 0;
  const index = steps.findIndex(({ times }) => {
    end += times;
    return position < end;
  });
  return index === -1 ? steps.length - 1 : index;
}

/** Whether the next request, without an outage, gets a 2xx. Unknown, so false, if a rule or a server decides. */
export function acceptsNext({
  steps,
  nextStep,
  rules,
  forward,
}: Pick<Mock, 'steps' | 'nextStep' | 'rules' | 'forward'>): boolean {
  const step = steps[nextStep];
  return (
    forward === null &&
    rules.length === 0 &&
    step !== undefined &&
    step.fault === 'none' &&
    Math.floor(step.status / 100) === 2
  );
}

/** How a step without settings forwards. */
export const plainForward: StepForward = {
  response: 'server',
  delayMs: 0,
  times: 1,
  corrupt: 'none',
  afterNext: false,
  concurrent: false,
};

export const canForward = ({ fault }: Pick<MockStep, 'fault'>): boolean =>
  mockFaults[fault].occurs === 'in_response';

/** How a step of a mock endpoint forwards; null if it doesn't. */
export function forwardOf(
  isForwarding: boolean,
  step: Pick<MockStep, 'fault' | 'forward'>,
): StepForward | null {
  if (!isForwarding || step.forward === null || !canForward(step)) return null;
  return step.forward ?? plainForward;
}
