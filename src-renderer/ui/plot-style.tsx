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
export type PlotPattern = 'solid' | 'rising' | 'falling' | 'crossed' | 'dotted' | 'level';

/** Pattern tile size in CSS pixels. */
const tilePx = 6;

function drawPattern(context: CanvasRenderingContext2D, pattern: PlotPattern): void {
  const line = (x1: number, y1: number, x2: number, y2: number): void => {
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
  };
  context.beginPath();
  if (pattern === 'rising' || pattern === 'crossed')
    for (const shift of [-tilePx, 0, tilePx]) line(shift, tilePx, shift + tilePx, 0);
  if (pattern === 'falling' || pattern === 'crossed')
    for (const shift of [-tilePx, 0, tilePx]) line(shift, 0, shift + tilePx, tilePx);
  if (pattern === 'level') line(0, tilePx / 2, tilePx, tilePx / 2);
  context.stroke();
  if (pattern !== 'dotted') return;
  context.arc(tilePx / 2, tilePx / 2, 1.4, 0, 2 * Math.PI);
  context.fill();
}

/** A canvas fill in device pixels; opaque, since parts overlap. */
export function patternFill(
  pattern: PlotPattern,
  color: string,
  background: string,
): CanvasPattern | string {
  if (pattern === 'solid') return color;
  const ratio = devicePixelRatio;
  const tile = document.createElement('canvas');
  tile.width = Math.round(tilePx * ratio);
  tile.height = tile.width;
  const context = tile.getContext('2d');
  if (context === null) return color;
  context.fillStyle = background;
  context.fillRect(0, 0, tile.width, tile.height);
  context.scale(tile.width / tilePx, tile.height / tilePx);
  context.fillStyle = color;
  context.strokeStyle = color;
  context.globalAlpha = 0.3;
  context.fillRect(0, 0, tilePx, tilePx);
  context.globalAlpha = 1;
  context.lineWidth = 1.6;
  drawPattern(context, pattern);
  return context.createPattern(tile, 'repeat') ?? color;
}

const stripes = (angle: number): string =>
  `repeating-linear-gradient(${angle}deg, currentColor 0 1.3px, transparent 1.3px 4.2px)`;

const images: Record<Exclude<PlotPattern, 'solid'>, string> = {
  rising: stripes(-45),
  falling: stripes(45),
  crossed: `${stripes(45)}, ${stripes(-45)}`,
  dotted: 'radial-gradient(currentColor 1.2px, transparent 1.4px)',
  level: stripes(0),
};

/** The same pattern in CSS, in the text color. */
function patternStyle(pattern: PlotPattern): CSSProperties {
  if (pattern === 'solid') return { backgroundColor: 'currentColor' };
  return {
    backgroundColor: 'color-mix(in oklch, currentColor 30%, var(--bg-1))',
    backgroundImage: images[pattern],
    ...(pattern === 'dotted' ? { backgroundSize: '5px 5px' } : {}),
  };
}

// Color tokens resolved for a canvas, updated with the theme.

const names = [
  'bg-1',
  'line',
  'fg-3',
  'fg-2',
  'accent',
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
