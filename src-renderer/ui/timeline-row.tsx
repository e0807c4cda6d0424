import type { CSSProperties } from 'react';
import { cx } from './cx.ts';
import { HostPath } from './inline-text.tsx';
import type { LogTimeScale } from './log-time-scale.ts';
import {
  countedLabels,
  type MarkGroup,
  type TimelineMarkKind,
  type TimelineRow,
} from './timeline-rows.ts';
import { shareIn, type Tick, type TimelineView } from './timeline-view.ts';
import { toneText } from './tone.ts';

export const AXIS_COLUMNS = 'grid-cols-[minmax(120px,176px)_minmax(0,1fr)]';

/** Padding at both ends of the track in pixels, so the outermost marks fit. */
const marginPx = 14;

/** The track of a column of this width. */
export const trackPx = (columnPx: number): number => Math.max(0, columnPx - 2 * marginPx);

/** Converts a share of the view to a position in the column. */
export function toTrack(share: number): string {
  return `calc(${marginPx}px + ${share} * (100% - ${2 * marginPx}px))`;
}

/** The share of the view at a column offset. */
export function shareAtOffset(offsetPx: number, columnPx: number): number {
  return (offsetPx - marginPx) / Math.max(1, trackPx(columnPx));
}

/** The visible part of the time axis. */
export interface TimeAxis {
  startAt: number;
  endAt: number;
  scale: LogTimeScale;
  view: TimelineView;
  ticks: readonly Tick[];
}

interface WindowEndProps {
  className?: string;
  style?: CSSProperties;
}

/** End of the retry window: no attempt starts after it. */
export function WindowEnd({ className, style }: WindowEndProps) {
  return (
    <span
      aria-hidden="true"
      data-keep-color
      className={cx('block w-0.5 bg-fg-3', className)}
      style={style}
    />
  );
}

/** Hatching for attempts that won't happen. */
const missedGround =
  'bg-[repeating-linear-gradient(135deg,var(--warn-bg)_0_5px,transparent_5px_10px)]';
const outageGround =
  'border-r-2 border-bad/70 bg-[repeating-linear-gradient(135deg,var(--bad-bg)_0_3px,transparent_3px_7px)]';

/** After a later mark, the note doesn't fit. */
const LATEST_NOTE = 0.7;
/** Marks further outside the view are not drawn. */
const OUTSIDE = 0.06;

interface TimelineRowViewProps {
  row: TimelineRow;
  groups: readonly MarkGroup[];
  axis: TimeAxis;
  /** The group in the tab order; drawn even if out of view. */
  tabStop: string | undefined;
  selectedMarkId: string | undefined;
  /** IDs of marks that are not new. */
  known: ReadonlySet<string>;
  onFocus: (group: MarkGroup) => void;
  onPress: (group: MarkGroup) => void;
}

export function TimelineRowView(props: TimelineRowViewProps) {
  const { row, groups, axis, tabStop, selectedMarkId, known, onFocus, onPress } = props;
  const { scale, view, startAt } = axis;
  const leftOf = (position: number): string => toTrack(shareIn(view, position));
  const isVisible = ({ position }: MarkGroup): boolean => {
    const share = shareIn(view, position);
    return share >= -OUTSIDE && share <= 1 + OUTSIDE;
  };
  const missedPosition =
    row.missedFrom === undefined ? 1 : scale.positionOf(row.missedFrom - startAt);
  // Browsers limit element widths, which a close view would exceed.
  const bar = (from: number, to: number): CSSProperties => {
    const [start, end] = [from, to].map((position) =>
      Math.min(1 + OUTSIDE, Math.max(-OUTSIDE, shareIn(view, position))),
    ) as [number, number];
    return { left: toTrack(start), width: `calc(${end - start} * (100% - ${2 * marginPx}px))` };
  };
  const { outage } = row;
  const lastShare = Math.max(
    0,
    ...groups.filter(isVisible).map(({ position }) => shareIn(view, position)),
  );
  return (
    <div className={cx('grid h-header items-center border-t border-line', AXIS_COLUMNS)}>
      <div className="min-w-0 pr-3">
        <HostPath className="leading-4.5 font-[550]" title={row.id}>
          {row.name}
        </HostPath>
        <div className="truncate text-label text-fg-2" title={row.summary}>
          {row.summary}
        </div>
      </div>
      <div className="relative h-full overflow-x-clip">
        {axis.ticks.map((tick) => (
          <span
            key={tick.elapsedMs}
            className="absolute inset-y-0 w-px bg-line/70"
            style={{ left: leftOf(scale.positionOf(tick.elapsedMs)) }}
          />
        ))}
        <span className="absolute top-1/2 h-px bg-line-2" style={bar(0, 1)} />
        {missedPosition < 1 && (
          <span
            aria-hidden="true"
            data-keep-color
            className={cx('absolute inset-y-1.5', missedGround)}
            style={bar(missedPosition, 1)}
          />
        )}
        {outage && (
          <span
            role="img"
            aria-label={outage.label}
            title={outage.label}
            data-keep-color
            className={cx('absolute inset-y-0', outageGround)}
            style={bar(
              scale.positionOf(outage.from - startAt),
              scale.positionOf(outage.to - startAt),
            )}
          />
        )}
        {shareIn(view, 1) <= 1 + OUTSIDE && (
          <WindowEnd className="absolute inset-y-0" style={{ left: leftOf(1) }} />
        )}
        {row.note && (
          <span
            className={cx(
              lastShare > LATEST_NOTE
                ? 'sr-only'
                : 'absolute top-1/2 z-[1] -translate-y-1/2 truncate px-1.5 text-label',
              toneText[row.note.tone],
            )}
            style={{ left: `calc(${toTrack(lastShare)} + 22px)`, right: 0 }}
            title={row.note.text}
          >
            <span className="bg-bg-1 px-1">{row.note.text}</span>
          </span>
        )}
        {groups
          .filter((group) => group.id === tabStop || isVisible(group))
          .map((group) => (
            <GroupButton
              key={group.id}
              rowName={row.name}
              group={group}
              left={leftOf(group.position)}
              isTabStop={group.id === tabStop}
              isNew={!known.has(group.id)}
              isChosen={group.marks.some(({ id }) => id === selectedMarkId)}
              onFocus={() => onFocus(group)}
              onPress={() => onPress(group)}
            />
          ))}
      </div>
    </div>
  );
}

interface GroupButtonProps {
  rowName: string;
  group: MarkGroup;
  left: string;
  isTabStop: boolean;
  isNew: boolean;
  isChosen: boolean;
  onFocus: () => void;
  onPress: () => void;
}

function labelOf({ marks }: MarkGroup): string {
  const [first, last] = [marks[0], marks.at(-1)];
  if (first === undefined || last === undefined || marks.length === 1) return first?.label ?? '';
  return `${marks.length} attempts, ${countedLabels(marks)}. First: ${first.label}. Last: ${last.label}. Zoom in.`;
}

/** A mark, or a group of overlapping marks with its count. */
function GroupButton(props: GroupButtonProps) {
  const { rowName, group, left, isTabStop, isNew, isChosen, onFocus, onPress } = props;
  const { marks } = group;
  const kinds = new Set(marks.map(({ kind }) => kind));
  // The last one shows the result.
  const kind = kinds.has('accepted') ? 'accepted' : (marks.at(-1)?.kind ?? 'scheduled');
  const label = labelOf(group);
  const isGroup = marks.length > 1;
  return (
    <button
      type="button"
      data-mark={group.id}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={`${rowName}: ${label}`}
      aria-pressed={isChosen}
      title={label}
      onFocus={onFocus}
      onClick={onPress}
      className={cx(
        'absolute top-1/2 flex h-5 -translate-y-1/2 items-center justify-center rounded-control outline-offset-0 hover:z-10 focus-visible:z-10',
        isGroup
          ? '-translate-x-2.25 gap-0.75 border border-line-2 bg-bg-1 px-0.75 text-micro leading-none font-medium text-fg-2 tabular-nums'
          : 'w-5 -translate-x-1/2',
        isChosen && 'ring-2 ring-accent ring-inset',
        isNew && !isPlanned(kind) && 'motion-safe:animate-appear',
      )}
      // The count is to the right of the mark if there is room.
      style={{ left: isGroup ? `min(${left}, 100% - 24px)` : left }}
    >
      <TimelineMarkShape kind={kind} />
      {isGroup && marks.length}
    </button>
  );
}

const looks: Record<TimelineMarkKind, string> = {
  failed: 'size-2.75 rounded-mark bg-bad',
  silent:
    'size-2.75 rounded-mark bg-[repeating-linear-gradient(135deg,var(--wait)_0_2px,color-mix(in_oklch,var(--wait)_35%,var(--bg-1))_2px_4px)]',
  broken: 'size-2.5 rotate-45 rounded-mark border-2 border-bad bg-bg-1',
  accepted: 'size-2.75 rounded-full bg-ok',
  refused: 'size-2.75 bg-warn [clip-path:polygon(50%_0,100%_100%,0_100%)]',
  blocked: 'size-2.75 rounded-t-mark rounded-b-control bg-ref',
  sending: 'size-2.75 rounded-full border-2 border-info bg-bg-1',
  scheduled: 'size-2.25 rounded-full border-[1.5px] border-fg-3 bg-bg-1',
  expected: 'size-2.75 rounded-full border-[1.5px] border-dashed border-ok bg-ok-bg',
};

const isPlanned = (kind: TimelineMarkKind): boolean => kind === 'scheduled' || kind === 'expected';

/** An attempt's outcome as a shape: solid for past, hollow for scheduled. */
function TimelineMarkShape({ kind }: { kind: TimelineMarkKind }) {
  return (
    <span
      aria-hidden="true"
      data-keep-color
      className={cx(
        'block flex-none',
        looks[kind],
        !isPlanned(kind) && 'shadow-[0_0_0_2px_var(--bg-1)]',
      )}
    />
  );
}
