import { cx } from './cx.ts';
import { MISSED_GROUND, WindowEnd } from './timeline-lane.tsx';
import type { TimelineLane } from './timeline-lanes.ts';
import { markLabels, type TimelineMarkKind, TimelineMarkShape } from './timeline-mark.tsx';

/** What the shapes mean, as far as there are such. */
export function TimelineLegend({ lanes }: { lanes: readonly TimelineLane[] }) {
  const present = new Set(lanes.flatMap((lane) => lane.marks.map((mark) => mark.kind)));
  const kinds = (Object.keys(markLabels) as TimelineMarkKind[]).filter((kind) => present.has(kind));
  return (
    <span className="ml-auto flex flex-wrap gap-x-3.5">
      {kinds.map((kind) => (
        <span key={kind} className="flex items-center gap-1.5">
          <TimelineMarkShape kind={kind} />
          {markLabels[kind]}
        </span>
      ))}
      {lanes.some(({ missedFrom }) => missedFrom !== undefined) && (
        <span className="flex items-center gap-1.5">
          <span
            aria-hidden="true"
            data-keep-colour
            className={cx('h-[11px] w-4 rounded-[2px] border border-line-2', MISSED_GROUND)}
          />
          missed
        </span>
      )}
      <span className="flex items-center gap-1.5">
        <WindowEnd className="h-[11px]" />
        end of window
      </span>
    </span>
  );
}
