import { durationText, webhookName } from '#renderer/components/delivery-labels.ts';
import { lastCode } from '#renderer/components/no-status.ts';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { HostPath } from '#renderer/ui/host-path.tsx';
import { exactTime, shortSpan } from '#renderer/ui/relative-time.ts';
import { SparkBars } from '#renderer/ui/spark-bars.tsx';
import { StatusCode } from '#renderer/ui/status-code.tsx';
import { Time, useReadNow } from '#renderer/ui/time.tsx';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { WebhookStatistics } from '#shared/schemas/statistics.ts';
import { HealthMark } from './health-mark.tsx';
import { deliveriesInNeed, deliveriesOf } from './inspector-links.ts';
import { countText, rateText, shareText } from './numbers.ts';

interface WebhookRowProps {
  readonly webhook: WebhookStatistics;
  readonly filter: string;
  /** Beginning of the span that its numbers are of. */
  readonly from: number;
}

const cell = 'px-2 py-1.5 whitespace-nowrap align-middle';

export function WebhookRow({ webhook, filter, from }: WebhookRowProps) {
  const { health, url, destinationName, active, attempts, latency, success, perMinute } = webhook;
  const failed = attempts.failed + attempts.refused;
  const good = attempts.delivered + attempts.warned;
  const inNeed = deliveriesInNeed(filter, webhook, { from });
  return (
    <tr className="border-b border-line/55 last:border-b-0 hover:bg-bg-2">
      <td className={`${cell} pl-3`}>
        {inNeed === null ? (
          <HealthMark health={health} />
        ) : (
          <RouteLink plain to={inNeed} className="hover:underline">
            <HealthMark health={health} />
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
          {!active && ' · not sent to now'}
        </span>
      </th>
      <td
        className={`${cell} @max-[760px]:hidden`}
        title={`${countText(good)} delivered, ${countText(failed)} not`}
      >
        <SparkBars
          values={webhook.buckets.map((bucket) => ({
            good: bucket.delivered,
            bad: bucket.failed,
          }))}
        />
        <span className="sr-only">
          {countText(good)} delivered, {countText(failed)} not
        </span>
      </td>
      <td className={`${cell} text-right`}>{rateText(perMinute)}</td>
      <td className={`${cell} text-right`}>{success === null ? '–' : shareText(success)}</td>
      <td className={`${cell} text-right`}>{latency === null ? '–' : durationText(latency.p50)}</td>
      <td className={`${cell} text-right`}>{latency === null ? '–' : durationText(latency.p99)}</td>
      <td className={`${cell} pr-3`}>
        <span className="flex items-center gap-1.5">
          <StatusCode code={lastCode(webhook)} />
          <Since webhook={webhook} />
        </span>
      </td>
    </tr>
  );
}

/** Since when it fails; or when it was last tried. */
function Since({ webhook: { failingSince, lastAttemptAt } }: { webhook: WebhookStatistics }) {
  if (failingSince !== null) return <FailingFor since={failingSince} />;
  if (lastAttemptAt === null) return <span className="text-fg-3">never</span>;
  return <Time at={lastAttemptAt} className="text-fg-2 tabular-nums" />;
}

function FailingFor({ since }: { since: number }) {
  const length = useReadNow((now) => (now === undefined ? '' : shortSpan(now - since)));
  return (
    <span className="text-bad" title={`since ${exactTime(since)}`}>
      failing for {length}
    </span>
  );
}
