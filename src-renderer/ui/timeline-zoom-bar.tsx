import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import type { PointerEvent } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { isFullView, type TimelineView } from './timeline-view.ts';

interface TimelineZoomBarProps {
  readonly view: TimelineView;
  /** Positions of all marks on the whole axis. */
  readonly positions: readonly number[];
  readonly onZoom: (factor: number) => void;
  readonly onFit: () => void;
  /** Shows the area around a position of the axis. */
  readonly onCenter: (position: number) => void;
}

export const zoomStep = 2;
export const zoomKeys = { in: '+', out: '-', fit: '0' } as const;

/** More lines are indistinguishable at the map's width. */
const mapLines = 60;

/** Zoom buttons, and a map of the visible part. */
export function TimelineZoomBar({
  view,
  positions,
  onZoom,
  onFit,
  onCenter,
}: TimelineZoomBarProps) {
  const isFull = isFullView(view);
  const disabledReason = isFull ? 'Already fits' : undefined;
  // The timeline's keys do the same, so the bar adds no tab stops.
  const button = { size: 'small', tabIndex: -1 } as const;
  return (
    <div className="flex min-w-0 items-center gap-1 pr-3">
      <IconButton
        {...button}
        icon={ZoomOut}
        label="Zoom out"
        shortcut={zoomKeys.out}
        disabledReason={disabledReason}
        onClick={() => onZoom(1 / zoomStep)}
      />
      <AxisMap view={view} positions={positions} onCenter={onCenter} />
      <IconButton
        {...button}
        icon={ZoomIn}
        label="Zoom in"
        shortcut={zoomKeys.in}
        onClick={() => onZoom(zoomStep)}
      />
      <IconButton
        {...button}
        icon={Maximize2}
        label="Fit timeline"
        shortcut={zoomKeys.fit}
        disabledReason={disabledReason}
        onClick={onFit}
      />
    </div>
  );
}

function AxisMap({
  view,
  positions,
  onCenter,
}: Pick<TimelineZoomBarProps, 'view' | 'positions' | 'onCenter'>) {
  const lines = [
    ...new Set(positions.map((position) => Math.round(position * mapLines) / mapLines)),
  ];
  const move = (event: PointerEvent<HTMLElement>): void => {
    if (event.buttons !== 1) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onCenter((event.clientX - left) / width);
  };
  return (
    <div
      aria-hidden="true"
      data-keep-color
      onPointerDown={move}
      onPointerMove={move}
      className={cx(
        'relative h-3 min-w-0 flex-1 touch-none overflow-hidden rounded-mark border border-line bg-bg-2',
        isFullView(view) && 'invisible',
      )}
    >
      {lines.map((line) => (
        <span
          key={line}
          className="absolute inset-y-0.75 w-px bg-fg-3"
          style={{ left: `${line * 100}%` }}
        />
      ))}
      <span
        className="absolute inset-y-0 min-w-0.75 rounded-mark border border-accent bg-accent/25"
        style={{ left: `${view.from * 100}%`, width: `${view.span * 100}%` }}
      />
    </div>
  );
}
