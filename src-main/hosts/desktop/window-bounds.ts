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

/** Minimum size for two panes and the rail. */
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

/** One entry for each arrangement of displays, such as with and without a dock. Newest last. */
const StoredBounds = z.object({ displays: z.record(z.string(), WindowBounds) });

const maxArrangements = 10;

/** Work areas change with a taskbar, so only the displays themselves count. */
export const arrangementOf = (displays: readonly Rectangle[]): string =>
  displays
    .map(({ x, y, width, height }) => `${width}x${height}+${x}+${y}`)
    .sort()
    .join(' ');

function readAll(file: string): Readonly<Record<string, WindowBounds>> {
  try {
    return StoredBounds.parse(JSON.parse(readFileSync(file, 'utf8'))).displays;
  } catch {
    // The file is missing or invalid. Use the default position.
    return {};
  }
}

/** For a new arrangement, the latest bounds of another one. */
export function readBounds(file: string, arrangement: string): WindowBounds | null {
  const all = readAll(file);
  return all[arrangement] ?? Object.values(all).at(-1) ?? null;
}

export function writeBounds(file: string, arrangement: string, bounds: WindowBounds): void {
  const { [arrangement]: _replaced, ...others } = readAll(file);
  const kept = Object.entries(others).slice(1 - maxArrangements);
  const displays = Object.fromEntries([...kept, [arrangement, bounds]]);
  try {
    writeFileSync(file, JSON.stringify({ displays }), { mode: 0o600 });
  } catch {
    // A full disk must not prevent closing the window.
  }
}
