import { belowLine, type Film, viewAt } from './film.ts';

const width = 400;
const height = 28;
const line = 16;

const fills = {
  accepted: 'fill-ok',
  refused: 'fill-warn',
  failed: 'fill-bad',
  blocked: 'fill-ref',
} as const;

/** Attempts over time and outages, too small for axes; the figures beside it say the rest. */
export function SmallPlot({ film }: { film: Film }) {
  const { from, bucketMs, now, buckets } = film;
  const view = viewAt(film, now);
  const xAt = (time: number): number =>
    Math.min(width, Math.max(0, ((time - view.from) / (view.to - view.from)) * width));
  const highest = Math.max(1, ...buckets.map(({ accepted }) => accepted));
  const lowest = Math.max(
    1,
    ...buckets.map((counts) => belowLine.reduce((sum, outcome) => sum + counts[outcome], 0)),
  );
  const scale = Math.min((line - 1) / highest, (height - line - 1) / lowest);
  const heightOf = (count: number): number => (count === 0 ? 0 : Math.max(1.5, count * scale));
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      data-keep-color
      className="h-7 w-100 min-w-24 flex-shrink"
    >
      {film.outages.map(({ name, from: start, to }) => (
        <rect
          key={`${name} ${start}`}
          x={xAt(start)}
          width={xAt(to) - xAt(start)}
          height={height}
          className="fill-bad-bg"
        />
      ))}
      <path d={`M0 ${line}H${width}`} className="stroke-line-2" />
      {buckets.map((counts, bucket) => {
        const start = from + bucket * bucketMs;
        const end = start <= now ? Math.min(now, start + bucketMs) : start + bucketMs;
        const left = xAt(start);
        const bar = { x: left, width: Math.max(2, Math.min(xAt(end) - left - 1, 8)) };
        let top = line + 0.5;
        return [
          <rect
            key={`${start} accepted`}
            {...bar}
            y={line - 0.5 - heightOf(counts.accepted)}
            height={heightOf(counts.accepted)}
            className={fills.accepted}
          />,
          ...belowLine.map((outcome) => {
            const y = top;
            top += heightOf(counts[outcome]);
            return (
              <rect
                key={`${start} ${outcome}`}
                {...bar}
                y={y}
                height={top - y}
                className={fills[outcome]}
              />
            );
          }),
        ];
      })}
      <path d={`M${xAt(now)} 0V${height}`} className="stroke-accent" strokeWidth={1.5} />
    </svg>
  );
}
