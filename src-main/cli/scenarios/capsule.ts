/** Capsule files of `hookwright run`. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import {
  type CapsuleInput,
  capsuleBytes,
  capsuleName,
  type OpenedCapsule,
  openCapsule,
} from '#core/scenarios/capsule.ts';
import { canonicalLine } from '#scenarios/history/digest.ts';
import type { FinishedRun } from '#scenarios/run/run.ts';
import { SelectionError } from './scenario-files.ts';

export const isCapsule = (path: string): boolean => extname(path) === '.capsule';

/** Returns the path of the new file. */
export async function writeCapsule(
  out: string,
  inputs: Pick<CapsuleInput, 'scenario' | 'files' | 'paths' | 'untilMs'>,
  { report, history, startsAt }: FinishedRun,
): Promise<string> {
  const lines = history.events.map(canonicalLine);
  const bytes = await capsuleBytes({ ...inputs, report, lines, startsAt });
  const path = join(out, capsuleName(report));
  await mkdir(out, { recursive: true });
  await writeFile(path, bytes);
  return path;
}

export interface CapsuleFile extends OpenedCapsule {
  readonly path: string;
}

/** Throws a SelectionError. */
export async function readCapsule(path: string): Promise<CapsuleFile> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) throw new SelectionError(`File not found: ${path}. Check the path.`);
  try {
    return { path, ...openCapsule(bytes) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SelectionError(
      `${path} can't be opened: ${reason}. Use a capsule that hookwright run wrote.`,
    );
  }
}
