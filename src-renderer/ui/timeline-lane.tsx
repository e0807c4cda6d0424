import type { CSSProperties } from 'react';
import { cx } from './cx.ts';
import type { LogTimeScale } from './log-time-scale.ts';
import type { TimelineLane, TimelineMark } from './timeline.tsx';
import { TimelineMarkShape } from './timeline-mark.tsx';
import { toneText } from './tone.ts';

export const AXIS_COLUMNS = 'grid-cols-[minmax(120px,176px)_minmax(0,1fr)]';

/** Room at both ends of the track, so that the outermost marks and labels are whole. */
const MARGIN_PERCENT = 4;

export function toTrack(place: number): string {
  return `${MARGIN_PERCENT + place * (100 - 2 * MARGIN_PERCENT)}%`;
}

interface WindowEndProps {
  className?: string;
  style?: CSSProperties;
}

/** Where the window ends: no attempt starts to the right of it. */
export function WindowEnd({ className, style }: WindowEndProps) {
  return (
    <span
      aria-hidden="true"
      data-keep-colour
      className={cx('block w-[2px] bg-fg-3', className)}
      style={style}
    />
  );
}

/** To the right of a mark that comes later there is no room for words. */
const LATEST_NOTE = 0.7;

interface TimelineLaneRowProps {
  lane: TimelineLane;
  startAt: number;
  scale: LogTimeScale;
  tabStop: string | undefined;
  selectedMarkId: string | undefined;
  onFocus: (markId: string) => void;
  onSelect: (mark: TimelineMark) => void;
}

export function TimelineLaneRow(props: TimelineLaneRowProps) {
  const { lane, startAt, scale, tabStop, selectedMarkId, onFocus, onSelect } = props;
  const places = lane.marks.map((mark) => scale.place(mark.at - startAt));
  const lastPlace = Math.max(0, ...places);
  return (
    <div className={cx('grid h-[38px] items-center border-t border-line', AXIS_COLUMNS)}>
      <div className="min-w-0 pr-3">
        <div className="bytes truncate leading-[18px] font-[550]" title={lane.name}>
          {lane.name}
        </div>
        <div className="truncate text-[11.5px] leading-4 text-fg-2">{lane.summary}</div>
      </div>
      <div className="relative h-full">
        {scale.ticks.map((tick) => (
          <span
            key={tick.elapsedMs}
            className="absolute inset-y-0 w-px bg-line/70"
            style={{ left: toTrack(scale.place(tick.elapsedMs)) }}
          />
        ))}
        <span
          className="absolute top-1/2 h-px bg-line-2"
          style={{ left: toTrack(0), right: toTrack(0) }}
        />
        <WindowEnd className="absolute inset-y-0" style={{ left: toTrack(1) }} />
        {lane.note && (
          <span
            className={cx(
              lastPlace > LATEST_NOTE
                ? 'sr-only'
                : 'absolute top-1/2 -translate-y-1/2 truncate bg-bg-1 px-1.5 text-[11.5px]',
              toneText[lane.note.tone],
            )}
            style={{ left: `calc(${toTrack(lastPlace)} + 22px)`, right: 0 }}
          >
            <span className="bg-bg-1">{lane.note.text}</span>
          </span>
        )}
        {lane.marks.map((mark, index) => (
          <button
            key={mark.id}
            type="button"
            data-mark={mark.id}
            tabIndex={mark.id === tabStop ? 0 : -1}
            aria-label={`${lane.name}: ${mark.label}`}
            aria-pressed={mark.id === selectedMarkId}
            title={mark.label}
            onFocus={() => onFocus(mark.id)}
            onClick={() => onSelect(mark)}
            className={cx(
              'absolute top-1/2 -mt-2.5 -ml-2.5 grid size-5 place-items-center rounded-control outline-offset-0 hover:z-10 focus-visible:z-10',
              mark.id === selectedMarkId && 'ring-2 ring-accent ring-inset',
            )}
            style={{ left: toTrack(places[index] ?? 0) }}
          >
            <TimelineMarkShape kind={mark.kind} />
          </button>
        ))}
      </div>
    </div>
  );
}
