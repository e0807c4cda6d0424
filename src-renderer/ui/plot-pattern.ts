/** Patterns tell the parts of a plot apart where colours do not: on a canvas, and in its legend. */
import type { CSSProperties } from 'react';

/** Of a filled part. */
export type PlotPattern = 'solid' | 'rising' | 'falling' | 'crossed' | 'dotted' | 'level';

/** Side of the tile that repeats, in CSS pixels. */
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

/** A fill for a canvas that is drawn in device pixels; opaque, since parts lie over each other. */
export function patternFill(
  pattern: PlotPattern,
  colour: string,
  background: string,
): CanvasPattern | string {
  if (pattern === 'solid') return colour;
  const ratio = devicePixelRatio;
  const tile = document.createElement('canvas');
  tile.width = Math.round(tilePx * ratio);
  tile.height = tile.width;
  const context = tile.getContext('2d');
  if (context === null) return colour;
  context.fillStyle = background;
  context.fillRect(0, 0, tile.width, tile.height);
  context.scale(tile.width / tilePx, tile.height / tilePx);
  context.fillStyle = colour;
  context.strokeStyle = colour;
  context.globalAlpha = 0.3;
  context.fillRect(0, 0, tilePx, tilePx);
  context.globalAlpha = 1;
  context.lineWidth = 1.6;
  drawPattern(context, pattern);
  return context.createPattern(tile, 'repeat') ?? colour;
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

/** The same for an element whose text has the colour. */
export function patternStyle(pattern: PlotPattern): CSSProperties {
  if (pattern === 'solid') return { backgroundColor: 'currentColor' };
  return {
    backgroundColor: 'color-mix(in oklch, currentColor 30%, var(--bg-1))',
    backgroundImage: images[pattern],
    ...(pattern === 'dotted' ? { backgroundSize: '5px 5px' } : {}),
  };
}
