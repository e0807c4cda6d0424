/** Determines a mock endpoint's port, its next step, and whether a step forwards. */
import type { MockSettings } from '../schemas/mock.ts';
import type { MockStep, StepForward } from '../schemas/mock-step.ts';
import { seededFraction } from './seeded-fraction.ts';

/** Faults that occur before the URL path is known, so a shared port can't simulate them. */
const faultsBeforePath: ReadonlySet<string> = new Set([
  'refuse_connection',
  'reset_before_request',
]);

/** Whether a mock endpoint needs its own port. Others share one for http and one for https. */
export function needsOwnPort({
  tls,
  tlsFloor,
  steps,
  outage,
}: Pick<MockSettings, 'tls' | 'tlsFloor' | 'steps' | 'outage'>): boolean {
  if (tls !== 'none' && (tls !== 'good' || tlsFloor !== '1.2')) return true;
  const faults = [...steps.map(({ fault }) => fault), outage?.fault ?? 'none'];
  return faults.some((fault) => faultsBeforePath.has(fault));
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

/** Faults that occur before the whole request was read. */
const faultsBeforeForwarding: ReadonlySet<string> = new Set([
  'refuse_connection',
  'reset_before_request',
  'reset_during_request',
]);

/** How a step without settings forwards. */
export const plainForward: StepForward = {
  response: 'target',
  delayMs: 0,
  times: 1,
  corrupt: 'none',
  afterNext: false,
  concurrent: false,
};

export const canForward = ({ fault }: Pick<MockStep, 'fault'>): boolean =>
  !faultsBeforeForwarding.has(fault);

/** How a step of a mock endpoint forwards; null if it doesn't. */
export function forwardOf(
  isForwarding: boolean,
  step: Pick<MockStep, 'fault' | 'forward'>,
): StepForward | null {
  if (!isForwarding || step.forward === null || !canForward(step)) return null;
  return step.forward ?? plainForward;
}
