import { type CSSProperties, type RefObject, useEffect, useState } from 'react';
import { cx } from './cx.ts';
import { type Tone, toneText } from './tone.ts';

interface PlotSwatchProps {
  readonly tone: Tone;
  readonly pattern: PlotPattern;
  readonly className?: string;
}

/** Legend swatch of a filled part, next to its label. */
export function PlotSwatch({ tone, pattern, className }: PlotSwatchProps) {
  return (
    <span
      aria-hidden="true"
      data-keep-color
      className={cx('size-2.75 flex-none rounded-mark', toneText[tone], className)}
      style={patternStyle(pattern)}
    />
  );
}

const dashes = { solid: undefined, dashed: '5 3', dotted: '1.5 3' } as const;
export type PlotLine = keyof typeof dashes;

/** Dash pattern in CSS pixels; undefined if solid. */
export const dashOf = (line: PlotLine): readonly number[] | undefined =>
  dashes[line]?.split(' ').map(Number);

/** Legend swatch of a line. */
export function PlotLineSwatch({ tone, line }: { readonly tone: Tone; readonly line: PlotLine }) {
  return (
    <svg width="20" height="8" aria-hidden="true" className={cx('flex-none', toneText[tone])}>
      <path d="M0 4h20" stroke="currentColor" strokeWidth="2" strokeDasharray={dashes[line]} />
    </svg>
  );
}

// Patterns, so parts differ by more than color.

/** Fill pattern. */
export type PlotPattern = 'solid' | 'dotted';

/** In the text color. */
const patternStyle = (pattern: PlotPattern): CSSProperties =>
  pattern === 'solid'
    ? { backgroundColor: 'currentColor' }
    : {
        backgroundColor: 'color-mix(in oklch, currentColor 30%, var(--bg-1))',
        backgroundImage: 'radial-gradient(currentColor 1.2px, transparent 1.4px)',
        backgroundSize: '5px 5px',
      };

// Color tokens resolved for a canvas, updated with the theme.

const names = [
  'bg-1',
  'line',
  'line-2',
  'fg-3',
  'fg-2',
  'fg',
  'accent',
  'accent-fg',
  'ok',
  'wait',
  'bad',
  'ref',
  'info',
  'warn',
];

export type PlotColors = Readonly<Record<string, string>>;

/** Theme changes made outside the app. */
const looks = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(resolution: 1dppx)'];

function resolveWithin(element: HTMLElement): PlotColors {
  const probe = document.createElement('span');
  probe.style.setProperty('forced-color-adjust', 'none');
  probe.hidden = true;
  element.append(probe);
  const colors = Object.fromEntries(
    names.map((name) => {
      probe.style.color = `var(--${name})`;
      return [name, getComputedStyle(probe).color];
    }),
  );
  probe.remove();
  return colors;
}

/** Of the whole page, for an image. */
export const currentPlotColors = (): PlotColors => resolveWithin(document.body);

export const toneColor = (colors: PlotColors, tone: Tone): string =>
  colors[tone === 'neutral' ? 'fg-3' : tone] ?? 'currentColor';

/** Null until mounted. */
export function usePlotColors(within: RefObject<HTMLElement | null>): PlotColors | null {
  const [colors, setColors] = useState<PlotColors | null>(null);
  useEffect(() => {
    const element = within.current;
    if (element === null) return;
    const look = (): void => setColors(resolveWithin(element));
    look();
    const theme = new MutationObserver(look);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const queries = looks.map((query) => matchMedia(query));
    for (const query of queries) query.addEventListener('change', look);
    return () => {
      theme.disconnect();
      for (const query of queries) query.removeEventListener('change', look);
    };
  }, [within]);
  return colors;
}
