/** The key of all secrets, which the core's process encrypts with. The system's keychain seals it. */
import { randomBytes } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, writePrivateFile } from '#main/kit/files.ts';

export interface Keychain {
  seal(text: string): Promise<Uint8Array>;
  /** Null if another keychain sealed it. Rejects if this one can't be used. */
  open(sealed: Uint8Array): Promise<string | null>;
}

const keyBytes = 32;

async function openKey(file: string, keychain: Keychain): Promise<Uint8Array | null> {
  const text = await keychain.open(Buffer.from(readFileSync(file, 'utf8'), 'base64'));
  const key = Buffer.from(text ?? '', 'base64');
  return key.length === keyBytes ? key : null;
}

/** False if another instance has just created the file. */
function createFile(file: string, text: string): boolean {
  const temporary = `${file}.${process.pid}`;
  writePrivateFile(temporary, text);
  try {
    linkSync(temporary, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/**
 * The first key that the keychain opens, else a new one. Each has a file of its own: a user who returns to a
 * former keychain finds its key, and two instances that start at once agree on one.
 */
export async function readDataKey(appFolder: string, keychain: Keychain): Promise<Uint8Array> {
  const folder = join(appFolder, 'keys');
  makeFolder(folder, 0o700);
  const names = readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .sort((one, other) => Number(one) - Number(other));
  for (const name of names) {
    const key = await openKey(join(folder, name), keychain);
    if (key !== null) return key;
  }
  const key = randomBytes(keyBytes);
  const sealed = await keychain.seal(key.toString('base64'));
  const file = join(folder, String(Number(names.at(-1) ?? 0) + 1));
  const isCreated = createFile(file, Buffer.from(sealed).toString('base64'));
  return isCreated ? key : readDataKey(appFolder, keychain);
}
