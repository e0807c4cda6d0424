import { cx } from './cx.ts';
import type { LogTimeScale } from './log-time-scale.ts';
import { useReadNow } from './time.tsx';
import { AXIS_COLUMNS, toTrack } from './timeline-lane.tsx';

/** What moves on a timeline; apart from its marks, since it moves up to ten times a second. */
interface TimeAxis {
  startAt: number;
  endAt: number;
  scale: LogTimeScale;
}

/** Nearer than this to "now", a tick's label would touch it. */
const LABEL_PX = 36;
/** Finer steps than this are not seen at any width. */
const STEPS = 2_000;

/** Undefined before the first attempt and after the window: there is no place for it. */
function useNowPlace({ startAt, endAt, scale }: TimeAxis): number | undefined {
  return useReadNow((now) =>
    now === undefined || now < startAt || now > endAt
      ? undefined
      : Math.round(scale.place(now - startAt) * STEPS) / STEPS,
  );
}

/** Through all lanes. */
export function NowLine({ axis }: { axis: TimeAxis }) {
  const place = useNowPlace(axis);
  if (place === undefined) return null;
  return (
    <div
      aria-hidden="true"
      className={cx('pointer-events-none absolute inset-0 grid', AXIS_COLUMNS)}
    >
      <div className="relative col-start-2">
        <span
          data-keep-colour
          className="absolute inset-y-0 w-[1.5px] bg-accent"
          style={{ left: toTrack(place) }}
        />
      </div>
    </div>
  );
}

/** The axis' labels; those that "now" would touch give way to it. */
export function AxisLabels({ axis, width }: { axis: TimeAxis; width: number }) {
  const nowPlace = useNowPlace(axis);
  const { scale } = axis;
  return (
    <>
      {scale.ticks.map((tick) => (
        <AxisLabel
          key={tick.elapsedMs}
          place={scale.place(tick.elapsedMs)}
          hidden={
            nowPlace !== undefined &&
            Math.abs(scale.place(tick.elapsedMs) - nowPlace) * width < LABEL_PX
          }
        >
          {tick.label}
        </AxisLabel>
      ))}
      {nowPlace !== undefined && (
        <AxisLabel place={nowPlace} current>
          now
        </AxisLabel>
      )}
    </>
  );
}

interface AxisLabelProps {
  place: number;
  children: string;
  hidden?: boolean;
  current?: boolean;
}

function AxisLabel({ place, children, hidden, current }: AxisLabelProps) {
  return (
    <span
      className={cx(
        'absolute top-0.5 -translate-x-1/2 whitespace-nowrap',
        hidden && 'invisible',
        current && 'rounded-chip bg-bg-1 px-1 font-semibold text-accent',
      )}
      style={{ left: toTrack(place) }}
    >
      {children}
    </span>
  );
}
