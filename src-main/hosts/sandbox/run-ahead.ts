/**
 * Whether the product may pass several moments by itself. Each saves a round trip between the
 * processes, which takes most of the time of a long run. It needs mock endpoints that respond at once and leave
 * connections open; otherwise, the run has to look at both sides after every moment.
 */

import type { MockSettings } from '#shared/mocks/mock.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { RunAhead } from './messages.ts';

type Settings = {
  readonly [Name in 'steps' | 'rules' | 'outage' | 'tls' | 'forward']?:
    | MockSettings[Name]
    | undefined;
};

const respondsAtOnce = ({ steps = [], rules = [], outage, tls, forward }: Settings): boolean =>
  (tls === undefined || tls === 'none' || tls === 'good') &&
  forward == null &&
  (outage == null || outage.fault === 'none') &&
  [...steps, ...rules].every(
    ({ fault, delayMs, delayMaxMs }) =>
      fault === 'none' && delayMs === 0 && delayMaxMs === undefined,
  );

export const mayRunAhead = ({ given, when, clock }: Scenario): boolean =>
  clock.notifyUrl === null &&
  given.servers.length === 0 &&
  given.mocks.every(respondsAtOnce) &&
  when.every((step) => {
    if (step.action === 'outage') return step.input.fault === 'none';
    return step.action !== 'mock' || respondsAtOnce(step.input.patch);
  });

/** The next moment not before `time`. */
export const momentFrom = (
  time: number,
  { startsAt, resolutionMs }: Pick<RunAhead, 'startsAt' | 'resolutionMs'>,
): number => startsAt + Math.ceil((time - startsAt) / resolutionMs) * resolutionMs;

/** How far, given the next moments of the steps and the mock endpoints; null: not at all. */
export function runAheadTo(
  nextAt: { readonly steps: number | null; readonly mocks: number | null; readonly end: number },
  now: number,
  options: Pick<RunAhead, 'startsAt' | 'resolutionMs' | 'endsWhenFinished'>,
): RunAhead | null {
  const moment = (time: number | null): number =>
    time === null ? Number.POSITIVE_INFINITY : momentFrom(time, options);
  const [steps, mocks] = [moment(nextAt.steps), moment(nextAt.mocks)];
  // The mock endpoints' own timers must run before the product's.
  const isMoment = steps < mocks && steps <= nextAt.end;
  const until = isMoment ? steps : Math.min(mocks - 1, nextAt.end);
  return until > now ? { ...options, until, isMoment } : null;
}
