/** Where an exploration ended, so that `--resume` continues there. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '#core/make-folder.ts';
import { systemDataFolder } from '../../headless/data-folder.ts';

/** Not in the repository, which could make an exploration skip what it should find. */
const folder = (): string => join(systemDataFolder(), 'explorations');

const Saved = z.object({ position: z.number().int().min(0) });

/** The same for the same file, seed and disturbances. */
const pathOf = (key: readonly unknown[]): string => {
  const hash = createHash('sha256')
    .update(JSON.stringify([resolve('.'), key]))
    .digest('hex');
  return join(folder(), `explore-${hash.slice(0, 16)}.json`);
};

/** Number of schedules tried; 0 if there was no exploration of this text. */
export async function readPosition(key: readonly unknown[]): Promise<number> {
  try {
    return Saved.parse(JSON.parse(await readFile(pathOf(key), 'utf8'))).position;
  } catch {
    return 0;
  }
}

export async function savePosition(key: readonly unknown[], position: number): Promise<void> {
  makeFolder(folder(), 0o700);
  await writeFile(pathOf(key), JSON.stringify({ position }));
}
