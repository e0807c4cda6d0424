/** The imports that are known by their id, and how long each of them is kept. */
import type { ResendImport, StartResendImport } from '#shared/schemas/resend-import.ts';
import { AppError } from '../../app-error.ts';
import type { Clock, Log } from '../../ports.ts';
import type { Plan } from './plan.ts';
import type { FileReader } from './read-file.ts';
import type { Spool } from './spool.ts';

/** Imports known at once; the one that waits longest makes room for a new one. */
const mostKnown = 16;

/** One that nobody reads on or starts for so long was left, and what was read of it is removed. */
const abandonedMs = 60 * 60_000;

export interface Import {
  told: ResendImport;
  /** Null for one that an earlier run has read. */
  readonly reading: { readonly reader: FileReader; readonly plan: Plan } | null;
  /** What it was started with. */
  start: StartResendImport | null;
  readonly spool: Spool;
  /** Ends the sending that is under way. */
  cancel: AbortController;
  /** Pieces are taken one after the other. */
  last: Promise<unknown>;
  readonly followers: Set<() => void>;
  /** Takes back that it is abandoned some time. */
  keep: () => void;
}

/** What it holds is worth more than another file: a part of it was sent. */
const isHalfSent = ({ told: { state } }: Import): boolean =>
  state === 'sending' || state === 'interrupted';

export function createKnownImports({ machineClock, log }: { machineClock: Clock; log: Log }) {
  const known = new Map<string, Import>();

  function find(id: string): Import {
    const found = known.get(id);
    if (found === undefined)
      throw new AppError(
        'not_found',
        'This import is not there: it waited for an hour, made room for others, or the program was started anew.',
        { fix: 'Read the file again.' },
      );
    return found;
  }

  function tell(one: Import, news: Partial<ResendImport>): ResendImport {
    one.told = { ...one.told, ...news };
    for (const wake of one.followers) wake();
    return one.told;
  }

  /** What was read of it is not needed any more. */
  const removeSpool = (one: Import): Promise<void> =>
    one.spool
      .remove()
      .catch((error) => log.warn('A file of an import could not be removed.', { error }));

  function drop(one: Import): void {
    one.keep();
    one.cancel.abort();
    known.delete(one.told.id);
    void one.last.then(() => removeSpool(one));
  }

  return {
    find,
    tell,
    removeSpool,
    drop,
    has: (one: Import): boolean => known.get(one.told.id) === one,
    add: (one: Import): void => void known.set(one.told.id, one),
    all: (): readonly Import[] => [...known.values()],
    /** Makes room for one more: the one that waits longest, and of which nothing was sent, goes. */
    makeRoom(): void {
      if (known.size < mostKnown) return;
      const oldest = [...known.values()].find((one) => !isHalfSent(one));
      if (oldest === undefined)
        throw new AppError('conflict', 'Sixteen imports are sending or were interrupted.', {
          fix: 'Wait for one, go on with one, or cancel one.',
        });
      drop(oldest);
    },
    /** From now on it is abandoned after a while, unless it is touched again. */
    touch(one: Import): void {
      one.keep();
      one.keep = machineClock.at(machineClock.now() + abandonedMs, () => drop(one));
    },
  };
}
