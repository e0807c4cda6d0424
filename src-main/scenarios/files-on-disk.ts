/** The files of a scenario on disk, and where they may be. */
import { existsSync, realpathSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { readUpTo } from '#main/kit/files.ts';
import { type FileText, maxScenarioBytes, type ScenarioFiles } from '#shared/scenarios/files.ts';

export const isInside = (folder: string, path: string): boolean => {
  const inFolder = relative(folder, path);
  const isOutside = inFolder === '..' || inFolder.startsWith(`..${sep}`) || isAbsolute(inFolder);
  return inFolder === '' || !isOutside;
};

/** The folder with `.git` above a file; otherwise that of the file. */
function repositoryOf(file: string): string {
  for (let folder = dirname(file); dirname(folder) !== folder; folder = dirname(folder))
    if (existsSync(join(folder, '.git'))) return folder;
  return dirname(file);
}

/** Hidden files have secrets, such as `.env` and `.git/config`. */
const isHidden = (path: string): boolean =>
  path.split(/[\\/]/).some((part) => part.startsWith('.') && part !== '..');

/** Follows links, also those above a missing file, so that no link can point outside the folder. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

async function readText(path: string): Promise<FileText> {
  const entry = await stat(path).catch(() => null);
  if (entry?.isFile() !== true) return { kind: 'file_missing' };
  try {
    const bytes = await readUpTo(path, maxScenarioBytes);
    if (bytes === null) return { kind: 'file_too_large' };
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { kind: 'not_utf8' };
  }
}

/** Fixtures, users, snapshots and certificates; another program would run files with other names. */
export const isDataFile = (path: string): boolean =>
  /^[\p{L}\d][\p{L}\d ._-]*\.(ya?ml|jsonl?|ndjson|csv|txt|gz|har|pem|crt|snap)$/iu.test(
    basename(path),
  ) && !/^(package|tsconfig)(-lock)?\.json$/i.test(basename(path));

export interface FilesOnDisk extends ScenarioFiles {
  readonly absolute: (path: string) => string;
  readonly bytes: (path: string) => Promise<Uint8Array>;
}

/**
 * Paths are relative to `base`. The files that a scenario names are inside `root`; without one, in
 * the repository of the scenario. None is hidden, except with the scenario itself.
 */
export function filesOnDisk({ base, root }: { base: string; root: string | null }): FilesOnDisk {
  const absolute = (path: string): string => resolve(base, path);
  return {
    absolute,
    resolve(from, name) {
      const path = isAbsolute(name) ? normalize(name) : join(dirname(from), name);
      const real = realPath(absolute(path));
      const limit = realPath(root ?? repositoryOf(absolute(from)));
      const fromScenario = relative(realPath(dirname(absolute(from))), real);
      return isInside(limit, real) && !isHidden(fromScenario) ? path : null;
    },
    read: (path) => readText(absolute(path)),
    bytes: (path) => readFile(absolute(path)),
    exists: async (path) => (await stat(absolute(path)).catch(() => null))?.isFile() === true,
  };
}

/** A folder of scenarios. */
export interface FolderPlace {
  readonly path: string;
  /** As in `filesOnDisk`. */
  readonly root: string | null;
  /** A folder that it must be inside of, even if it is a link. */
  readonly within?: string | undefined;
}

export const isElsewhere = ({ path, within }: Pick<FolderPlace, 'path' | 'within'>): boolean =>
  within !== undefined && !isInside(realPath(within), realPath(path));

/** The files of a folder, without those that a link leads out of it. */
export function filesInFolder(place: FolderPlace) {
  const files = filesOnDisk({ base: place.path, root: place.root });
  const inFolder: FilesOnDisk = {
    ...files,
    resolve: (from, name) => (isElsewhere(place) ? null : files.resolve(from, name)),
    read: async (file) => (isOutside(file) ? { kind: 'file_missing' } : files.read(file)),
  };
  const isOutside = (file: string): boolean =>
    inFolder.resolve(file, files.absolute(file)) === null;
  return { ...inFolder, isOutside };
}

/** Reads each text once and adds it to `texts`, so that what was checked is what runs (D60). */
export const rememberingTexts = <Files extends ScenarioFiles>(
  files: Files,
  texts: Map<string, string>,
): Files => ({
  ...files,
  async read(path) {
    const text = texts.get(path);
    if (text !== undefined) return { kind: 'text', text };
    const content = await files.read(path);
    if (content.kind === 'text') texts.set(path, content.text);
    return content;
  },
});

/** Only texts that were checked are read, whatever is on the disk now (D60). */
export const withTexts = (files: FilesOnDisk, texts: ReadonlyMap<string, string>): FilesOnDisk => ({
  ...files,
  async read(path) {
    const text = texts.get(path);
    return text === undefined ? { kind: 'file_missing' } : { kind: 'text', text };
  },
  async bytes(path) {
    const text = texts.get(path);
    return text === undefined ? files.bytes(path) : Buffer.from(text);
  },
  exists: async (path) => texts.has(path) || files.exists(path),
});
