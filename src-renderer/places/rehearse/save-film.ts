/** Saves the film of a run as an image, or as a video in which it plays. */
import { type Context, colorOf, drawText, sans } from '#renderer/film/canvas.ts';
import { drawRun, runLabelHeight, runLayoutOf } from '#renderer/film/draw-run.ts';
import type { Film } from '#renderer/film/film.ts';
import { filmOfRun } from '#renderer/film/film-of-run.ts';
import { heightWithLanes } from '#renderer/film/layout.ts';
import type { Done } from '#renderer/kit/actions/perform.ts';
import { host } from '#renderer/kit/host/host.ts';
import { currentPlotColors, type PlotColors } from '#renderer/ui/plot-style.tsx';
import { formatCount } from '#shared/kit/format.ts';
import type { StoredRun } from '#shared/scenarios/schema/run.ts';
import { durationText, longestWaitOf } from './run-labels.ts';

const width = 1_200;
const padding = 32;
const headHeight = 92;
const scale = 2;

const filmAt = (run: StoredRun): Film =>
  filmOfRun({
    timeline: run.report.timeline,
    checks: run.report.checks,
    atMs: run.report.virtualMs,
    isFinished: true,
    prediction: null,
  });

const figuresText = ({ report }: StoredRun): string => {
  const { held, states, lost, twice } = report.timeline.film;
  const longestWait = longestWaitOf(report.timeline.film);
  return [
    `${formatCount(held)} held`,
    `${formatCount(states.delivered)} delivered`,
    `${formatCount(lost)} lost`,
    `${formatCount(twice)} twice`,
    ...(longestWait === null ? [] : [`${longestWait.label} ${longestWait.time}`]),
  ].join('  ·  ');
};

/** What comes after the playhead is covered. */
function drawFrame(context: Context, run: StoredRun, film: Film, at: number, colors: PlotColors) {
  const height = headHeight + heightWithLanes(film, runLabelHeight) + padding;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.fillStyle = colorOf(colors, 'bg-1');
  context.fillRect(0, 0, width, height);
  context.textBaseline = 'alphabetic';
  drawText(context, run.report.scenario.name, [padding, 40], {
    font: `640 18px ${sans}`,
    color: colorOf(colors, 'fg'),
  });
  drawText(context, `${figuresText(run)}  ·  ${durationText(run)}`, [padding, 64], {
    font: `13px ${sans}`,
    color: colorOf(colors, 'fg-2'),
  });
  const layer = document.createElement('canvas');
  layer.width = (width - 2 * padding) * scale;
  layer.height = heightWithLanes(film, runLabelHeight) * scale;
  const layered = layer.getContext('2d');
  if (layered === null) return;
  layered.setTransform(scale, 0, 0, scale, 0, 0);
  const layout = runLayoutOf(film, width - 2 * padding);
  const view = { from: film.from, to: film.to };
  drawRun(layered, {
    ...{ film, layout, view, colors, now: film.now, pointed: null, selected: null },
    ...{ playhead: at, isFinished: at >= film.now, marks: [] },
  });
  context.drawImage(layer, padding, headHeight, width - 2 * padding, layer.height / scale);
  if (at >= film.now) return;
  const share = (at - film.from) / (film.to - film.from);
  const left = padding + layout.left + share * (layout.right - layout.left) + 1;
  context.globalAlpha = 0.85;
  context.fillStyle = colorOf(colors, 'bg-1');
  const bottom = headHeight + (layout.checks?.top ?? layout.axis - 15);
  context.fillRect(left, headHeight + 21, width - padding - left, bottom - headHeight - 21);
  context.globalAlpha = 1;
}

function canvasFor(film: Film): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = (headHeight + heightWithLanes(film, runLabelHeight) + padding) * scale;
  return canvas;
}

const playMs = 6_000;
const restMs = 1_500;

/** Plays the run once, as fast as a video of it takes. */
async function record(canvas: HTMLCanvasElement, draw: (share: number) => void): Promise<Blob> {
  const stream = canvas.captureStream(30);
  const recorder = new MediaRecorder(stream, { mimeType: 'video/webm', videoBitsPerSecond: 4e6 });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  recorder.start();
  const startedAt = performance.now();
  await new Promise<void>((resolve) => {
    const frame = (): void => {
      const passed = performance.now() - startedAt;
      draw(Math.min(1, passed / playMs));
      if (passed < playMs + restMs) requestAnimationFrame(frame);
      else resolve();
    };
    frame();
  });
  recorder.stop();
  await stopped;
  for (const track of stream.getTracks()) track.stop();
  return new Blob(parts, { type: 'video/webm' });
}

export async function saveFilm(run: StoredRun, kind: 'image' | 'video'): Promise<Done> {
  const film = filmAt(run);
  const canvas = canvasFor(film);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser has no canvas.');
  const colors = currentPlotColors();
  const draw = (share: number): void =>
    drawFrame(context, run, film, film.from + share * (film.now - film.from), colors);
  const base = `${run.report.scenario.file.replace(/^.*\/|\.ya?ml$/g, '')}-${run.seed}`;
  let blob: Blob | null;
  if (kind === 'video') blob = await record(canvas, draw);
  else {
    draw(1);
    blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  }
  if (blob === null) throw new Error('The browser returned no image.');
  const name = `${base}.${kind === 'video' ? 'webm' : 'png'}`;
  host.saveFile(name, blob.type, new Uint8Array(await blob.arrayBuffer()));
  return { title: `Saved as ${name}`, tone: 'ok' };
}
