import { Funnel } from 'lucide-react';
import { memo } from 'react';
import { navigate } from '#renderer/kit/routing/route-store.ts';
import { cx } from '#renderer/ui/cx.ts';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import type { AttemptOutcome } from '#shared/deliveries/delivery.ts';
import { type BoardLine, type BoardNode, pulsesOf, widthOf } from './board.ts';
import { type BoardLayout, pointAt } from './layout.ts';

const colors: Record<AttemptOutcome, string> = {
  accepted: 'text-ok',
  refused: 'text-warn',
  failed: 'text-bad',
  blocked: 'text-ref',
};

const colorOf = ({ outcome, isOff }: BoardLine): string =>
  outcome === null || isOff ? 'text-line-2' : colors[outcome];

/** Nothing gets through. */
const isDashed = ({ outcome, isOff }: BoardLine): boolean =>
  isOff || outcome === 'failed' || outcome === 'blocked';

interface LinesProps {
  readonly lines: readonly BoardLine[];
  readonly layout: BoardLayout;
  readonly selectedKey: string | null;
  /** Whether dots move along them. */
  readonly isMoving: boolean;
}

/** The lines, for the eye: each node names what it is connected to. */
export const BoardLines = memo(function BoardLines(props: LinesProps) {
  const { lines, layout, selectedKey } = props;
  const { width, height, curves } = layout;
  return (
    <>
      <svg
        width={width}
        height={height}
        className="pointer-events-none absolute top-0 left-0"
        fill="none"
        aria-hidden="true"
      >
        {lines.map((line) => (
          <LinePaths
            key={line.key}
            path={curves.get(line.key)?.path}
            to={line.to}
            color={colorOf(line)}
            width={widthOf(line)}
            dashes={isDashed(line) ? (line.isOff ? '1.5 4' : '5 4') : undefined}
            isStrong={line.outcome === 'failed' && !line.isOff}
            isSelected={line.from === selectedKey || line.to === selectedKey}
          />
        ))}
      </svg>
      {props.isMoving && <Pulses lines={lines} layout={layout} />}
    </>
  );
});

interface LinePathsProps {
  readonly path: string | undefined;
  readonly to: string;
  readonly color: string;
  readonly width: number;
  readonly dashes: string | undefined;
  readonly isStrong: boolean;
  readonly isSelected: boolean;
}

/** Renders again only when the line looks different: a board may have 20,000. */
const LinePaths = memo(function LinePaths(props: LinePathsProps) {
  const { path, to, color, width, dashes, isStrong, isSelected } = props;
  return (
    <g className={color} data-keep-color>
      {isSelected && <path d={path} className="stroke-accent opacity-15" strokeWidth={12} />}
      <path
        d={path}
        stroke="currentColor"
        strokeWidth={width}
        strokeDasharray={dashes}
        className={isStrong ? 'opacity-90' : 'opacity-55'}
      />
      {/* Wide enough for the pointer. */}
      <path
        d={path}
        stroke="transparent"
        strokeWidth={14}
        className="pointer-events-[stroke]"
        data-line-to={to}
      />
    </g>
  );
});

/** At least this long from one end to the other. */
const travelSeconds = 2;

const goldenShare = 0.618;

/** Dots that move along the lines, at a rate that shows how much is sent. */
function Pulses({ lines, layout }: Pick<LinesProps, 'lines' | 'layout'>) {
  const pulses = pulsesOf(lines);
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 motion-reduce:hidden">
      {lines.flatMap((line, position) => {
        const rate = pulses.get(line.key);
        const path = layout.curves.get(line.key)?.path;
        if (rate === undefined || path === undefined) return [];
        const count = Math.ceil(rate * travelSeconds);
        const seconds = count / rate;
        // Lines of the same rate are not in step.
        const delays = Array.from({ length: count }, (_, index) =>
          (-(index + ((position * goldenShare) % 1)) / rate).toFixed(2),
        );
        return delays.map((delay) => (
          <span
            key={`${line.key} ${delay}`}
            data-keep-color
            className={cx('board-pulse', colorOf(line))}
            style={{
              offsetPath: `path("${path}")`,
              animationDuration: `${seconds}s`,
              animationDelay: `${delay}s`,
            }}
          />
        ));
      })}
    </div>
  );
}

interface LabelsProps {
  readonly lines: readonly BoardLine[];
  readonly nodes: ReadonlyMap<string, BoardNode>;
  readonly layout: BoardLayout;
  readonly onSelect: (key: string) => void;
}

/** Why lines fail now, and where an event filter applies. */
export function LineLabels({ lines, nodes, layout, onSelect }: LabelsProps) {
  const filtered = new Map(
    lines.filter(({ hasFilter }) => hasFilter).map((line) => [line.to, line] as const),
  );
  return (
    <>
      {lines.map((line) => {
        const curve = layout.curves.get(line.key);
        if (line.label === null || curve === undefined) return null;
        const { x, y } = pointAt(curve, 0.5);
        const isBlocked = line.outcome === 'blocked';
        return (
          <button
            key={line.key}
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            title={line.label}
            onClick={() => onSelect(line.to)}
            style={{ left: x, top: y }}
            className={cx(
              'absolute flex h-6 max-w-40 -translate-x-1/2 -translate-y-1/2 items-center rounded-full text-small font-semibold tabular-nums',
              isBlocked ? 'bg-bg-0 px-1' : 'bg-bad px-2 text-bg-1',
            )}
          >
            {isBlocked ? (
              <StateMark state="blocked" size={16} decorative />
            ) : (
              <span className="truncate">{line.label}</span>
            )}
          </button>
        );
      })}
      {[...filtered].map(([key, line]) => {
        const curve = layout.curves.get(line.key);
        const selection = nodes.get(key)?.selection;
        if (curve === undefined || selection?.kind !== 'destination') return null;
        const { x, y } = pointAt(curve, 0.75);
        const label = `Event filter of ${nodes.get(key)?.name}`;
        return (
          <button
            key={key}
            type="button"
            tabIndex={-1}
            aria-label={label}
            title={label}
            onClick={() =>
              navigate(
                {
                  page: 'connections',
                  path: ['destinations', selection.id],
                  query: { section: 'events' },
                },
                'replace',
              )
            }
            style={{ left: x, top: y }}
            className="absolute grid size-5.5 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-control border border-line-2 bg-bg-1 text-fg-2 shadow-rest hover:text-fg"
          >
            <Funnel className="size-3" strokeWidth={1.75} aria-hidden="true" />
          </button>
        );
      })}
    </>
  );
}
