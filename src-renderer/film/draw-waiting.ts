/** What waits, as a curve with its last value. */
import { axisMax } from '#renderer/ui/time-plot-options.ts';
import { formatCompactCount, formatCount } from '#shared/kit/format.ts';
import {
  type Context,
  colorOf,
  drawLine,
  drawText,
  fonts,
  type Scene,
  sans,
  sharp,
} from './canvas.ts';
import type { Film } from './film.ts';
import { xAt } from './layout.ts';

/** Of the scale, the same for what waits and for what is predicted. */
export const waitingMax = ({ waiting, predictedWaiting = [] }: Film): number =>
  axisMax(Math.max(0, ...waiting, ...predictedWaiting));

interface Point {
  readonly x: number;
  readonly y: number;
}

function curveOf({ film, layout, view, now }: Scene): readonly Point[] {
  const { top, line } = layout.main;
  const max = waitingMax(film);
  return film.waiting.flatMap((count, bucket) => {
    const start = film.from + bucket * film.bucketMs;
    const at = Math.min(start + film.bucketMs, Math.max(start, now));
    return start > now && count === 0
      ? []
      : { x: xAt(layout, view, at), y: line - (count / max) * (line - top - 8) };
  });
}

function trace(context: Context, points: readonly Point[]): void {
  context.beginPath();
  for (const { x, y } of points) context.lineTo(x, y);
}

export function drawWaiting(context: Context, scene: Scene): void {
  const { film, layout, colors } = scene;
  const { top, height, line } = layout.main;
  const points = curveOf(scene);
  const last = points.at(-1);
  const first = points[0];
  if (last === undefined || first === undefined || film.waiting.every((count) => count === 0))
    return;
  const info = colorOf(colors, 'info');
  context.save();
  context.beginPath();
  context.rect(layout.left, 0, layout.right - layout.left, top + height);
  context.clip();
  const fill = context.createLinearGradient(0, top, 0, line);
  fill.addColorStop(0, info);
  fill.addColorStop(1, `color-mix(in srgb, ${info} 10%, transparent)`);
  context.globalAlpha = 0.38;
  context.fillStyle = fill;
  trace(context, [...points, { x: last.x, y: line }, { x: first.x, y: line }]);
  context.fill();
  context.globalAlpha = 0.8;
  context.lineJoin = 'round';
  trace(context, points);
  context.strokeStyle = colorOf(colors, 'bg-1');
  context.lineWidth = 4;
  context.stroke();
  context.globalAlpha = 1;
  context.strokeStyle = info;
  context.lineWidth = 2;
  context.stroke();
  context.restore();
}

/** At the end of the curve, on top of the playhead. */
export function drawWaitingEnd(context: Context, scene: Scene): void {
  const { film, layout, colors } = scene;
  const last = curveOf(scene).at(-1);
  const { waitingNow } = film;
  if (last === undefined || waitingNow === null || film.waiting.every((count) => count === 0))
    return;
  const x = Math.min(last.x, layout.right - 5);
  context.beginPath();
  context.arc(x, last.y, 4, 0, 2 * Math.PI);
  context.fillStyle = colorOf(colors, 'info');
  context.fill();
  context.strokeStyle = colorOf(colors, 'bg-1');
  context.lineWidth = 1.5;
  context.stroke();
  const text = `${formatCount(waitingNow)} waiting`;
  const look = { font: fonts.waiting, color: colorOf(colors, 'info') };
  context.font = look.font;
  const isRight = x + 9 + context.measureText(text).width <= layout.right;
  // Above the marks of next attempts, which stand on the line.
  const y = Math.max(layout.main.top + 10, Math.min(last.y + 4.5, layout.main.line - 24));
  context.textAlign = isRight ? 'left' : 'right';
  context.lineWidth = 3;
  context.strokeText(text, isRight ? x + 9 : x - 9, y);
  drawText(context, text, [isRight ? x + 9 : x - 9, y], {
    ...look,
    align: isRight ? 'left' : 'right',
  });
}

/** The name and the scale of the curve, if it has a row of its own. */
export function drawBacklog(context: Context, { film, layout, colors }: Scene): void {
  const { line, top } = layout.main;
  const max = waitingMax(film);
  const wide = { maxWidth: layout.left - 12 };
  drawText(context, 'Backlog', [0, top + 12], {
    font: `620 13px ${sans}`,
    color: colorOf(colors, 'fg'),
    ...wide,
  });
  drawText(context, 'deliveries waiting', [0, top + 28], {
    font: fonts.label,
    color: colorOf(colors, 'fg-2'),
    ...wide,
  });
  for (const count of [max / 2, max]) {
    const y = sharp(line - (count / max) * (line - top - 8));
    context.setLineDash([1, 4]);
    drawLine(context, [layout.left, y, layout.right, y], colorOf(colors, 'line-2'));
    context.setLineDash([]);
    const look = { font: fonts.tick, color: colorOf(colors, 'fg-3'), align: 'right' } as const;
    drawText(context, formatCompactCount(count), [layout.left - 10, y + 4], look);
  }
}
