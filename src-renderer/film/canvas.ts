/** What all parts of a film are drawn with. */
import type { PlotColors } from '#renderer/ui/plot-style.tsx';
import { plotFont } from '#renderer/ui/time-plot-options.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import type { Film, TimeSpan } from './film.ts';
import { type Layout, xAt } from './layout.ts';

export interface Scene {
  readonly film: Film;
  readonly layout: Layout;
  readonly view: TimeSpan;
  readonly now: number;
  readonly colors: PlotColors;
  /** Nothing is drawn of what happened later; absent to draw all. */
  readonly until?: number;
  /** The bucket that is pointed at, and the selected time. */
  readonly pointed: TimeSpan | null;
  readonly selected: TimeSpan | null;
}

export type Context = CanvasRenderingContext2D;

export const sans = '"Inter Variable", system-ui, sans-serif';
export const fonts = {
  tick: plotFont,
  now: `600 11px ${sans}`,
  label: `11.5px ${sans}`,
  bold: `620 11.5px ${sans}`,
  waiting: `650 12.5px ${sans}`,
  lane: '580 12px "JetBrains Mono Variable", ui-monospace, monospace',
};

/** In CSS pixels. */
export function prepareCanvas(
  canvas: HTMLCanvasElement,
  { width, height }: Pick<Layout, 'width' | 'height'>,
) {
  const context = canvas.getContext('2d');
  const ratio = devicePixelRatio;
  const size = [Math.round(width * ratio), Math.round(height * ratio)] as const;
  // Setting a size clears the canvas and is slow.
  if (canvas.width !== size[0]) canvas.width = size[0];
  if (canvas.height !== size[1]) canvas.height = size[1];
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

export const colorOf = (colors: PlotColors, name: string): string => colors[name] ?? '';

/** On a whole device pixel, so that edges are sharp. */
export const sharp = (position: number): number =>
  Math.round(position * devicePixelRatio) / devicePixelRatio;

export function drawLine(
  context: Context,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  color: string,
  width = 1,
): void {
  context.strokeStyle = color;
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

/** Draws a text and returns its end; cut if it is longer than allowed. */
export function drawText(
  context: Context,
  text: string,
  [x, y]: readonly [number, number],
  {
    font,
    color,
    align = 'left',
    maxWidth = Number.POSITIVE_INFINITY,
  }: {
    readonly font: string;
    readonly color: string;
    readonly align?: CanvasTextAlign;
    readonly maxWidth?: number;
  },
): number {
  context.font = font;
  context.fillStyle = color;
  context.textAlign = align;
  let shown = visibleLine(text);
  while (shown.length > 1 && context.measureText(shown).width > maxWidth)
    shown = `${shown.slice(0, -2)}…`;
  context.fillText(shown, x, y);
  return x + context.measureText(shown).width;
}

export function textWidth(context: Context, text: string, font: string): number {
  context.font = font;
  return context.measureText(text).width;
}

/** Left and right edge of a time within the film; null outside. */
export function edgesOf(
  { layout, view }: Scene,
  { from, to }: TimeSpan,
): readonly [number, number] | null {
  const left = sharp(Math.max(layout.left, xAt(layout, view, from)));
  const right = sharp(Math.min(layout.right, xAt(layout, view, Math.min(to, view.to))));
  return right <= layout.left || left >= layout.right ? null : [left, Math.max(right, left + 1)];
}
