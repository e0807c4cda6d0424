import { cx } from './cx.ts';
import { type PlotPattern, patternStyle } from './plot-pattern.ts';
import { type Tone, toneText } from './tone.ts';

interface PlotSwatchProps {
  readonly tone: Tone;
  readonly pattern: PlotPattern;
  readonly className?: string;
}

/** A filled part of a plot, as its legend shows it. The word stands beside it. */
export function PlotSwatch({ tone, pattern, className }: PlotSwatchProps) {
  return (
    <span
      aria-hidden="true"
      data-keep-colour
      className={cx('size-[11px] flex-none rounded-[2px]', toneText[tone], className)}
      style={patternStyle(pattern)}
    />
  );
}

const dashes = { solid: undefined, dashed: '5 3', dotted: '1.5 3' } as const;
export type PlotLine = keyof typeof dashes;

/** How a line is interrupted, in CSS pixels; undefined where it is not. */
export const dashOf = (line: PlotLine): readonly number[] | undefined =>
  dashes[line]?.split(' ').map(Number);

/** A line of a plot, as its legend shows it. */
export function PlotLineSwatch({ tone, line }: { readonly tone: Tone; readonly line: PlotLine }) {
  return (
    <svg width="20" height="8" aria-hidden="true" className={cx('flex-none', toneText[tone])}>
      <path d="M0 4h20" stroke="currentColor" strokeWidth="2" strokeDasharray={dashes[line]} />
    </svg>
  );
}
