import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { PlotSwatch } from '#renderer/ui/plot-style.tsx';
import { formatCount } from '#shared/kit/format.ts';
import type { RetryDepth, Statistics } from '#shared/statistics/statistics.ts';
import { deliveriesByAttempts } from './deliveries-links.ts';

// Deliveries by number of attempts, as histogram rows.

/** Fits without scrolling; the standard backoff schedule has about twenty attempts. */
const maxRows = 10;

interface DepthRow {
  readonly attempts: number;
  /** Whether the row includes higher numbers. */
  readonly orMore: boolean;
  readonly finished: number;
  readonly waiting: number;
}

/** A row per number from lowest to highest; the highest ones share the last row. */
export function depthRows(depth: readonly RetryDepth[]): readonly DepthRow[] {
  const numbers = depth.map(({ attempts }) => attempts);
  const highest = Math.max(1, ...numbers);
  const lowest = Math.min(1, ...numbers);
  const last = Math.min(highest, lowest + maxRows - 1);
  return Array.from({ length: last - lowest + 1 }, (_, index) => {
    const attempts = lowest + index;
    const orMore = attempts === last && highest > last;
    const matching = depth.filter((delivery) =>
      orMore ? delivery.attempts >= attempts : delivery.attempts === attempts,
    );
    return {
      attempts,
      orMore,
      finished: matching.reduce((sum, { finished }) => sum + finished, 0),
      waiting: matching.reduce((sum, { waiting }) => sum + waiting, 0),
    };
  });
}

export function depthName({ attempts, orMore }: DepthRow): string {
  if (attempts === 0) return 'none';
  if (orMore) return `${attempts}+ attempts`;
  return attempts === 1 ? '1 attempt' : `${attempts} attempts`;
}

interface DepthCardProps {
  readonly statistics: Statistics;
  readonly filter: string;
  readonly className?: string;
}

const finished = { tone: 'neutral', pattern: 'solid' } as const;
const waiting = { tone: 'info', pattern: 'dotted' } as const;

/** Deliveries by their number of attempts. */
export function DepthCard({ statistics, filter, className }: DepthCardProps) {
  const rows = depthRows(statistics.depth);
  const maxCount = Math.max(1, ...rows.map((row) => row.finished + row.waiting));
  return (
    <Card title="Attempts per delivery" className={className}>
      <table className="w-full border-collapse text-small tabular-nums">
        <caption className="sr-only">Deliveries by number of attempts</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Attempts</th>
            <th scope="col">Finished and waiting</th>
            <th scope="col">Deliveries</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.attempts}
              row={row}
              most={maxCount}
              statistics={statistics}
              filter={filter}
            />
          ))}
        </tbody>
      </table>
      <ul aria-label="Deliveries" className="mt-2 flex gap-x-4 text-small text-fg-2">
        <li className="flex items-center gap-1.5">
          <PlotSwatch {...finished} /> finished
        </li>
        <li className="flex items-center gap-1.5">
          <PlotSwatch {...waiting} /> waiting
        </li>
      </ul>
    </Card>
  );
}

interface RowProps extends DepthCardProps {
  readonly row: DepthRow;
  readonly most: number;
}

function Row({ row, most: maxCount, statistics, filter }: RowProps) {
  const count = row.finished + row.waiting;
  const said = `${formatCount(row.finished)} finished, ${formatCount(row.waiting)} waiting`;
  const name = depthName(row);
  return (
    <tr title={said}>
      <th scope="row" className="w-0 pr-2.5 text-right font-normal whitespace-nowrap text-fg-2">
        {count === 0 ? (
          name
        ) : (
          <RouteLink
            to={deliveriesByAttempts(filter, statistics, row.orMore ? '>=' : '=', row.attempts)}
          >
            {name}
          </RouteLink>
        )}
      </th>
      <td className="h-5.5">
        <span className="sr-only">{said}</span>
        <span aria-hidden="true" className="flex h-3 gap-px rounded-mark bg-bg-2">
          <Bar {...finished} count={row.finished} most={maxCount} />
          <Bar {...waiting} count={row.waiting} most={maxCount} />
        </span>
      </td>
      <td className="w-0 min-w-10 pl-2.5 text-right">{formatCount(count)}</td>
    </tr>
  );
}

function Bar({
  count,
  most: maxCount,
  ...look
}: { readonly count: number; readonly most: number } & (typeof finished | typeof waiting)) {
  if (count === 0) return null;
  return (
    // Keeps small bars visible.
    <span className="flex h-full" style={{ width: `max(3px, ${(count / maxCount) * 100}%)` }}>
      <PlotSwatch {...look} className="h-full w-full" />
    </span>
  );
}
