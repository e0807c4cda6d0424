/** Whether the disk takes writes. A change is logged once, not with each write that fails. */
import { statfs } from 'node:fs/promises';
import { diskCodeOf } from '#main/kit/app-error.ts';
import type { Log } from '#main/kit/ports.ts';
import type { Storage } from '#shared/settings/retention.ts';
import { storeRetryMs } from './commit.ts';

type DiskAlert = Exclude<Storage['alert'], 'storage_limit_exceeded' | null>;

/** Longer than the pause of retries, which report that they failed. */
const checkMs = 5 * storeRetryMs;

const minFreeBytes = 1024 ** 2;

interface DiskOptions {
  readonly log: Log;
  /** Of the database. */
  readonly folder: string;
  /** Writes to the disk, to find out whether that is possible again. */
  readonly tryWrite: () => Promise<void>;
  /** Called when the alert starts or ends. */
  readonly changed?: (() => void) | undefined;
}

const alertOf = (code: string): DiskAlert =>
  /^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(code) ? 'disk_full' : 'write_failed';

const texts: Readonly<Record<DiskAlert, string>> = {
  disk_full: 'The disk is full: nothing can be stored. Hookwright retries until there is space.',
  write_failed: "Can't write to the data folder: nothing can be stored. Hookwright retries.",
};

export function createDiskState({ log, folder, tryWrite, changed }: DiskOptions) {
  let alert: DiskAlert | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** A small write can fit into the database's log when nothing else does. Some file systems don't know their space. */
  async function hasSpace(): Promise<boolean> {
    const { blocks, bavail, bsize } = await statfs(folder);
    return blocks === 0 || bavail * bsize >= minFreeBytes;
  }

  async function check(): Promise<void> {
    timer = undefined;
    try {
      await tryWrite();
      if (!(await hasSpace())) return checkLater();
    } catch (error) {
      failed(error);
      return checkLater();
    }
    if (alert === null) return;
    clearTimeout(timer);
    timer = undefined;
    alert = null;
    log.info('The data folder can be written to again.');
    changed?.();
  }

  function failed(error: unknown): void {
    const code = diskCodeOf(error);
    if (code === null || isClosed) return;
    const next = alertOf(code);
    // When the disk is full, some writes fail with other codes.
    if (alert === null || (alert !== next && next === 'disk_full')) {
      alert = next;
      log.error(texts[next], { code });
      changed?.();
    }
    // Failing writes must not postpone it.
    if (timer === undefined) checkLater();
  }

  function checkLater(): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(check, checkMs).unref();
  }

  return {
    alert: (): DiskAlert | null => alert,
    /** Called with the error of every write that fails. */
    failed,
    /** While the alert lasts, errors of the disk are only logged for debugging. */
    quiet(noisy: Log): Log {
      const isKnown = (details: Record<string, unknown> = {}): boolean =>
        alert !== null && diskCodeOf(details.error) !== null;
      const at =
        (level: 'warn' | 'error'): Log['warn'] =>
        (message, details) =>
          noisy[isKnown(details) ? 'debug' : level](message, details);
      return { debug: noisy.debug, info: noisy.info, warn: at('warn'), error: at('error') };
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
