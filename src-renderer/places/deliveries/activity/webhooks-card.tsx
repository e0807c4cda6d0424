import { HealthMark } from '#renderer/connections/health-mark.tsx';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { shownStatus } from '#renderer/requests/no-status.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { HostPath } from '#renderer/ui/inline-text.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { SparkBars } from '#renderer/ui/sparkline.tsx';
import { Time, useReadNow } from '#renderer/ui/time.tsx';
import { webhookName } from '#shared/deliveries/text.ts';
import { formatCoarse, formatLatency } from '#shared/kit/duration.ts';
import { formatCount, formatDateTime, formatPercent, formatRate } from '#shared/kit/format.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import {
  type Statistics,
  type WebhookStatistics,
  webhookHealths,
} from '#shared/statistics/statistics.ts';
import { deliveriesOf, unhealthyDeliveries } from './deliveries-links.ts';

/** Sorts by severity, then by name, so rows rarely move. */
export function bySeverity(webhooks: readonly WebhookStatistics[]): readonly WebhookStatistics[] {
  return [...webhooks].sort(
    (a, b) =>
      webhookHealths.indexOf(a.health) - webhookHealths.indexOf(b.health) ||
      a.destinationName.localeCompare(b.destinationName) ||
      a.url.localeCompare(b.url),
  );
}

interface WebhooksCardProps {
  readonly statistics: Statistics;
  readonly filter: string;
  readonly className?: string;
}

const head = 'px-2 py-1.5 text-left text-label font-normal whitespace-nowrap text-fg-3';

/** All webhooks with their health, most severe first. */
export function WebhooksCard({ statistics, filter, className }: WebhooksCardProps) {
  const { webhooks, from } = statistics;
  return (
    <Card title="URLs" meta={formatCount(webhooks.length)} padded={false} className={className}>
      <ScrollRegion label="All URLs" className="max-h-[420px] overflow-auto">
        <table className="w-full border-collapse text-small tabular-nums">
          <thead className="sticky top-0 z-[1] bg-bg-1">
            <tr className="border-b border-line">
              <th scope="col" className={`${head} pl-3`}>
                State
              </th>
              <th scope="col" className={`${head} w-full`}>
                URL
              </th>
              <th scope="col" className={`${head} @max-2xl:hidden`}>
                Attempts
              </th>
              <th scope="col" className={`${head} text-right`}>
                Per minute
              </th>
              <th scope="col" className={`${head} text-right`}>
                Success
              </th>
              <th scope="col" className={`${head} text-right`}>
                p50
              </th>
              <th scope="col" className={`${head} text-right`}>
                p99
              </th>
              <th scope="col" className={`${head} pr-3`}>
                Latest response
              </th>
            </tr>
          </thead>
          <tbody>
            {bySeverity(webhooks).map((webhook) => (
              <WebhookRow
                key={`${webhook.destinationId} ${webhook.url}`}
                webhook={webhook}
                filter={filter}
                from={from}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

interface WebhookRowProps {
  readonly webhook: WebhookStatistics;
  readonly filter: string;
  /** Start of the range. */
  readonly from: number;
}

const cell = 'px-2 py-1.5 whitespace-nowrap align-middle';

function WebhookRow({ webhook, filter, from }: WebhookRowProps) {
  const { url, destinationName, active, attempts, latency, success, perMinute } = webhook;
  const failed = attempts.refused + attempts.failed + attempts.blocked;
  const { accepted } = attempts;
  const inNeed = unhealthyDeliveries(filter, webhook, { from });
  return (
    <tr className="border-b border-line/55 last:border-b-0 hover:bg-bg-2">
      <td className={`${cell} pl-3`}>
        {inNeed === null ? (
          <HealthMark webhook={webhook} />
        ) : (
          <RouteLink plain to={inNeed} className="hover:underline">
            <HealthMark webhook={webhook} />
          </RouteLink>
        )}
      </td>
      <th scope="row" className={`${cell} max-w-0 text-left font-normal`}>
        <RouteLink
          plain
          to={deliveriesOf(filter, webhook, { from })}
          className="block hover:underline"
        >
          <HostPath className="font-medium text-fg" title={url}>
            {webhookName(url)}
          </HostPath>
        </RouteLink>
        <span className="block truncate text-fg-2">
          {visibleLine(destinationName)}
          {!active && ' · not in use'}
        </span>
      </th>
      <td
        className={`${cell} @max-2xl:hidden`}
        title={`${formatCount(accepted)} accepted, ${formatCount(failed)} not accepted`}
      >
        <SparkBars
          values={webhook.buckets.map((bucket) => ({
            good: bucket.accepted,
            bad: bucket.refused + bucket.failed + bucket.blocked,
          }))}
        />
        <span className="sr-only">
          {formatCount(accepted)} accepted, {formatCount(failed)} not accepted
        </span>
      </td>
      <td className={`${cell} text-right`}>{formatRate(perMinute)}</td>
      <td className={`${cell} text-right`}>{success === null ? '–' : formatPercent(success)}</td>
      <td className={`${cell} text-right`}>
        {latency === null ? '–' : formatLatency(latency.p50)}
      </td>
      <td className={`${cell} text-right`}>
        {latency === null ? '–' : formatLatency(latency.p99)}
      </td>
      <td className={`${cell} pr-3`}>
        <span className="flex items-center gap-1.5">
          <StatusCode code={shownStatus(webhook)} />
          <Since webhook={webhook} />
        </span>
      </td>
    </tr>
  );
}

/** How long it has been failing, or its last attempt. */
function Since({ webhook: { failingSince, lastAttemptAt } }: { webhook: WebhookStatistics }) {
  if (failingSince !== null) return <FailingFor since={failingSince} />;
  if (lastAttemptAt === null) return <span className="text-fg-3">never</span>;
  return <Time at={lastAttemptAt} className="text-fg-2 tabular-nums" />;
}

function FailingFor({ since }: { since: number }) {
  const length = useReadNow((now) => (now === undefined ? '' : formatCoarse(now - since)));
  return (
    <span className="text-bad" title={`since ${formatDateTime(since)}`}>
      failing for {length}
    </span>
  );
}
