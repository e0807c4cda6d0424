import { Card } from '#renderer/ui/card.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import type { SourceUsage, UsageHour } from '#shared/schemas/source.ts';
import { hourOf, lastDay, usageSentence } from './usage-hours.ts';

const timeOfDay = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

/** How many messages the source has sent: filtered and unrouted ones count, duplicates do not. */
export function UsageCard({ usage }: { usage: SourceUsage | null }) {
  const hourAt = useReadNow((now) => now && hourOf(now));
  const hours = usage === null || hourAt === undefined ? [] : lastDay(usage.hours, hourAt);
  return (
    <Card title="API usage" meta={usage !== null && totalText(usage.total)}>
      <Bars hours={hours} />
      <p className="mt-1.5 min-h-[17px] text-small text-fg-2">
        {usage !== null && usageSentence(hours)}
      </p>
    </Card>
  );
}

function totalText(total: number): string {
  return total === 1 ? '1 message in all' : `${total.toLocaleString('en')} messages in all`;
}

function Bars({ hours }: { hours: readonly UsageHour[] }) {
  const busiest = Math.max(1, ...hours.map(({ accepted }) => accepted));
  return (
    <div
      role="img"
      aria-label="Messages accepted in each of the last 24 hours"
      className="flex h-12 items-end gap-0.5 border-b border-line-2"
    >
      {hours.map(({ hourAt, accepted }) => (
        <span
          key={hourAt}
          data-keep-colour
          title={`${timeOfDay.format(hourAt)}: ${accepted.toLocaleString('en')}`}
          className="flex h-full flex-1 items-end"
        >
          <span
            className="w-full rounded-t-[2px] bg-accent"
            // An hour with any message at all is seen to have had one.
            style={{ height: accepted === 0 ? 0 : `max(2px, ${(accepted / busiest) * 100}%)` }}
          />
        </span>
      ))}
    </div>
  );
}
