/** Work that clients start and continue by ID, limited in number. */

import { AppError } from './app-error.ts';
import type { Clock } from './ports.ts';

/** Maximum concurrent work items. */
const most = 16;

/** Work that is unused for this long is abandoned and may be removed. */
const abandonedMs = 10 * 60_000;

export interface OpenWork<Work> {
  /** Removes abandoned work if the limit is reached. Throws an AppError if there is none. */
  makeRoom(): void;
  add(id: string, work: Work): void;
  /** Marks the work as used and returns it. */
  touch(id: string): Work | undefined;
  get(id: string): Work | undefined;
  remove(id: string): void;
}

/** `full` is the error at the limit; `left` is called with removed work. */
export function createOpenWork<Work>(
  machineClock: Pick<Clock, 'now'>,
  full: string,
  left?: (work: Work) => void,
): OpenWork<Work> {
  /** Ordered by last use, oldest first. */
  const open = new Map<string, { readonly work: Work; readonly touchedAt: number }>();

  function add(id: string, work: Work): void {
    open.delete(id);
    open.set(id, { work, touchedAt: machineClock.now() });
  }

  return {
    makeRoom() {
      if (open.size < most) return;
      for (const [id, { work, touchedAt }] of open) {
        if (machineClock.now() - touchedAt < abandonedMs) throw new AppError('conflict', full);
        open.delete(id);
        left?.(work);
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
