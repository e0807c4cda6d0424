import { cx } from './cx.ts';
import { useReadNow } from './time.tsx';
import { AXIS_COLUMNS, type TimeAxis, toTrack, trackPx } from './timeline-row.tsx';
import { shareIn } from './timeline-view.ts';

/** Closer to "now", a tick label would overlap it. */
const NOW_PX = 22;
const FIGURE_PX = 3.2;
/** Finer steps are invisible at any width. */
const STEPS = 2_000;

/** Smooth between two ticks of a fast clock. */
const glides = 'transition-[left] duration-100 ease-linear motion-reduce:transition-none';

/** Undefined before the first attempt, after the window, and out of view. */
function useNowShare({ startAt, endAt, scale, view }: TimeAxis): number | undefined {
  return useReadNow((now) => {
    if (now === undefined || now < startAt || now > endAt) return undefined;
    const share = Math.round(shareIn(view, scale.positionOf(now - startAt)) * STEPS) / STEPS;
    return share < 0 || share > 1 ? undefined : share;
  });
}

/** Spans all rows. */
export function NowLine({ axis }: { axis: TimeAxis }) {
  const share = useNowShare(axis);
  if (share === undefined) return null;
  return (
    <div
      aria-hidden="true"
      className={cx('pointer-events-none absolute inset-0 grid', AXIS_COLUMNS)}
    >
      <div className="relative col-start-2">
        <span
          data-keep-color
          className={`absolute inset-y-0 w-[1.5px] bg-accent ${glides}`}
          style={{ left: toTrack(share) }}
        />
      </div>
    </div>
  );
}

/** Axis labels; those that would overlap "now" are hidden. */
export function AxisLabels({ axis, width }: { axis: TimeAxis; width: number }) {
  const nowShare = useNowShare(axis);
  const { scale, view, ticks } = axis;
  const touchesNow = (share: number, label: string): boolean =>
    nowShare !== undefined &&
    Math.abs(share - nowShare) * trackPx(width) < NOW_PX + label.length * FIGURE_PX;
  return (
    <>
      {ticks.map(({ elapsedMs, label }) => {
        const share = shareIn(view, scale.positionOf(elapsedMs));
        return (
          <AxisLabel key={elapsedMs} share={share} hidden={touchesNow(share, label)}>
            {label}
          </AxisLabel>
        );
      })}
      {nowShare !== undefined && (
        <AxisLabel share={nowShare} current>
          now
        </AxisLabel>
      )}
    </>
  );
}

interface AxisLabelProps {
  share: number;
  children: string;
  hidden?: boolean;
  current?: boolean;
}

function AxisLabel({ share, children, hidden, current }: AxisLabelProps) {
  return (
    <span
      className={cx(
        'absolute top-1 -translate-x-1/2 whitespace-nowrap',
        hidden && 'invisible',
        current && `rounded-chip bg-bg-1 px-1 font-semibold text-accent ${glides}`,
      )}
      style={{ left: toTrack(share) }}
    >
      {children}
    </span>
  );
}
