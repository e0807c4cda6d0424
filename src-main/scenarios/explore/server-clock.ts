/** Whether a server rejected requests because their signed timestamps are in the future of its clock, which doesn't move. */
import { formatDuration } from '#shared/kit/duration.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { RunReport } from '#shared/scenarios/schema/report.ts';
import type { HistoryIndex } from '../history/history-index.ts';
import type { Reason } from './reasons.ts';
import { type ExploreTarget, proxyOf } from './variant.ts';

const isRejection = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500;

const noTolerance = { futureMs: null, pastMs: null };

/** Null if no rejection has this reason. The receivers of the destination's profile accept so much and no more. */
export function aheadOfServer(
  scenario: Scenario,
  destination: Scenario['given']['destinations'][number] | undefined,
  { server }: ExploreTarget,
  run: {
    readonly history: HistoryIndex;
    readonly report: Pick<RunReport, 'real'>;
    readonly startsAt: number;
  },
): Reason | null {
  const { header, notifyUrl } = scenario.clock;
  // Many receivers allow the same in both directions, even if the provider names one for the past only.
  const { futureMs, pastMs } = destination ? profileOf(destination).tolerance : noTolerance;
  const allowedMs = futureMs ?? pastMs;
  if (allowedMs === null || header !== null || notifyUrl !== null) return null;
  // The start of the run: its requests came at most so much later.
  const serverNow = Date.parse(run.report.real.startedAt);
  const aheadMs = run.history.requests
    .filter(({ event }) => event.mock === proxyOf(server) && isRejection(event.status))
    .map(({ event }) => run.startsAt + event.at - serverNow)
    .find((ms) => ms > allowedMs);
  if (aheadMs === undefined) return null;
  return {
    code: 'server_clock',
    message: `"${server}" rejected a request that was signed ${formatDuration(aheadMs)} ahead of its clock, which did not move. Set clock.header and let the server take the time from it.`,
  };
}
