/** Stores the window's position and checks whether it is still visible. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Rectangle } from 'electron';
import { z } from 'zod';

const WindowPlace = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  maximised: z.boolean(),
});
export type WindowPlace = z.infer<typeof WindowPlace>;

/** Minimum size for two panes and the sidebar. */
export const smallest = { width: 860, height: 560 };
const usual = { width: 1280, height: 800 };

/** Minimum visible part of the title bar, so that the window can be dragged back. */
const grip = { width: 120, height: 24 };

function isInReach(place: Rectangle, display: Rectangle): boolean {
  const shared =
    Math.min(place.x + place.width, display.x + display.width) - Math.max(place.x, display.x);
  const top = place.y - display.y;
  return shared >= grip.width && top >= 0 && top <= display.height - grip.height;
}

/** If the display is no longer connected, uses the default size and position. */
export function placeOn(
  displays: readonly Rectangle[],
  kept: WindowPlace | null,
): Partial<Rectangle> & { maximised: boolean } {
  if (kept === null) return { ...usual, maximised: false };
  const { maximised, x, y } = kept;
  const width = Math.max(kept.width, smallest.width);
  const height = Math.max(kept.height, smallest.height);
  const inReach = displays.some((display) => isInReach({ x, y, width, height }, display));
  return inReach ? { x, y, width, height, maximised } : { ...usual, maximised };
}

export function readPlace(file: string): WindowPlace | null {
  try {
    return WindowPlace.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // The file is missing or invalid. Use the default position.
    return null;
  }
}

export function writePlace(file: string, place: WindowPlace): void {
  try {
    writeFileSync(file, JSON.stringify(place), { mode: 0o600 });
  } catch {
    // A full disk must not prevent closing the window.
  }
}
