/** Palette entries that were run last, in this window and after a reload. */
import { z } from 'zod';
import { remembered } from '#renderer/ui/remembered.ts';

const key = 'palette.recent';
const maxRecent = 5;

export function recentIds(): readonly string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(remembered.getItem(key) ?? '[]'));
  } catch {
    // Stored by another version.
    return [];
  }
}

export function noteRecent(id: string): void {
  const ids = [id, ...recentIds().filter((otherId) => otherId !== id)].slice(0, maxRecent);
  remembered.setItem(key, JSON.stringify(ids));
}
