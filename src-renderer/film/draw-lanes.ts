/** Lanes, one per URL, and a row of checks. */
import { toneColor } from '#renderer/ui/plot-style.tsx';
import { formatCount } from '#shared/kit/format.ts';
import type { AttemptCounts } from '#shared/statistics/statistics.ts';
import { type Context, colorOf, drawLine, drawText, fonts, type Scene } from './canvas.ts';
import { drawBars } from './draw-attempts.ts';
import { drawHatch } from './draw-outages.ts';
import {
  attemptCount,
  belowLine,
  type FilmCheck,
  type FilmLane,
  notAccepted,
  outcomeLooks,
  type PredictedCounts,
} from './film.ts';
import { type BarRow, type Row, xAt } from './layout.ts';

/** Each lane has its own, or a failing one would flatten the others. The bars below the line of one that isn't failing are few. */
function laneScale({ buckets, isFailing }: FilmLane, { top, height, line }: BarRow): number {
  const most = (count: (counts: AttemptCounts) => number): number =>
    buckets.reduce((highest, counts) => Math.max(highest, count(counts)), 1);
  const above = (line - top - 6) / most(({ accepted }) => accepted);
  return isFailing ? Math.min(above, (top + height - line - 3) / most(notAccepted)) : above;
}

function drawLane(context: Context, scene: Scene, lane: FilmLane, row: BarRow): void {
  const { layout, colors } = scene;
  const middle = row.top + row.height / 2;
  const maxWidth = layout.left - 12;
  drawHatch(context, scene, lane.outages, { top: row.top + 1, height: row.height - 2 }, 0.17);
  drawText(context, lane.name, [0, middle - 3], {
    font: fonts.lane,
    color: colorOf(colors, 'fg'),
    maxWidth,
  });
  if (attemptCount(lane.attempts) === 0 && lane.predicted !== undefined) {
    drawPredictedCounts(context, scene, lane.predicted, [middle + 13, maxWidth]);
    drawLaneLines(context, scene, row);
    return;
  }
  const { accepted } = lane.attempts;
  const look = { font: fonts.label, color: colorOf(colors, 'fg-2') };
  const y = middle + 13;
  let x = drawText(context, formatCount(accepted), [0, y], {
    font: fonts.bold,
    color: colorOf(colors, 'ok'),
  });
  x = drawText(context, ' accepted', [x, y], { ...look, maxWidth: maxWidth - x });
  // There is room for one of the others.
  const [other] = [...belowLine].sort((one, two) => lane.attempts[two] - lane.attempts[one]);
  if (other !== undefined && lane.attempts[other] > 0 && x < maxWidth - 60) {
    const { tone, label } = outcomeLooks[other];
    x = drawText(context, formatCount(lane.attempts[other]), [x + 6, y], {
      font: fonts.bold,
      color: toneColor(colors, tone),
    });
    drawText(context, ` ${label}`, [x, y], look);
  }
  drawLaneLines(context, scene, row);
  drawBars(context, scene, lane.buckets, row, laneScale(lane, row));
}

function drawLaneLines(context: Context, { layout, colors }: Scene, row: BarRow): void {
  const { line } = row;
  const bottom = row.top + row.height - 0.5;
  const ends = [layout.left, line + 0.5, layout.right, line + 0.5] as const;
  drawLine(context, ends, colorOf(colors, 'line-2'));
  drawLine(context, [0, bottom, layout.right, bottom], colorOf(colors, 'line'));
}

function drawPredictedCounts(
  context: Context,
  { colors }: Scene,
  predicted: readonly PredictedCounts[],
  [y, maxWidth]: readonly [number, number],
): void {
  const sum = (name: keyof PredictedCounts): number =>
    predicted.reduce((total, counts) => total + counts[name], 0);
  const failed = sum('failed');
  const text = `${formatCount(sum('accepted'))} accepted${failed === 0 ? '' : `, ${formatCount(failed)} failed`}`;
  const look = { font: fonts.label, color: colorOf(colors, 'fg-3'), maxWidth };
  drawText(context, text, [0, y], look);
}

export function drawLanes(context: Context, scene: Scene): void {
  const { film, layout } = scene;
  for (const [index, row] of layout.lanes.entries()) {
    const lane = film.lanes[index];
    if (lane !== undefined) drawLane(context, scene, lane, row);
  }
}

function drawCheck(
  context: Context,
  scene: Scene,
  { at, isPassed }: FilmCheck,
  { top, height }: Row,
): void {
  const x = xAt(scene.layout, scene.view, at);
  const y = top + height / 2;
  context.beginPath();
  if (isPassed === false) context.roundRect(x - 5.5, y - 5.5, 11, 11, 2.5);
  else context.arc(x, y, 5.5, 0, 2 * Math.PI);
  if (isPassed === null) {
    context.setLineDash([2.3, 2.2]);
    context.strokeStyle = colorOf(scene.colors, 'fg-3');
    context.lineWidth = 1.5;
    context.stroke();
    context.setLineDash([]);
    return;
  }
  context.fillStyle = colorOf(scene.colors, isPassed ? 'ok' : 'bad');
  context.fill();
  const sign: readonly (readonly [number, number])[] = isPassed
    ? [
        [-2.4, 0.2],
        [-0.8, 1.8],
        [2.4, -2],
      ]
    : [
        [-2, -2],
        [2, 2],
      ];
  context.beginPath();
  for (const [right, down] of sign) context.lineTo(x + right, y + down);
  if (!isPassed) {
    context.moveTo(x + 2, y - 2);
    context.lineTo(x - 2, y + 2);
  }
  context.strokeStyle = colorOf(scene.colors, 'bg-1');
  context.lineWidth = 1.5;
  context.stroke();
}

/** Closer marks would overlap. */
const minCheckPx = 13;

export function drawChecks(context: Context, scene: Scene): void {
  const { checks } = scene.layout;
  if (checks === null) return;
  drawText(context, 'Checks', [0, checks.top + 15], {
    font: fonts.label,
    color: colorOf(scene.colors, 'fg-2'),
  });
  const { layout, view } = scene;
  let last: { readonly x: number; readonly check: FilmCheck } | null = null;
  for (const check of scene.film.checks.toSorted((a, b) => a.at - b.at)) {
    const x = xAt(layout, view, check.at);
    // Of marks in one place, a failed one is on top.
    const isHidden =
      last !== null &&
      x - last.x < minCheckPx &&
      (check.isPassed !== false || last.check.isPassed === false);
    if (isHidden) continue;
    drawCheck(context, scene, check, checks);
    last = { x, check };
  }
}
