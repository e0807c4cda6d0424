/** Work that clients start and continue by ID, limited in number. */

import { AppError } from './app-error.ts';
import type { Clock } from './ports.ts';

/** Maximum concurrent work items. */
const maxOpen = 16;

/** Work that is unused for this long is abandoned and may be removed. */
const abandonedMs = 10 * 60_000;

export interface OpenWork<Work> {
  /** Removes abandoned work if the limit is reached. Throws an AppError if there is none. */
  reserve(): void;
  add(id: string, work: Work): void;
  /** Marks the work as used and returns it. */
  touch(id: string): Work | undefined;
  get(id: string): Work | undefined;
  remove(id: string): void;
}

/** `full` is the error at the limit; `removed` is called with removed work. */
export function createOpenWork<Work>(
  machineClock: Pick<Clock, 'now'>,
  full: string,
  removed?: (work: Work) => void,
): OpenWork<Work> {
  /** Ordered by last use, oldest first. */
  const open = new Map<string, { readonly work: Work; readonly usedAt: number }>();

  function add(id: string, work: Work): void {
    open.delete(id);
    open.set(id, { work, usedAt: machineClock.now() });
  }

  return {
    reserve() {
      if (open.size < maxOpen) return;
      for (const [id, { work, usedAt }] of open) {
        if (machineClock.now() - usedAt < abandonedMs) throw new AppError('conflict', full);
        open.delete(id);
        removed?.(work);
        return;
      }
    },
    add,
    touch(id) {
      const work = open.get(id)?.work;
      if (work !== undefined) add(id, work);
      return work;
    },
    get: (id) => open.get(id)?.work,
    remove: (id) => void open.delete(id),
  };
}
