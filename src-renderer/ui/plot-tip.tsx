import type { ReactNode } from 'react';

interface PlotTipProps {
  readonly title: string;
  readonly rows: readonly {
    readonly label: string;
    readonly swatch: ReactNode;
    readonly value: string;
  }[];
  /** Position in the plot, from 0 to 1. */
  readonly share: number;
}

/** Exact values of a bucket. The plot announces them itself, so hidden from screen readers. */
export function PlotTip({ title, rows, share }: PlotTipProps) {
  return (
    <div
      aria-hidden="true"
      className="floating pointer-events-none absolute top-1 z-10 min-w-32 px-2.5 py-1.5 text-small"
      style={
        share < 0.5
          ? { left: `calc(${share * 100}% + 36px)` }
          : { right: `calc(${(1 - share) * 100}% + 24px)` }
      }
    >
      <p className="mb-1 font-medium whitespace-nowrap tabular-nums">{title}</p>
      <ul className="flex flex-col gap-px">
        {rows.map(({ label, swatch, value }) => (
          <li key={label} className="flex items-center gap-2 whitespace-nowrap text-fg-2">
            {swatch}
            <span className="flex-1">{label}</span>
            <span className="pl-3 tabular-nums">{value}</span>
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p className="text-fg-3">nothing</p>}
    </div>
  );
}
