import { Card } from '#renderer/ui/card.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import type { Statistics } from '#shared/schemas/statistics.ts';
import { byNeed } from './webhook-order.ts';
import { WebhookRow } from './webhook-row.tsx';

interface WebhooksCardProps {
  readonly statistics: Statistics;
  readonly filter: string;
  readonly className?: string;
}

const head = 'px-2 py-1.5 text-left text-label font-normal whitespace-nowrap text-fg-3';

/** Every webhook, and how it does: those that need an eye come first. */
export function WebhooksCard({ statistics, filter, className }: WebhooksCardProps) {
  const { webhooks, from } = statistics;
  return (
    <Card
      title="Webhooks"
      meta={webhooks.length.toLocaleString('en')}
      padded={false}
      className={className}
    >
      <ScrollRegion label="All webhooks" className="max-h-[420px] overflow-auto">
        <table className="w-full border-collapse text-small tabular-nums">
          <thead className="sticky top-0 z-[1] bg-bg-1">
            <tr className="border-b border-line">
              <th scope="col" className={`${head} pl-3`}>
                State
              </th>
              <th scope="col" className={`${head} w-full`}>
                Webhook
              </th>
              <th scope="col" className={`${head} @max-[760px]:hidden`}>
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
                Last answer
              </th>
            </tr>
          </thead>
          <tbody>
            {byNeed(webhooks).map((webhook) => (
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
