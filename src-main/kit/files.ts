/** Reads files up to a size, writes them complete or not at all, and creates folders. */
import {
  closeSync,
  createReadStream,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { lstat, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';

/** Null if the file is larger. Those of `/proc` say that they are empty, and have no end. */
export async function readUpTo(file: string, maxBytes: number): Promise<Buffer | null> {
  const bytes = await buffer(createReadStream(file, { end: maxBytes }));
  return bytes.length > maxBytes ? null : bytes;
}

/** A new or renamed file survives a crash only if its folder is synced too. */
export function syncFolder(folder: string): void {
  // Windows can't open folders, and its file system persists such changes itself.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Syncs a written file and renames it to its final name. */
export function publishFile(temporary: string, file: string): void {
  const descriptor = openSync(temporary, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(temporary, file);
  syncFolder(dirname(file));
}

/** Replaces a file with one that only this user can read. */
export function writePrivateFile(file: string, text: string): void {
  const temporary = `${file}.tmp`;
  // A file left by an interrupted process would keep its permissions.
  rmSync(temporary, { force: true });
  writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
  publishFile(temporary, file);
}

// Writes files whose names a repository may have prepared as links.

/** Pipes and devices, such as `/dev/stdout`, which is a link. */
async function isStream(file: string): Promise<boolean> {
  if (/^\/(dev|proc)\//.test(resolve(file))) return true;
  const entry = await lstat(file).catch(() => null);
  return entry !== null && !entry.isFile() && !entry.isSymbolicLink();
}

let replacements = 0;

/** Whether the system refused to read or write, such as without permission (EACCES) or space (ENOSPC). */
export const isFileError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'syscall' in error && 'code' in error;

/** A link is replaced itself: the file that it points to is kept. */
export async function replaceFile(
  file: string,
  content: string | Iterable<Uint8Array>,
  mode?: number,
): Promise<void> {
  if (await isStream(file)) return writeFile(file, content);
  replacements += 1;
  // Several may be in progress, in this process and in others.
  const temporary = `${file}.${process.pid}-${replacements}.tmp`;
  await rm(temporary, { force: true });
  try {
    await writeFile(temporary, content, { flag: 'wx', mode });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Creates a file that must not exist (EEXIST). Without space, nothing is left that would keep its name. */
export async function createFile(file: string, content: string | Uint8Array): Promise<void> {
  const opened = await open(file, 'wx');
  try {
    await opened.writeFile(content);
    await opened.close();
  } catch (error) {
    await opened.close().catch(() => undefined);
    await rm(file, { force: true }).catch(() => undefined);
    throw error;
  }
}

interface Access {
  readonly uid: number;
  readonly mode: number;
}

// Windows has no modes: folders in the user's profile inherit its access list.
const hasModes = process.platform !== 'win32';

/** Whether a file or folder belongs to this user. */
export const isOwn = ({ uid }: Pick<Access, 'uid'>): boolean =>
  !hasModes || uid === process.getuid?.();

/** Whether others have access. */
export const isWide = (mode: number): boolean => hasModes && (mode & 0o077) !== 0;

/** Whether a file or folder is this user's own, and only theirs. */
export const isPrivate = (access: Access): boolean => isOwn(access) && !isWide(access.mode);

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Creates a folder and its parents, level by level. With `recursive`, Node would try forever where
 * folders can't be created, such as in `/proc`.
 */
export function makeFolder(path: string, mode?: number): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have created it.
    if (!isFolder(path)) throw error;
  }
}
