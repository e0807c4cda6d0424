/** Outages: a hatch with a label. */
import { type Context, colorOf, drawLine, drawText, edgesOf, fonts, type Scene } from './canvas.ts';
import type { FilmOutage } from './film.ts';
import type { Row } from './layout.ts';

const tilePx = 10;
const stripePx = 2.5;
let hatch: { readonly key: string; readonly pattern: CanvasPattern | null } | null = null;

/** One tile is drawn per theme and device. A rotated pattern would take longer to draw than all the rest. */
function hatchOf(context: Context, color: string): CanvasPattern | string {
  const key = `${color} ${devicePixelRatio}`;
  if (hatch?.key !== key) {
    const tile = document.createElement('canvas');
    tile.width = Math.round(tilePx * devicePixelRatio);
    tile.height = tile.width;
    const size = tile.width;
    const drawn = tile.getContext('2d');
    if (drawn !== null) {
      drawn.lineWidth = stripePx * devicePixelRatio;
      for (const shift of [-size, 0, size])
        drawLine(drawn, [shift - size, 2 * size, shift + 2 * size, -size], color, drawn.lineWidth);
    }
    const pattern = context.createPattern(tile, 'repeat');
    pattern?.setTransform(new DOMMatrix().scale(1 / devicePixelRatio));
    hatch = { key, pattern };
  }
  return hatch.pattern ?? color;
}

export function drawHatch(
  context: Context,
  scene: Scene,
  outages: readonly FilmOutage[],
  { top, height }: Row,
  alpha: number,
): void {
  const bad = colorOf(scene.colors, 'bad');
  for (const outage of outages) {
    const edges = edgesOf(scene, outage);
    if (edges === null) continue;
    context.globalAlpha = alpha;
    context.fillStyle = hatchOf(context, bad);
    context.fillRect(edges[0], top, edges[1] - edges[0], height);
    context.globalAlpha = 1;
  }
}

/** Labels stand where there is room; of overlapping ones, the earliest. */
export function drawOutages(context: Context, scene: Scene): void {
  const { film, layout, colors } = scene;
  const { top, height } = layout.main;
  drawHatch(context, scene, film.outages, { top, height }, 0.17);
  const bad = colorOf(colors, 'bad');
  let labelEnd = Number.NEGATIVE_INFINITY;
  for (const outage of film.outages) {
    const edges = edgesOf(scene, outage);
    if (edges === null) continue;
    const [left, right] = edges;
    drawLine(context, [left, top - 0.5, right, top - 0.5], bad, 1.5);
    if (left < labelEnd + 12) continue;
    const room = layout.right - left - 8;
    if (room < 80) continue;
    const name = `Outage of ${outage.name}`;
    const y = top - 5;
    const end = drawText(context, name, [left + 8, y], {
      font: fonts.bold,
      color: bad,
      maxWidth: room,
    });
    labelEnd = end;
    const left2 = layout.right - end - 4;
    if (left2 < 60) continue;
    labelEnd = drawText(context, outage.text, [end + 4, y], {
      font: fonts.label,
      color: colorOf(colors, 'fg-2'),
      maxWidth: left2,
    });
  }
}
