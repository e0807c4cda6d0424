import { webhookName } from '#renderer/components/delivery-labels.ts';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { HostPath } from '#renderer/ui/inline-text.tsx';
import { formatCount } from '#shared/lib/format.ts';
import type { BulkAction, BulkPlan } from '#shared/schemas/job.ts';

const labels: Readonly<Record<BulkAction, string>> = {
  retry: 'Requests to',
  copy: 'Requests to',
  cancel: 'No further requests to',
  delete: 'Deliveries to',
};

/** Webhooks of the planned requests; for a cancel, those they won't be sent to. */
export function PlanWebhooks({ plan: { kind, destinations } }: { plan: BulkPlan }) {
  if (destinations.length === 0) return null;
  const label = labels[kind];
  return (
    <div className="text-small">
      <p className="text-fg-2">{label}</p>
      <ul aria-label={label} className="max-h-32 overflow-y-auto">
        {destinations.map(({ destinationId, destinationName, webhookUrls, count }) => (
          <li key={destinationId} className="flex min-w-0 gap-2">
            <span className="min-w-[5ch] flex-none text-right font-medium tabular-nums">
              {formatCount(count)}
            </span>
            <span className="min-w-0">
              <RouteLink to={{ page: 'destinations', path: [destinationId] }}>
                {destinationName}
              </RouteLink>
              {webhookUrls.map((url) => (
                <HostPath key={url} title={url} className="text-fg-2">
                  {webhookName(url)}
                </HostPath>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
