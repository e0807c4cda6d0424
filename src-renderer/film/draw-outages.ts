/** Outages: a hatch with a label. */
import {
  type Context,
  colorOf,
  drawLine,
  drawText,
  edgesOf,
  fonts,
  type Scene,
  textWidth,
} from './canvas.ts';
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

/** Where outages overlap, too, the hatch is drawn once. */
export function drawHatch(
  context: Context,
  scene: Scene,
  outages: readonly FilmOutage[],
  { top, height }: Row,
  alpha: number,
): void {
  context.beginPath();
  for (const outage of outages) {
    const edges = edgesOf(scene, outage);
    if (edges !== null) context.rect(edges[0], top, edges[1] - edges[0], height);
  }
  context.globalAlpha = alpha;
  context.fillStyle = hatchOf(context, colorOf(scene.colors, 'bad'));
  context.fill();
  context.globalAlpha = 1;
}

/** Labels stand where their outage starts, or end at the right edge; of overlapping ones, the earliest is shown. */
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
    const name = `${outage.name} `;
    const width =
      textWidth(context, name, fonts.bold) + textWidth(context, outage.text, fonts.label);
    const x = Math.max(layout.left, Math.min(left + 8, layout.right - width));
    if (x < labelEnd + 12) continue;
    const y = top - 5;
    const end = drawText(context, name, [x, y], {
      font: fonts.bold,
      color: bad,
      maxWidth: layout.right - x,
    });
    labelEnd = drawText(context, outage.text, [end, y], {
      font: fonts.label,
      color: colorOf(colors, 'fg-2'),
      maxWidth: layout.right - end,
    });
  }
}
