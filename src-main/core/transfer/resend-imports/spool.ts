/**
 * Stores a parsed file next to the database until it is sent, so that large files don't use memory.
 * Only the user can read it. Removed when its job has ended, when cancelled, and at the next start
 * without a job.
 */
import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../ports.ts';
import type { FileEntry, FileRequest } from './entry.ts';

export interface SpooledEntry {
  readonly number: number;
  readonly body: Uint8Array;
  readonly requests: readonly FileRequest[];
}

export interface Spool {
  add(entries: readonly { readonly number: number; readonly read: FileEntry }[]): Promise<void>;
  read(): AsyncGenerator<SpooledEntry, void, void>;
  /** The next start removes it if this fails. */
  remove(): Promise<void>;
  isThere(): boolean;
}

const folderIn = (dataFolder: string): string => join(dataFolder, 'resend-imports');

const fileName = (id: string): string => `${id}.jsonl`;

/** Deletes files of earlier runs except the given ones. The others are no longer referenced. */
export function clearSpools(dataFolder: string, kept: readonly string[]): void {
  const folder = folderIn(dataFolder);
  if (kept.length === 0) {
    rmSync(folder, { recursive: true, force: true });
    return;
  }
  const files = new Set(kept.map(fileName));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder))
    if (!files.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
}

/**
 * Reads on demand and closes the file when the consumer stops. `node:readline` would read a
 * thousand lines ahead and leave the file open.
 */
async function* linesOf(file: string): AsyncGenerator<string, void, void> {
  let rest: string[] = [];
  for await (const piece of createReadStream(file, 'utf8')) {
    const [first = '', ...others]: string[] = piece.split('\n');
    rest.push(first);
    for (const next of others) {
      yield rest.join('');
      rest = [next];
    }
  }
}

export function createSpool(dataFolder: string, id: string, log: Log): Spool {
  const file = join(folderIn(dataFolder), fileName(id));
  return {
    async add(entries) {
      if (entries.length === 0) return;
      mkdirSync(folderIn(dataFolder), { recursive: true, mode: 0o700 });
      const lines = entries.map(({ number, read: { body, requests } }) =>
        JSON.stringify({ number, body: Buffer.from(body).toString('base64'), requests }),
      );
      await appendFile(file, `${lines.join('\n')}\n`, { mode: 0o600 });
    },
    async *read() {
      for await (const line of linesOf(file)) {
        const { number, body, requests } = JSON.parse(line);
        yield { number, body: Buffer.from(body, 'base64'), requests };
      }
    },
    remove: () =>
      rm(file, { force: true }).catch((error) =>
        log.warn('Could not remove the temporary file of an import.', { error }),
      ),
    isThere: () => existsSync(file),
  };
}
