/** Draws a film on a canvas, from its buckets: what it costs doesn't depend on the number of attempts. */
import { plotTimeText } from '#renderer/ui/time-plot-options.ts';
import { formatTime } from '#shared/kit/format.ts';
import {
  type Context,
  colorOf,
  drawLine,
  drawText,
  edgesOf,
  fonts,
  type Scene,
  sharp,
} from './canvas.ts';
import { drawBars, drawPlanned, scaleOf } from './draw-attempts.ts';
import { drawChecks, drawLanes } from './draw-lanes.ts';
import { drawOutages } from './draw-outages.ts';
import { drawBacklog, drawWaiting, drawWaitingEnd } from './draw-waiting.ts';
import type { TimeSpan } from './film.ts';
import { ticksOf, xAt } from './layout.ts';

/** Round times, and their lines through lanes. */
export function drawTimes(context: Context, scene: Scene, bottom: number): void {
  const { layout, view, now, colors } = scene;
  const { stepMs, times } = ticksOf(layout, view);
  const nowX = xAt(layout, view, now);
  for (const at of times) {
    const x = xAt(layout, view, at);
    if (layout.left > 0)
      drawLine(context, [sharp(x), layout.main.top, sharp(x), bottom], colorOf(colors, 'line'));
    // The time of now stands in its place.
    if (Math.abs(x - nowX) < 58 || x > layout.right - 18) continue;
    const align = x < layout.left + 18 ? 'left' : 'center';
    drawText(context, plotTimeText(at, { ...view, bucketMs: stepMs }), [x, layout.axis], {
      ...{ font: fonts.tick, color: colorOf(colors, 'fg-3'), align },
    });
  }
}

const nowWidth = 56;

function drawNow(context: Context, { layout, view, now, colors }: Scene, bottom: number): void {
  const x = xAt(layout, view, now);
  if (x < layout.left || x > layout.right) return;
  const accent = colorOf(colors, 'accent');
  drawLine(context, [x, layout.main.top, x, bottom], accent, 1.5);
  const left = Math.min(layout.right - nowWidth, Math.max(layout.left, x - nowWidth / 2));
  context.fillStyle = accent;
  context.beginPath();
  context.roundRect(left, layout.axis - 11.5, nowWidth, 15.5, 4);
  context.fill();
  const color = colorOf(colors, 'accent-fg');
  drawText(context, formatTime(now), [left + nowWidth / 2, layout.axis], {
    ...{ font: fonts.now, color, align: 'center' },
  });
}

/** Times that are pointed at or selected. */
function drawSpans(context: Context, scene: Scene, bottom: number): void {
  const { layout, colors, pointed, selected } = scene;
  const { top } = layout.main;
  const fill = (span: TimeSpan | null, color: string, alpha: number): void => {
    const edges = span && edgesOf(scene, span);
    if (edges === null) return;
    context.globalAlpha = alpha;
    context.fillStyle = colorOf(colors, color);
    context.fillRect(edges[0], top, edges[1] - edges[0], bottom - top);
    context.globalAlpha = 1;
    if (span !== selected) return;
    for (const x of edges) drawLine(context, [x, top, x, bottom], colorOf(colors, color));
  };
  fill(selected, 'accent', 0.16);
  fill(pointed, 'fg-2', 0.12);
}

/** The whole film. The context is in CSS pixels. */
export function drawFilm(context: Context, scene: Scene): void {
  const { film, layout, colors } = scene;
  const { main } = layout;
  const hasLanes = layout.lanes.length > 0;
  const bottom = layout.axis - 15;
  context.clearRect(0, 0, layout.width, layout.height);
  context.textBaseline = 'alphabetic';
  drawTimes(context, scene, bottom);
  drawOutages(context, scene);
  if (hasLanes) drawBacklog(context, scene);
  else {
    const [above, below] = [main.line - main.top - 4, main.top + main.height - main.line - 2];
    const perAttempt = scaleOf(film.buckets, above, below);
    drawBars(context, scene, film.buckets, main, perAttempt);
  }
  const lineEnd = [
    hasLanes ? 0 : layout.left,
    main.line + 0.5,
    layout.right,
    main.line + 0.5,
  ] as const;
  drawLine(context, lineEnd, colorOf(colors, 'line-2'));
  drawWaiting(context, scene);
  drawLanes(context, scene);
  drawChecks(context, scene);
  if (!hasLanes) drawPlanned(context, scene, main.line);
  drawSpans(context, scene, bottom);
  drawNow(context, scene, bottom);
  drawWaitingEnd(context, scene);
}
