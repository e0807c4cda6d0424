/** Keeps imports by ID and removes idle ones. */
import type { ResendImport, StartResendImport } from '#shared/schemas/resend-import.ts';
import { AppError } from '../../app-error.ts';
import type { Clock, Log } from '../../ports.ts';
import type { Plan } from './plan.ts';
import type { FileReader } from './read-file.ts';
import type { Spool } from './spool.ts';

/** Above this limit, the import that was idle longest is removed. */
const maxKnown = 16;

/** An import that is idle for this long is removed. */
const abandonedMs = 60 * 60_000;

export interface Import {
  progress: ResendImport;
  /** Null if the file was read before a restart. */
  readonly reading: { readonly reader: FileReader; readonly plan: Plan } | null;
  start: StartResendImport | null;
  readonly spool: Spool;
  /** Stops sending. */
  cancel: AbortController;
  /** Ensures that pieces are processed in order. */
  last: Promise<unknown>;
  readonly followers: Set<() => void>;
  /** Cancels the idle timeout. */
  save: () => void;
}

/** Partly sent imports are not removed for newer ones. */
const isHalfSent = ({ progress: { state } }: Import): boolean =>
  state === 'sending' || state === 'interrupted';

export function createKnownImports({ machineClock, log }: { machineClock: Clock; log: Log }) {
  const known = new Map<string, Import>();

  function find(id: string): Import {
    const found = known.get(id);
    if (found === undefined)
      throw new AppError(
        'not_found',
        'Import not found: it expired after an hour, was replaced by newer ones, or was lost in a restart.',
        { fix: 'Read the file again.' },
      );
    return found;
  }

  function update(one: Import, changes: Partial<ResendImport>): ResendImport {
    one.progress = { ...one.progress, ...changes };
    for (const wake of one.followers) wake();
    return one.progress;
  }

  const removeSpool = (one: Import): Promise<void> =>
    one.spool
      .remove()
      .catch((error) => log.warn('Could not remove the temporary file of an import.', { error }));

  function drop(one: Import): void {
    one.save();
    one.cancel.abort();
    known.delete(one.progress.id);
    void one.last.then(() => removeSpool(one));
  }

  return {
    find,
    update,
    removeSpool,
    drop,
    has: (one: Import): boolean => known.get(one.progress.id) === one,
    add: (one: Import): void => void known.set(one.progress.id, one),
    all: (): readonly Import[] => [...known.values()],
    /** Removes the import that was idle longest if the limit is reached. */
    reserve(): void {
      if (known.size < maxKnown) return;
      const oldest = [...known.values()].find((one) => !isHalfSent(one));
      if (oldest === undefined)
        throw new AppError('conflict', '16 imports are sending or interrupted.', {
          fix: 'Resume or cancel one, or wait until one ends.',
        });
      drop(oldest);
    },
    /** Restarts the idle timeout. */
    touch(one: Import): void {
      one.save();
      one.save = machineClock.at(machineClock.now() + abandonedMs, () => drop(one));
    },
  };
}
