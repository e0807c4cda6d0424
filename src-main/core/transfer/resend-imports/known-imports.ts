/** Keeps imports by ID until they are started, and removes idle ones. */
import type { ResendImport } from '#shared/schemas/resend-import.ts';
import { AppError } from '../../app-error.ts';
import type { Clock } from '../../ports.ts';
import type { Plan } from './plan.ts';
import type { FileReader } from './read-file.ts';
import type { Spool } from './spool.ts';

/** Above this limit, the import that was idle longest is removed. */
const maxKnown = 16;

/** An import that is idle for this long is removed. */
const abandonedMs = 60 * 60_000;

export interface Import {
  progress: ResendImport;
  readonly reader: FileReader;
  readonly plan: Plan;
  readonly spool: Spool;
  /** Ensures that pieces are processed in order. */
  last: Promise<unknown>;
  /** Cancels the idle timeout. */
  save: () => void;
}

export function createKnownImports({ machineClock }: { machineClock: Clock }) {
  const known = new Map<string, Import>();

  function find(id: string): Import {
    const found = known.get(id);
    if (found === undefined)
      throw new AppError(
        'not_found',
        'Import not found: it was started, expired after an hour, was replaced by newer ones, or was lost in a restart.',
        { fix: 'Read the file again.' },
      );
    return found;
  }

  function update(one: Import, changes: Partial<ResendImport>): ResendImport {
    one.progress = { ...one.progress, ...changes };
    return one.progress;
  }

  function remove(one: Import): void {
    one.save();
    known.delete(one.progress.id);
  }

  /** Removes the import with its file. */
  function drop(one: Import): void {
    remove(one);
    void one.last.then(() => one.spool.remove());
  }

  return {
    find,
    update,
    remove,
    drop,
    has: (one: Import): boolean => known.get(one.progress.id) === one,
    add: (one: Import): void => void known.set(one.progress.id, one),
    /** Removes the import that was idle longest if the limit is reached. */
    reserve(): void {
      if (known.size < maxKnown) return;
      const [oldest] = known.values();
      if (oldest !== undefined) drop(oldest);
    },
    /** Removes all, but not their files. */
    clear(): void {
      for (const one of known.values()) remove(one);
    },
    /** Restarts the idle timeout. */
    touch(one: Import): void {
      one.save();
      one.save = machineClock.at(machineClock.now() + abandonedMs, () => drop(one));
    },
  };
}
