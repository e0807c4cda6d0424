/** Crash reports on this machine. They are never sent. */
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, crashReporter, shell } from 'electron';
import { makeFolder } from '#main/kit/files.ts';
import type { CrashReport } from '#shared/settings/desktop.ts';
import { namesIn } from './folders.ts';

const maxReports = 20;

export type CrashReports = ReturnType<typeof createCrashReports>;

/** Electron's own dumps of native crashes, and a text file for each uncaught error. */
export function createCrashReports(dataFolder: string) {
  const folder = join(dataFolder, 'crash-reports');
  let added = (): void => undefined;
  makeFolder(folder, 0o700);

  function list(): CrashReport[] {
    return namesIn(folder, true)
      .filter((name) => /\.(dmp|txt)$/.test(name))
      .flatMap((name) => {
        // Another process may delete it.
        const found = statSync(join(folder, name), { throwIfNoEntry: false });
        return found ? [{ name, time: Math.floor(found.mtimeMs), bytes: found.size }] : [];
      })
      .sort((one, other) => other.time - one.time || other.name.localeCompare(one.name));
  }

  function remove(reports: readonly CrashReport[]): void {
    for (const { name } of reports) rmSync(join(folder, name), { force: true });
  }

  return {
    /** Collects native crashes of all processes. */
    start(): void {
      app.setPath('crashDumps', folder);
      crashReporter.start({ uploadToServer: false });
    },
    list,
    onAdded(listener: () => void): void {
      added = listener;
    },
    show(): void {
      makeFolder(folder, 0o700);
      void shell.openPath(folder);
    },
    clear: (): void => remove(list()),
    add(process: string, error: unknown): void {
      const time = new Date();
      const name = `${time.toISOString().replaceAll(':', '-')}-${process}.txt`;
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      try {
        makeFolder(folder, 0o700);
        const about = `Hookwright ${app.getVersion()}, ${globalThis.process.platform}`;
        writeFileSync(join(folder, name), `${about}\n${text}\n`, { mode: 0o600 });
        remove(list().slice(maxReports));
        added();
      } catch {
        // The disk may be full.
      }
    },
  };
}
