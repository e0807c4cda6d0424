/** The files beside the scenario of a run. */
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isFileError, replaceFile } from '#main/kit/files.ts';
import { isSnapshot } from '#main/scenarios/expect/predicates/snapshot.ts';
import { Inconclusive } from '#main/scenarios/inconclusive.ts';
import type { RunSettings } from './run-settings.ts';

export function createRunFiles(
  file: string,
  { files, updatesSnapshots }: Pick<RunSettings, 'files' | 'updatesSnapshots'>,
) {
  const foundSnapshots = new Map<string, string>();

  function pathBeside(name: string): string {
    const path = files.resolve(file, name);
    if (path === null) throw new Error(`A scenario can't use ${name}.`);
    return files.absolute(path);
  }

  /** Null without a snapshot, and for one that is updated. */
  function readSnapshot(name: string): string | null {
    const path = pathBeside(name);
    const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
    const text = isFile ? readFileSync(path, 'utf8') : null;
    return updatesSnapshots && text !== null && isSnapshot(text) ? null : text;
  }

  return {
    /** Without a byte order mark. */
    async readText(name: string): Promise<string> {
      const bytes = await readFile(pathBeside(name));
      if (!isUtf8(bytes))
        throw new Inconclusive('fixture_invalid', `${name} is not UTF-8. Convert it.`);
      return new TextDecoder().decode(bytes);
    },
    readSnapshot,
    areSnapshotsUpdated: updatesSnapshots,
    /** The run's text for a snapshot. */
    snapshotFound: (name: string, text: string) => void foundSnapshots.set(name, text),
    /** Those that are updated. Returns why some could not be written. */
    async writeSnapshots(): Promise<readonly string[]> {
      const problems: string[] = [];
      for (const [name, text] of updatesSnapshots ? foundSnapshots : [])
        try {
          if (readSnapshot(name) === null) await replaceFile(pathBeside(name), text);
        } catch (error) {
          if (!isFileError(error)) throw error;
          problems.push(
            `The snapshot ${name} can't be written (${error.code}). Free disk space or make it writable, and run again with --update.`,
          );
        }
      return problems;
    },
  };
}

export type RunFiles = ReturnType<typeof createRunFiles>;
