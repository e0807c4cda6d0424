/** Capsule files of `hookwright run`. */
import { lstatSync } from 'node:fs';
import { extname, join } from 'node:path';
import {
  type CapsuleInput,
  capsuleName,
  type OpenedCapsule,
  openCapsule,
  writeCapsule,
} from '#core/scenarios/capsule.ts';
import type { RunData } from '#core/scenarios/run-data.ts';
import { ZipProblem } from '#core/scenarios/zip-file.ts';
import { canonicalLines, randomHeaders } from '#scenarios/history/digest.ts';
import type { FinishedRun } from '#scenarios/run/run.ts';
import { makeIgnoredFolder } from './ignore-in-git.ts';
import type { RunCommandOptions } from './run-options.ts';
import { SelectionError } from './scenario-files.ts';

export const isCapsule = (path: string): boolean => extname(path) === '.capsule';

/** A link with the name of the folder may come from the repository. Throws a SelectionError. */
export function requireOwnFolder({ out, isOutNamed, capsule }: RunCommandOptions): void {
  if (isOutNamed || capsule === 'never') return;
  if (lstatSync(out, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new SelectionError(`${out} is a link. Delete it, or choose a folder with --out.`);
}

/** Returns the path of the new file. */
export async function saveCapsule(
  out: string,
  inputs: Pick<CapsuleInput, 'scenario' | 'files' | 'paths' | 'untilMs'>,
  { report, history, startsAt }: FinishedRun,
  data: RunData,
): Promise<string> {
  const lines = canonicalLines(history.events, randomHeaders(inputs.scenario));
  const path = join(out, capsuleName(report));
  await makeIgnoredFolder(out);
  await writeCapsule(path, { ...inputs, report, lines, startsAt, data });
  return path;
}

export interface CapsuleFile extends OpenedCapsule {
  readonly path: string;
}

function problemOf(error: unknown): string {
  if (error instanceof ZipProblem) return error.message;
  throw error;
}

/** Throws a SelectionError. */
export async function readCapsule(path: string): Promise<CapsuleFile> {
  try {
    return { path, ...(await openCapsule(path)) };
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new SelectionError(`File not found: ${path}. Check the path.`);
    throw new SelectionError(
      `${path} can't be opened: ${problemOf(error)}. Use a capsule that hookwright run wrote.`,
    );
  }
}
