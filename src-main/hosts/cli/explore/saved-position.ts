/** Where an exploration ended, so that `--resume` continues there. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { systemDataFolder } from '#main/hosts/headless/data-folder.ts';
import { printLine } from '#main/hosts/headless/print.ts';
import { isFileError, makeFolder } from '#main/kit/files.ts';
import { type ExplorationReport, Unchecked } from '#shared/scenarios/schema/exploration.ts';
import { sha256 } from './content.ts';

/** Not in the repository, which could make an exploration skip what it should find. */
const folder = (): string => join(systemDataFolder(), 'explorations');

const Count = z.number().int().min(0);
const Saved = z.object({
  position: Count,
  unpredicted: z.array(Count),
  unchecked: z.array(Unchecked),
  /** When the first of the resumed explorations started. */
  startedAt: z.iso.datetime(),
});
type Saved = z.infer<typeof Saved>;

/** The same for the same files, values, seed, disturbances and part. */
const pathOf = (key: readonly unknown[]): string => {
  const hash = sha256(JSON.stringify([resolve('.'), key]));
  return join(folder(), `explore-${hash.slice(0, 16)}.json`);
};

/** Null if there was no exploration with this key. */
export async function readSaved(key: readonly unknown[]): Promise<Saved | null> {
  try {
    return Saved.parse(JSON.parse(await readFile(pathOf(key), 'utf8')));
  } catch {
    return null;
  }
}

/** A finding deletes the position: the receiver will change, so earlier results no longer apply. */
export async function save(
  key: readonly unknown[],
  { finding, position, exhaustive, unchecked, coverage }: ExplorationReport,
  startedAt: string,
): Promise<void> {
  const isExplored = coverage.messages > 0;
  if (!isExplored) return;
  const unpredicted = exhaustive?.unpredicted ?? [];
  const saved: Saved = { position, unpredicted, unchecked, startedAt };
  try {
    if (finding !== null) return await rm(pathOf(key), { force: true });
    makeFolder(folder(), 0o700);
    await writeFile(pathOf(key), JSON.stringify(saved));
  } catch (error) {
    // The result counts without it.
    if (!isFileError(error)) throw error;
    printLine(
      `${folder()} can't be written (${error.code}), so don't use --resume.`,
      process.stderr,
    );
  }
}
