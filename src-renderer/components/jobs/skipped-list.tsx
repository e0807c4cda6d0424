import { skipReasonLabels } from '#shared/labels/jobs.ts';
import { formatCount } from '#shared/lib/format.ts';
import type { SkippedGroup } from '#shared/schemas/job.ts';

/** Skipped deliveries by reason. */
export function SkippedList({ label, groups }: { label: string; groups: readonly SkippedGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <div className="text-small">
      <p className="text-fg-2">{label}</p>
      <ul aria-label={label}>
        {groups.map(({ reason, count }) => (
          <li key={reason} className="flex gap-2">
            <span className="min-w-[5ch] flex-none text-right font-medium tabular-nums">
              {formatCount(count)}
            </span>
            <span className="min-w-0 text-fg-2">{skipReasonLabels[reason]}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
