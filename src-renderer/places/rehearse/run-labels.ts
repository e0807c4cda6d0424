/** Text and links for runs. */
import type { RouteTo } from '#renderer/kit/routing/route.ts';
import { formatDuration, formatLatency, formatSpan } from '#shared/kit/duration.ts';
import { counted } from '#shared/kit/format.ts';
import { scenarioReport } from '#shared/report/scenario-report.ts';
import type { Check, RunFilm, RunReference } from '#shared/scenarios/schema/report.ts';
import type { RunSummary, StoredRun } from '#shared/scenarios/schema/run.ts';

/** `3 h`, of virtual time. */
export const virtualText = (ms: number): string =>
  ms < 60_000 ? formatDuration(ms) : formatSpan(ms);

/** `3 h in 1.7 s`. */
export const durationText = ({
  virtualMs,
  realMs,
}: Pick<RunSummary, 'virtualMs' | 'realMs'>): string =>
  `${virtualText(virtualMs)} in ${formatLatency(realMs)}`;

/** Empty without events. */
export const shortHash = (historyHash: string): string => historyHash.slice(0, 8);

/** Such as `1 of 12 checks failed`. */
export const verdictText = ({
  verdict,
  passed,
  checks,
}: Pick<StoredRun, 'verdict' | 'passed' | 'checks'>): string =>
  verdict === 'failed' && passed < checks
    ? `${checks - passed} of ${counted(checks, 'check')} failed`
    : verdict;

const referencesOf = ({ reference, nearest }: Check): readonly RunReference[] =>
  [reference, ...nearest.map((miss) => miss.reference)].filter((one) => one !== null);

/** IDs of the messages that a check is about, such as `orders-101`. */
export const messagesOf = (check: Check): readonly string[] => [
  ...new Set(referencesOf(check).map(({ messageId }) => messageId)),
];

/** In Deliveries, over the data of a run. */
export const referenceRoute = (
  runId: string,
  { messageId, destination, webhook, attempt, copiedBy, isReceived }: RunReference,
): RouteTo<'deliveries'> => ({
  page: 'deliveries',
  path: ['runs', runId],
  query: {
    message: messageId,
    ...(destination !== null && { destination }),
    ...(webhook !== null && { webhook }),
    ...(attempt !== null && { attempt }),
    ...(copiedBy !== null && { copiedBy }),
    ...(isReceived && { tab: 'received' as const }),
  },
});

/** Such as `orders-101, attempt 10 at shop`. */
export function referenceText({ messageId, webhook, attempt, copiedBy }: RunReference): string {
  const place = webhook === null ? '' : ` at ${webhook.replace(/^(mock|server):/, '')}`;
  if (copiedBy !== null) return `${messageId}, copy by ${copiedBy}${place}`;
  return attempt === null ? messageId : `${messageId}, attempt ${attempt}${place}`;
}

/** The report of a run, to save. */
export const reportOf = ({ report }: StoredRun) => ({
  name: `${report.scenario.file.replace(/^.*\/|\.ya?ml$/g, '')}-${report.seed}`,
  report: () => scenarioReport([report]),
  json: [report],
});

/** The longest wait of a delivery, or how long it took after the outage until none waited; null if none waited. */
export const longestWaitOf = ({
  longestWaitMs,
  clearedAfterMs,
}: Pick<RunFilm, 'longestWaitMs' | 'clearedAfterMs'>) =>
  longestWaitMs === 0
    ? null
    : clearedAfterMs
      ? { label: 'backlog cleared after the outage in', time: formatSpan(clearedAfterMs) }
      : { label: 'longest wait', time: formatSpan(longestWaitMs) };
