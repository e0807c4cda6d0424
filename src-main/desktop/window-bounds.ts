/** Stores the window's position and checks whether it is still visible. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Rectangle } from 'electron';
import { z } from 'zod';

const WindowBounds = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  maximised: z.boolean(),
});
export type WindowBounds = z.infer<typeof WindowBounds>;

/** Minimum size for two panes and the sidebar. */
export const minSize = { width: 860, height: 560 };
const defaultSize = { width: 1280, height: 800 };

/** Minimum visible part of the title bar, so that the window can be dragged back. */
const minVisible = { width: 120, height: 24 };

function isTitleBarVisible(bounds: Rectangle, display: Rectangle): boolean {
  const shared =
    Math.min(bounds.x + bounds.width, display.x + display.width) - Math.max(bounds.x, display.x);
  const top = bounds.y - display.y;
  return shared >= minVisible.width && top >= 0 && top <= display.height - minVisible.height;
}

/** If the display is no longer connected, uses the default size and position. */
export function fitToDisplays(
  displays: readonly Rectangle[],
  stored: WindowBounds | null,
): Partial<Rectangle> & { maximised: boolean } {
  if (stored === null) return { ...defaultSize, maximised: false };
  const { maximised, x, y } = stored;
  const width = Math.max(stored.width, minSize.width);
  const height = Math.max(stored.height, minSize.height);
  const isVisible = displays.some((display) => isTitleBarVisible({ x, y, width, height }, display));
  return isVisible ? { x, y, width, height, maximised } : { ...defaultSize, maximised };
}

export function readBounds(file: string): WindowBounds | null {
  try {
    return WindowBounds.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // The file is missing or invalid. Use the default position.
    return null;
  }
}

export function writeBounds(file: string, bounds: WindowBounds): void {
  try {
    writeFileSync(file, JSON.stringify(bounds), { mode: 0o600 });
  } catch {
    // A full disk must not prevent closing the window.
  }
}
