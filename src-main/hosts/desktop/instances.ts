/**
 * The running processes of the app: one for each workspace, and one without. Each keeps a file named by
 * its process ID. A file whose process has ended is deleted.
 */
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '#main/kit/files.ts';
import { namesIn } from './folders.ts';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Clocks and file systems are less exact. */
const toleranceMs = 60_000;

/** Removed when this process exits. */
export function registerInstance(
  appFolder: string,
  ownPid = process.pid,
  bootedAtMs = Date.now() - uptime() * 1_000,
) {
  const folder = join(appFolder, 'instances');
  const fileOf = (pid: number): string => join(folder, String(pid));
  const startOf = (pid: number): number =>
    statSync(fileOf(pid), { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
  makeFolder(folder, 0o700);
  writeFileSync(fileOf(ownPid), '');
  process.once('exit', () => rmSync(fileOf(ownPid), { force: true }));

  function others(): readonly number[] {
    const pids = namesIn(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
    // After a restart of the machine, another program may have the process ID.
    const isRunning = (pid: number): boolean =>
      isAlive(pid) && startOf(pid) > bootedAtMs - toleranceMs;
    const running = pids.filter(isRunning);
    for (const pid of pids) if (!running.includes(pid)) rmSync(fileOf(pid), { force: true });
    return running.filter((pid) => pid !== ownPid);
  }

  return {
    others,
    isOldest: (): boolean => others().every((pid) => startOf(pid) >= startOf(ownPid)),
  };
}

export type Instances = ReturnType<typeof registerInstance>;
