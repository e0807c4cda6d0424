/** Keeps imports by ID until they are started, and removes idle ones. */
import type { ResendImport } from '#shared/schemas/resend-import.ts';
import { AppError } from '../../app-error.ts';
import type { Clock } from '../../ports.ts';
import type { Plan } from './plan.ts';
import type { FileReader } from './read-file.ts';
import type { Spool } from './spool.ts';

/** Above this limit, the import that was idle longest is removed. */
const maxImports = 16;

/** An import that is idle for this long is removed. */
const maxIdleMs = 60 * 60_000;

export interface PendingImport {
  progress: ResendImport;
  readonly reader: FileReader;
  readonly plan: Plan;
  readonly spool: Spool;
  /** Ensures that pieces are processed in order. */
  lastAppend: Promise<unknown>;
  /** Cancels the idle timeout. */
  cancelTimeout: () => void;
}

export function createPendingImports({ machineClock }: { machineClock: Clock }) {
  const imports = new Map<string, PendingImport>();

  function find(id: string): PendingImport {
    const pending = imports.get(id);
    if (pending === undefined)
      throw new AppError(
        'not_found',
        'Import not found: it was started, expired after an hour, was replaced by newer ones, or was lost in a restart.',
        { fix: 'Read the file again.' },
      );
    return pending;
  }

  function update(pending: PendingImport, changes: Partial<ResendImport>): ResendImport {
    pending.progress = { ...pending.progress, ...changes };
    return pending.progress;
  }

  function remove(pending: PendingImport): void {
    pending.cancelTimeout();
    imports.delete(pending.progress.id);
  }

  /** Removes the import with its file. */
  function drop(pending: PendingImport): void {
    remove(pending);
    void pending.lastAppend.then(() => pending.spool.remove());
  }

  return {
    find,
    update,
    remove,
    drop,
    has: (pending: PendingImport): boolean => imports.get(pending.progress.id) === pending,
    add: (pending: PendingImport): void => void imports.set(pending.progress.id, pending),
    /** Removes the import that was idle longest if the limit is reached. */
    reserve(): void {
      if (imports.size < maxImports) return;
      const [oldest] = imports.values();
      if (oldest !== undefined) drop(oldest);
    },
    /** Removes all, but not their files. */
    clear(): void {
      for (const pending of imports.values()) remove(pending);
    },
    /** Restarts the idle timeout. */
    touch(pending: PendingImport): void {
      pending.cancelTimeout();
      pending.cancelTimeout = machineClock.at(machineClock.now() + maxIdleMs, () => drop(pending));
    },
  };
}
