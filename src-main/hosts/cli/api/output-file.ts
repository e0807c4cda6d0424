/** Where results and files are written. */
import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { exportWriter } from '#main/hosts/headless/print.ts';
import { CommandError } from '../command-error.ts';

/** Resolves when more can be written. */
export type Write = (bytes: Uint8Array) => Promise<void>;

function stdoutWriter(mediaType: string): Write {
  const isJson = mediaType.includes('json');
  if (process.stdout.isTTY && !isJson && !mediaType.startsWith('text/'))
    throw new CommandError('usage', "Can't print this file on a terminal. Choose one with --out.");
  const write = exportWriter(process.stdout, isJson);
  return (bytes) =>
    new Promise((resolve, reject) => {
      write(bytes, (error) => (error == null ? resolve() : reject(error)));
    });
}

/** To stdout, or to a file that gets its name only when it is complete. */
export async function writeOutput(
  out: string | undefined,
  work: (write: Write) => Promise<void>,
  mediaType = '',
): Promise<void> {
  if (out === undefined) return work(stdoutWriter(mediaType));
  const part = `${out}.${randomUUID()}.part`;
  const unwritable = (error: Error): never => {
    throw new CommandError('failed', `Can't write ${out}: ${error.message}.`, error);
  };
  const file = await open(part, 'wx', 0o600).catch(unwritable);
  try {
    await work((bytes) => file.writeFile(bytes).catch(unwritable));
    await file.close();
    await rename(part, out).catch(unwritable);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}

/** Replaces files only, and only with --yes. */
export async function checkPath(out: string, isReplaced: boolean): Promise<void> {
  const existing = await stat(out).catch(() => null);
  if (existing === null || (existing.isFile() && isReplaced)) return;
  const problem = existing.isFile() ? 'already exists' : 'is not a file';
  const fix = existing.isFile() ? ', or add --yes to replace it' : '';
  throw new CommandError('usage', `${out} ${problem}. Choose another name${fix}.`);
}
