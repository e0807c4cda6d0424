/** Run archive files of `hookwright run`. */
import { lstatSync } from 'node:fs';
import { extname, join } from 'node:path';
import {
  type OpenedRunArchive,
  openRunArchive,
  type RunArchiveInput,
  runArchiveName,
  writeRunArchive,
} from '#core/scenarios/run-archive.ts';
import type { RunData } from '#core/scenarios/run-data.ts';
import { ZipProblem } from '#core/scenarios/zip-file.ts';
import { canonicalLines, randomHeaders } from '#scenarios/history/digest.ts';
import type { FinishedRun } from '#scenarios/run/run.ts';
import { makeIgnoredFolder } from './ignore-in-git.ts';
import type { RunCommandOptions } from './run-options.ts';
import { SelectionError } from './scenario-files.ts';

export const isRunArchive = (path: string): boolean => extname(path) === '.hookwright-run';

/** A link with the name of the folder may come from the repository. Throws a SelectionError. */
export function requireOwnFolder({ out, isOutNamed, archive }: RunCommandOptions): void {
  if (isOutNamed || archive === 'never') return;
  if (lstatSync(out, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new SelectionError(`${out} is a link. Delete it, or choose a folder with --out.`);
}

/** Returns the path of the new file. */
export async function saveRunArchive(
  out: string,
  inputs: Pick<RunArchiveInput, 'scenario' | 'files' | 'paths' | 'untilMs'>,
  { report, history, startsAt }: FinishedRun,
  data: RunData,
): Promise<string> {
  const lines = canonicalLines(history.events, randomHeaders(inputs.scenario));
  const path = join(out, runArchiveName(report));
  await makeIgnoredFolder(out);
  await writeRunArchive(path, { ...inputs, report, lines, startsAt, data });
  return path;
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
