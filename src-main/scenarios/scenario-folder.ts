/** The scenario files of an instance: only those inside its folder, by their path in it. */
import { createHash } from 'node:crypto';
import { constants, copyFile, glob, mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join, posix, sep } from 'node:path';
import { AppError, fieldError, notFound } from '#main/kit/app-error.ts';
import { createFile, readUpTo, replaceFile } from '#main/kit/files.ts';
import { createSerialQueue } from '#main/kit/serial-queue.ts';
import { maxScenarioBytes } from '#shared/scenarios/files.ts';
import type { StoredScenario } from '#shared/scenarios/schema/workspace.ts';
import { isElsewhere, isInside, realPath } from './files-on-disk.ts';

const maxFiles = 500;

const versionOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** The nearest existing folder, so that a link above a new file is followed. */
async function existing(path: string): Promise<string> {
  const entry = await stat(path).catch(() => null);
  return entry === null && dirname(path) !== path ? existing(dirname(path)) : path;
}

/** `within`: a folder that it must be inside of, even if it is a link. */
export function createScenarioFolder(folder: string, within?: string) {
  /** Each checks what the one before left. */
  const inOrder = createSerialQueue();

  const isLinkOut = (): boolean => isElsewhere({ path: folder, within });

  /** Rejects links to paths outside the folder. Names were checked by their schema. */
  async function pathOf(file: string): Promise<string> {
    if (isLinkOut())
      throw fieldError(['file'], `${folder} is a link to a folder outside the workspace.`);
    const path = join(folder, file);
    const nearest = await existing(path);
    const isLinkedOut = isInside(folder, nearest) && !isInside(realPath(folder), realPath(nearest));
    if (!isInside(folder, path) || isLinkedOut)
      throw fieldError(['file'], `${file} is outside the scenarios folder.`);
    return path;
  }

  async function get(file: string): Promise<StoredScenario> {
    const path = await pathOf(file);
    const entry = await stat(path).catch(() => null);
    if (entry?.isFile() !== true) throw notFound('scenario');
    const bytes = await readUpTo(path, maxScenarioBytes);
    if (bytes === null)
      throw new AppError('conflict', `${file} is larger than 1 MB.`, {
        fix: 'Move data into fixtures.',
      });
    const text = bytes.toString();
    return { file, text, version: versionOf(text) };
  }

  return {
    get,
    /** Copies a file next to a scenario, unless there is one. */
    async addFile(file: string, name: string, from: string): Promise<void> {
      const path = await pathOf(posix.join(posix.dirname(file), name));
      await mkdir(dirname(path), { recursive: true });
      await copyFile(from, path, constants.COPYFILE_EXCL).catch((error: unknown) => {
        if (codeOf(error) !== 'EEXIST') throw error;
      });
    },
    /** Adds a new file. */
    async addBytes(file: string, bytes: Uint8Array): Promise<void> {
      const path = await pathOf(file);
      await mkdir(dirname(path), { recursive: true });
      await createFile(path, bytes);
    },
    async exists(file: string): Promise<boolean> {
      return (await stat(await pathOf(file)).catch(() => null)) !== null;
    },
    async list(): Promise<readonly string[]> {
      if (isLinkOut()) return [];
      const files: string[] = [];
      const paths = glob('**/*.{yaml,yml}', {
        cwd: folder,
        exclude: (name) => /(^|[\\/])(node_modules|\.[^\\/]*)$/.test(name),
      });
      for await (const path of paths) {
        files.push(path.replaceAll(sep, '/'));
        if (files.length >= maxFiles) break;
      }
      return files.sort();
    },
    async create(file: string, text: string): Promise<StoredScenario> {
      const path = await pathOf(file);
      await mkdir(dirname(path), { recursive: true });
      try {
        await createFile(path, text);
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
        // Created before, by a call whose response was lost.
        const before = await get(file).catch(() => null);
        if (before?.text === text) return before;
        throw new AppError('conflict', `${file} already exists.`, { fix: 'Choose another name.' });
      }
      return { file, text, version: versionOf(text) };
    },
    save: (file: string, text: string, version: string): Promise<StoredScenario> =>
      inOrder(async () => {
        const path = await pathOf(file);
        const before = await get(file);
        // Saved before, by a call whose response was lost.
        if (before.text === text) return before;
        if (before.version !== version)
          throw new AppError('conflict', `${file} was changed on disk.`, {
            fix: 'Copy your text, then reload the file.',
          });
        await replaceFile(path, text);
        return { file, text, version: versionOf(text) };
      }),
    remove: (file: string): Promise<void> =>
      inOrder(async () => {
        const path = await pathOf(file);
        await get(file);
        await rm(path);
      }),
  };
}
export type ScenarioFolder = ReturnType<typeof createScenarioFolder>;
