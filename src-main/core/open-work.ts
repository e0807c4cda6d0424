/** Work that clients start and continue by id, limited in number. */

import { AppError } from './app-error.ts';
import type { Clock } from './ports.ts';

/** Under way at once. */
const most = 16;

/** What nobody has gone on with for so long was left, and makes room. */
const abandonedMs = 10 * 60_000;

export interface OpenWork<Work> {
  /** Throws an AppError when there is no room. */
  makeRoom(): void;
  add(id: string, work: Work): void;
  /** Somebody goes on with it: it is the last to make room. */
  touch(id: string): Work | undefined;
  get(id: string): Work | undefined;
  remove(id: string): void;
}

/** `full` is the error at the limit; `left` is called for work that is removed. */
export function createOpenWork<Work>(
  machineClock: Pick<Clock, 'now'>,
  full: string,
  left?: (work: Work) => void,
): OpenWork<Work> {
  /** The one that nobody has gone on with for the longest comes first. */
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
