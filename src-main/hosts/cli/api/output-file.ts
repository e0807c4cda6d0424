/** Where results and files are written. */
import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, open, rename, rm, stat } from 'node:fs/promises';
import { exportWriter } from '#main/hosts/headless/print.ts';
import { CommandError } from '../command-error.ts';

/** Resolves when more can be written. */
export type Write = (bytes: Uint8Array) => Promise<void>;

function stdoutWriter(mediaType: string): Write {
  if (process.stdout.isTTY && !mediaType.includes('json') && !mediaType.startsWith('text/'))
    throw new CommandError('usage', "Can't print this file on a terminal. Choose one with --out.");
  const write = exportWriter(process.stdout, mediaType);
  return (bytes) =>
    new Promise((resolve, reject) => {
      write(bytes, (error) => (error == null ? resolve() : reject(error)));
    });
}

export interface OutputOptions {
  /** A file; by default stdout. */
  readonly out?: string | undefined;
  /** Whether an existing file is replaced. */
  readonly yes?: boolean | undefined;
}

const existsText = (out: string): string =>
  `${out} already exists. Choose another name, or add --yes to replace it.`;

/** Gives a complete file its name. One that appeared meanwhile is kept, also where the file system has no links. */
async function place(part: string, { out = '', yes = false }: OutputOptions): Promise<void> {
  if (yes) return rename(part, out);
  try {
    await link(part, out).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error;
      return copyFile(part, out, constants.COPYFILE_EXCL);
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new CommandError('usage', existsText(out), error);
  }
  await rm(part, { force: true });
}

/** To stdout, or to a file that gets its name only when it is complete. */
export async function writeOutput(
  output: OutputOptions,
  work: (write: Write) => Promise<void>,
  mediaType = '',
): Promise<void> {
  const { out } = output;
  if (out === undefined) return work(stdoutWriter(mediaType));
  const part = `${out}.${randomUUID()}.part`;
  const unwritable = (error: Error): never => {
    if (error instanceof CommandError) throw error;
    throw new CommandError('failed', `Can't write ${out}: ${error.message}.`, error);
  };
  const file = await open(part, 'wx', 0o600).catch(unwritable);
  try {
    await work((bytes) => file.writeFile(bytes).catch(unwritable));
    await file.close();
    await place(part, output).catch(unwritable);
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
  throw new CommandError(
    'usage',
    existing.isFile() ? existsText(out) : `${out} is not a file. Choose another name.`,
  );
}
