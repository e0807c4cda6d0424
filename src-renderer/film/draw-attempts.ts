/** Attempts: bars of what was accepted above the line, of the others below, and hollow marks for the next ones. */
import { toneColor } from '#renderer/ui/plot-style.tsx';
import { axisMax } from '#renderer/ui/time-plot-options.ts';
import type { AttemptOutcome } from '#shared/deliveries/delivery.ts';
import type { AttemptCounts } from '#shared/statistics/statistics.ts';
import { type Context, colorOf, type Scene, sharp } from './canvas.ts';
import { belowLine, notAccepted, outcomeLooks } from './film.ts';
import { type BarRow, xAt } from './layout.ts';

/** Pixels per attempt, so that the bars fit above their line and, where there is room, below it. */
export function scaleOf(buckets: readonly AttemptCounts[], above: number, below: number): number {
  let [highest, lowest] = [0, 0];
  for (const counts of buckets) {
    highest = Math.max(highest, counts.accepted);
    lowest = Math.max(lowest, notAccepted(counts));
  }
  return Math.min(above / axisMax(highest), below / axisMax(lowest));
}

const minBarPx = 1.5;
const maxBarPx = 40;
/** At its start, the current bucket is as wide as this. */
const minCurrentPx = 3;

export function drawBars(
  context: Context,
  scene: Scene,
  buckets: readonly AttemptCounts[],
  { top: rowTop, height: rowHeight, line }: BarRow,
  perAttempt: number,
): void {
  const bottom = rowTop + rowHeight - 1;
  const { film, layout, view, now, colors, until = Number.POSITIVE_INFINITY } = scene;
  const slot = (film.bucketMs / (view.to - view.from)) * (layout.right - layout.left);
  const gap = slot > 4 ? 1.5 : slot > 2 ? 0.5 : 0;
  const heightOf = (count: number): number =>
    count === 0 ? 0 : Math.max(minBarPx, sharp(count * perAttempt));
  const draw = (
    outcome: AttemptOutcome,
    left: number,
    top: number,
    width: number,
    height: number,
  ) => {
    const { tone, alpha } = outcomeLooks[outcome];
    context.globalAlpha = alpha;
    context.fillStyle = toneColor(colors, tone);
    context.fillRect(left, top, width, height);
  };
  for (const [bucket, counts] of buckets.entries()) {
    const at = film.from + bucket * film.bucketMs;
    if (at > until) break;
    const start = xAt(layout, view, at);
    const isCurrent = at <= now && now < at + film.bucketMs;
    // Nothing stands after now that was before it.
    const end = isCurrent
      ? Math.max(start + minCurrentPx, xAt(layout, view, now))
      : start + slot - gap;
    const inset = Math.max(0, (end - start - maxBarPx) / 2);
    const left = sharp(Math.max(layout.left, start + inset));
    const right = sharp(Math.min(layout.right, end - inset));
    if (right <= left) continue;
    const height = heightOf(counts.accepted);
    if (height > 0) draw('accepted', left, line - height, right - left, height);
    let top = line + 1;
    for (const outcome of belowLine) {
      const below = Math.min(heightOf(counts[outcome]), bottom - top);
      if (below > 0) draw(outcome, left, top, right - left, below);
      top += below;
    }
  }
  context.globalAlpha = 1;
}

// Next attempts: hollow marks after now, at most three for a bucket.

const markPx = 2.6;
const maxMarks = 3;

export function drawPlanned(context: Context, scene: Scene, line: number): void {
  const { film, layout, view, now, colors } = scene;
  const first = film.from + Math.floor((film.now - film.from) / film.bucketMs) * film.bucketMs;
  context.lineWidth = 1.1;
  for (const [bucket, count] of film.planned.entries()) {
    const at = first + (bucket + 0.5) * film.bucketMs;
    const x = xAt(layout, view, at);
    if (count === 0 || x < xAt(layout, view, now) + 2 * markPx || x > layout.right - markPx)
      continue;
    const isDown = film.outages.some(({ from, to }) => from <= at && at < to);
    context.strokeStyle = colorOf(colors, isDown ? 'bad' : 'ok');
    for (let mark = 0; mark < Math.min(count, maxMarks); mark += 1) {
      const distance = 5 + mark * (2 * markPx + 2);
      context.beginPath();
      context.arc(x, isDown ? line + distance : line - distance, markPx, 0, 2 * Math.PI);
      context.stroke();
    }
  }
}
