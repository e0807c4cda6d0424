/** Run archive files of `hookwright run`. */

import { readdir, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { FinishedRun } from '#main/hosts/sandbox/run-settings.ts';
import { makeFolder } from '#main/kit/files.ts';
import { canonicalLines, randomHeaders } from '#main/scenarios/history/history-hash.ts';
import {
  type OpenedRunArchive,
  openRunArchive,
  type RunArchiveInput,
  writeRunArchive,
} from '#main/scenarios/run-archive.ts';
import type { RunData } from '#main/scenarios/run-data.ts';
import { ZipProblem } from '#main/scenarios/zip-file.ts';
import { SelectionError } from './scenario-files.ts';

/** Makes a folder whose files are not for a repository. A folder that has files stays as it is. */
async function makeIgnoredFolder(folder: string): Promise<void> {
  makeFolder(folder);
  if ((await readdir(folder)).length > 0) return;
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined);
}

export const isRunArchive = (path: string): boolean => extname(path) === '.hookwright-run';

export async function saveRunArchive(
  path: string,
  inputs: Pick<RunArchiveInput, 'scenario' | 'files' | 'paths' | 'untilMs'>,
  { report, history, startsAt }: FinishedRun,
  data: RunData,
): Promise<void> {
  const lines = canonicalLines(history.events, randomHeaders(inputs.scenario));
  await makeIgnoredFolder(dirname(path));
  await writeRunArchive(path, { ...inputs, report, lines, startsAt, data });
}

export interface RunArchiveFile extends OpenedRunArchive {
  readonly path: string;
}

function problemOf(error: unknown): string {
  if (error instanceof ZipProblem) return error.message;
  throw error;
}

/** Throws a SelectionError. */
export async function readRunArchive(path: string): Promise<RunArchiveFile> {
  try {
    const archive = await openRunArchive(path);
    try {
      await archive.checkHistory();
      return { path, ...archive };
    } catch (error) {
      await archive.close();
      throw error;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new SelectionError(`File not found: ${path}. Check the path.`);
    throw new SelectionError(
      `${path} can't be opened: ${problemOf(error)}. Use a run archive that hookwright run wrote.`,
    );
  }
}
