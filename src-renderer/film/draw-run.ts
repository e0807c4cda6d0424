/** Draws a run: its backlog, a lane per URL, its checks, the playhead, and what is predicted after it. */
import { toneColor } from '#renderer/ui/plot-style.tsx';
import type { AttemptOutcome } from '#shared/deliveries/delivery.ts';
import { formatCount, formatTime } from '#shared/kit/format.ts';
import {
  type Context,
  colorOf,
  drawLine,
  drawText,
  edgesOf,
  fonts,
  type Scene,
  sans,
  sharp,
} from './canvas.ts';
import { drawTimes } from './draw-film.ts';
import { drawChecks, drawLanes } from './draw-lanes.ts';
import { drawHatch } from './draw-outages.ts';
import { drawBacklog, drawWaiting, waitingMax } from './draw-waiting.ts';
import { type Film, type FilmOutage, outcomeLooks } from './film.ts';
import { type Layout, layoutOf, xAt } from './layout.ts';

/** An attempt of the delivery that is followed. */
export interface FilmMark {
  readonly lane: string;
  readonly at: number;
  readonly outcome: AttemptOutcome;
  readonly isSelected: boolean;
}

export interface RunScene extends Scene {
  /** Time of the playhead; null before the run. */
  readonly playhead: number | null;
  readonly isFinished: boolean;
  readonly marks: readonly FilmMark[];
}

/** For the time of the playhead. */
export const runLabelHeight = 26;

export const runLayoutOf = (film: Film, width: number, minHeight = 0): Layout => {
  const layout = layoutOf(film, width, minHeight, true, runLabelHeight);
  // Room for the right half of the last time.
  return { ...layout, right: Math.max(layout.left + 1, width - 20) };
};

const markPx = 2.6;
const maxMarks = 2;

/** Hollow marks for what is predicted after the playhead. */
function drawPredicted(context: Context, scene: RunScene): void {
  const { film, layout, view, colors } = scene;
  const first = film.waiting.length;
  context.lineWidth = 1.1;
  const slotPx = (film.bucketMs / (view.to - view.from)) * (layout.right - layout.left);
  // Closer marks would touch.
  const every = Math.max(1, Math.ceil((2 * markPx + 1.5) / slotPx));
  for (const [index, { predicted = [] }] of film.lanes.entries()) {
    const row = layout.lanes[index];
    if (row === undefined) continue;
    for (
      let bucket = Math.ceil(first / every) * every;
      bucket < predicted.length;
      bucket += every
    ) {
      const group = predicted.slice(bucket, bucket + every);
      for (const [name, direction] of [
        ['accepted', -1],
        ['failed', 1],
      ] as const) {
        const count = group.reduce((sum, counts) => sum + counts[name], 0);
        // In the middle of the buckets with the outcome, so that no mark is on the other side of an outage's edge.
        const start = group.findIndex((counts) => counts[name] > 0);
        const end = group.findLastIndex((counts) => counts[name] > 0) + 1;
        const middle = bucket + (start + end) / 2;
        const x = xAt(layout, view, film.from + middle * film.bucketMs);
        if (count === 0 || x > layout.right - markPx) continue;
        context.strokeStyle = colorOf(colors, name === 'accepted' ? 'ok' : 'bad');
        for (let mark = 0; mark < Math.min(count, maxMarks); mark += 1) {
          const distance = 6 + mark * (2 * markPx + 2);
          context.beginPath();
          context.arc(x, row.line + direction * distance, markPx, 0, 2 * Math.PI);
          context.stroke();
        }
      }
    }
  }
}

function drawPredictedWaiting(context: Context, scene: RunScene): void {
  const { film, layout, view, colors } = scene;
  const { predictedWaiting = [], waiting } = film;
  const highest = Math.max(0, ...predictedWaiting);
  if (highest === 0) return;
  const { top, line } = layout.main;
  const max = waitingMax(film);
  const yOf = (count: number): number => line - (count / max) * (line - top - 8);
  const info = colorOf(colors, 'info');
  context.save();
  context.setLineDash([1.5, 3.5]);
  context.strokeStyle = info;
  context.lineWidth = 1.5;
  context.beginPath();
  for (const [bucket, count] of predictedWaiting.entries()) {
    if (bucket < waiting.length - 1) continue;
    const at = Math.min(film.to, film.from + (bucket + 1) * film.bucketMs);
    context.lineTo(xAt(layout, view, at), yOf(count));
  }
  context.stroke();
  context.restore();
  const peak = predictedWaiting.indexOf(highest);
  if (peak < waiting.length) return;
  const x = xAt(layout, view, film.from + (peak + 1) * film.bucketMs);
  const text = `about ${formatCount(highest)} expected`;
  context.font = fonts.label;
  const isRight = x + 8 + context.measureText(text).width <= layout.right;
  drawText(context, text, [isRight ? x + 8 : x - 8, yOf(highest) + 4], {
    ...{ font: fonts.label, color: colorOf(colors, 'fg-2'), align: isRight ? 'left' : 'right' },
  });
}

/** The highest number of waiting deliveries; while it runs, the latest. */
function drawPeak(context: Context, scene: RunScene): void {
  const { film, layout, view, colors, isFinished, playhead } = scene;
  const { waiting } = film;
  const highest = Math.max(0, ...waiting);
  const end = isFinished ? film.now : (playhead ?? film.from);
  const latest = Math.min(waiting.length - 1, Math.floor((end - film.from) / film.bucketMs));
  const index = isFinished ? waiting.indexOf(highest) : latest;
  const count = waiting[index] ?? 0;
  if (count === 0) return;
  const { top, line } = layout.main;
  const max = waitingMax(film);
  const at = Math.min(end, film.from + (index + 1) * film.bucketMs);
  const [x, y] = [xAt(layout, view, at), line - (count / max) * (line - top - 8)];
  context.beginPath();
  context.arc(x, y, 4.5, 0, 2 * Math.PI);
  context.fillStyle = colorOf(colors, 'info');
  context.fill();
  context.strokeStyle = colorOf(colors, 'bg-1');
  context.lineWidth = 2;
  context.stroke();
  const font = `660 20px ${sans}`;
  context.font = font;
  const isRight =
    isFinished && x + 14 + context.measureText(formatCount(count)).width <= layout.right;
  drawText(
    context,
    formatCount(count),
    // Above the curve, which goes down to the right.
    [isRight ? x + 10 : x - 10, Math.max(top + 14, y - (isRight ? 4 : 8))],
    {
      ...{ font, color: colorOf(colors, 'info'), align: isRight ? 'left' : 'right' },
    },
  );
}

function drawOutage(context: Context, scene: RunScene, outage: FilmOutage): void {
  const { layout, colors } = scene;
  const edges = edgesOf(scene, outage);
  if (edges === null) return;
  const bad = colorOf(colors, 'bad');
  const bottom = layout.checks?.top ?? layout.axis - 15;
  for (const x of edges) drawLine(context, [x, layout.main.top, x, bottom], bad, 1.5);
  const y = layout.main.top + 16;
  const room = layout.right - edges[0] - 16;
  if (room < 80) return;
  const end = drawText(context, 'Outage', [edges[0] + 10, y], {
    ...{ font: `620 12px ${sans}`, color: bad },
  });
  drawText(context, `${outage.name} ${outage.text}`, [end + 6, y], {
    ...{ font: `12px ${sans}`, color: colorOf(colors, 'fg-2'), maxWidth: layout.right - end - 8 },
  });
}

const timePx = 70;

function drawPlayhead(context: Context, { layout, view, colors, playhead }: RunScene): void {
  if (playhead === null) return;
  const x = xAt(layout, view, playhead);
  const accent = colorOf(colors, 'accent');
  drawLine(context, [x, 16, x, layout.checks?.top ?? layout.axis - 15], accent, 1.5);
  const left = Math.min(layout.width - timePx, Math.max(0, x - timePx / 2));
  context.fillStyle = accent;
  context.beginPath();
  context.roundRect(left, 0, timePx, 20, 5);
  context.fill();
  drawText(context, formatTime(playhead), [left + timePx / 2, 14.5], {
    ...{ font: `640 12px ${sans}`, color: colorOf(colors, 'accent-fg'), align: 'center' },
  });
}

/** Rings around the attempts of the delivery that is followed. */
function drawMarks(context: Context, { film, layout, view, colors, marks }: RunScene): void {
  for (const { lane, at, outcome, isSelected } of marks) {
    const row = layout.lanes[film.lanes.findIndex(({ key }) => key === lane)];
    if (row === undefined) continue;
    const x = xAt(layout, view, at);
    const y = row.line + (outcome === 'accepted' ? -7 : 8);
    context.beginPath();
    context.arc(x, y, isSelected ? 5.5 : 3.5, 0, 2 * Math.PI);
    context.fillStyle = toneColor(colors, outcomeLooks[outcome].tone);
    context.fill();
    context.strokeStyle = colorOf(colors, isSelected ? 'accent' : 'bg-1');
    context.lineWidth = isSelected ? 2.5 : 1.5;
    context.stroke();
  }
}

/** While it runs, the playhead follows the data a little later. */
function clipAt(context: Context, { layout, view }: RunScene, until: number): void {
  context.beginPath();
  context.rect(0, 0, xAt(layout, view, until), layout.height);
  context.clip();
}

/** The context is in CSS pixels. */
export function drawRun(context: Context, scene: RunScene): void {
  const { film, layout, colors } = scene;
  const { main } = layout;
  context.clearRect(0, 0, layout.width, layout.height);
  context.textBaseline = 'alphabetic';
  const bottom = layout.axis - 15;
  drawTimes(context, { ...scene, now: Number.NEGATIVE_INFINITY }, bottom);
  drawHatch(context, scene, film.outages, main, 0.17);
  drawBacklog(context, scene);
  drawLine(
    context,
    [0, sharp(main.line), layout.right, sharp(main.line)],
    colorOf(colors, 'line-2'),
  );
  drawPredictedWaiting(context, scene);
  const until = scene.isFinished ? film.now : (scene.playhead ?? film.from);
  context.save();
  clipAt(context, scene, until);
  drawWaiting(context, scene);
  context.restore();
  drawLanes(context, { ...scene, until });
  drawPredicted(context, scene);
  drawChecks(context, scene);
  for (const outage of film.outages) drawOutage(context, scene, outage);
  drawPeak(context, scene);
  drawMarks(context, scene);
  drawPlayhead(context, scene);
}
