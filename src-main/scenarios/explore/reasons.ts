/** Why an exploration or a run of it is inconclusive. */
import { formatDuration } from '#shared/kit/duration.ts';
import { formatCount } from '#shared/kit/format.ts';
import {
  disturbanceText,
  incompleteText,
  noDisturbancesText,
  sideEffectsText,
  untriedIn,
} from '#shared/scenarios/exploration-text.ts';
import type { ExplorationReport } from '#shared/scenarios/schema/exploration.ts';
import type { Check, InconclusiveReason } from '#shared/scenarios/schema/report.ts';
import { maxSchedules } from './exhaustive.ts';
import type { Schedule } from './schedules.ts';
import type { ExploreTarget } from './variant.ts';

export type Reason = NonNullable<ExplorationReport['reason']>;

export const interruptedReason: Reason = {
  code: 'interrupted',
  message: 'The exploration was interrupted.',
};

export const tooManySchedules: Reason = {
  code: 'too_many_schedules',
  message: `There are more than ${formatCount(maxSchedules)} schedules. Use fewer messages, a smaller number for --exhaustive, or --disturb.`,
};

export const reasonOf = (
  { code, message }: InconclusiveReason,
  { server }: ExploreTarget,
): Reason => ({
  code,
  message:
    code === 'stall' || code === 'time_limit'
      ? `${server} did not finish. Respond to each request within 5 s. ${message}`
      : message,
});

/** The mock endpoint did not recognize a message. */
export const notDisturbed: Reason = {
  code: 'not_disturbed',
  message:
    'A message was not disturbed, since what distinguishes its body differs in every run. Give each message a value of its own.',
};

/** What differs by itself proves nothing about disturbances. */
export const stateDiffers = (
  { name, found }: Pick<Check, 'name' | 'found'>,
  { server }: ExploreTarget,
): Reason => ({
  code: 'state_differs',
  message: `${name}: the state differs between two runs without disturbances (${found ?? 'no value'}). Leave out what is new in each run, such as times and generated IDs, or choose a field. If ${server} processes messages after responding, set processesWithin to that time.`,
});

/** A hang that proves nothing (D69). */
export const busyReason = (ownDelayMs: number, { server, timeLimitMs }: ExploreTarget): Reason => ({
  code: 'machine_busy',
  message: `${server} didn't respond within ${formatDuration(timeLimitMs)}, but this machine was busy: Hookwright was ${formatDuration(Math.round(ownDelayMs))} late. Explore again with less load.`,
});

/** Since a finding, it has hung whatever it is sent. */
export const stuckReason = ({ server }: ExploreTarget): Reason => ({
  code: 'server_not_reachable',
  message: `${server} no longer responds, even without disturbances, so the finding was not shortened. Restart it.`,
});

/** Disturbances of a longer schedule are not named. */
const maxNamed = 3;

/** The server failed, and now it can't even be reset. */
export const stoppedReason = (
  { code, message }: Reason,
  schedule: Schedule,
  { server }: ExploreTarget,
): Reason => {
  const named = schedule.slice(0, maxNamed).map(disturbanceText);
  const more = schedule.length - named.length;
  const rest = more > 0 ? [`${formatCount(more)} more.`] : [];
  return {
    code,
    message: `${server} stopped in a run with these disturbances: ${[...named, ...rest].join(' ')} ${message}`,
  };
};

/** What a search without a finding says (D71). */
export function conclusionOf(
  {
    coverage,
    remainingMs,
    undecided,
  }: Pick<ExplorationReport, 'coverage' | 'remainingMs'> & { readonly undecided: Reason | null },
  {
    allowIncomplete,
    responsesOnly,
  }: { readonly allowIncomplete: boolean; readonly responsesOnly: boolean },
  isLookedUp: boolean,
): Pick<ExplorationReport, 'verdict' | 'isComplete'> & { readonly reason?: Reason } {
  const isComplete = untriedIn(coverage) === 0;
  const inconclusive = (reason: Reason) =>
    ({ verdict: 'inconclusive', isComplete, reason }) as const;
  if (coverage.kinds.every(({ possible }) => possible === 0))
    return inconclusive({ code: 'no_disturbances', message: noDisturbancesText(coverage) });
  if (coverage.runs > 0 && coverage.inconclusive === coverage.runs && undecided !== null)
    return inconclusive(undecided);
  if (!isComplete && !allowIncomplete)
    return inconclusive(
      undecided ?? { code: 'incomplete', message: incompleteText({ coverage, remainingMs }) },
    );
  if (!isLookedUp && !responsesOnly)
    return inconclusive({ code: 'side_effects', message: sideEffectsText });
  return { verdict: 'passed', isComplete };
}

export const nothingToDisturb = ({ server }: ExploreTarget, equal: number) =>
  equal > 0
    ? {
        code: 'equal_messages',
        message: `The messages to ${server} can't be distinguished by their bodies. Give each a value of its own, such as its ID with payloadShape: full.`,
      }
    : {
        code: 'no_messages',
        message: `No message was delivered to ${server}. Check the source and its destination.`,
      };
