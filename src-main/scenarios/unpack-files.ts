/** Unpacks an untrusted zip, and parses its JSON in little time, whatever it contains (D62). */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { jsonExcess } from '#shared/kit/nesting.ts';
import { clipped } from '#shared/kit/redacted.ts';
import { isInside } from './files-on-disk.ts';
import { maxLineLength, type ZipFile, ZipProblem } from './zip-file.ts';

/** Of all files of an archive. */
const maxFilesBytes = 256 * 1024 ** 2;

/** Names that the file system doesn't accept, such as two that differ only in case, are a ZipProblem. */
export async function writing(name: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    throw new ZipProblem(`${clipped(name)} can't be written (${error.code})`);
  }
}

/** Throws a ZipProblem. Holds no file in memory. */
export async function unpackFiles(
  folder: string,
  names: readonly string[],
  extract: ZipFile['extract'],
): Promise<void> {
  let bytes = 0;
  for (const name of names) {
    const path = join(folder, name);
    if (!isInside(folder, path)) throw new ZipProblem(`${clipped(name)} is outside the archive`);
    await writing(name, async () => {
      await mkdir(dirname(path), { recursive: true });
      const tooLarge = 'its files are larger than 256 MB';
      bytes += await extract(name, path, maxFilesBytes - bytes, tooLarge);
    });
  }
}

/** Of an event: it has at most 10,000 header lines of three values. */
export const maxEventValues = 50_000;
/** Of a report, delivery or request: 100 mock endpoints in each of 500 moments have half as many. */
export const maxValues = 500_000;

/** Whether JSON can be read from a run archive. */
export const isReadable = (line: string, most: number): boolean =>
  line.length <= maxLineLength && jsonExcess(Buffer.from(line), most) === null;

/** Ends at the first problem, as `z.validate` does: there may be very many. */
const untilProblem: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true };

/** Throws a ZipProblem. */
export function validValue<Schema extends z.ZodType>(
  schema: Schema,
  name: string,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value, untilProblem);
  if (result.success) return result.data;
  throw new ZipProblem(`${name} is not valid, or newer than this version`);
}

const excessTexts = { nesting: 'is nested too deep', values: 'has too many values' };

/** Throws a ZipProblem. */
export function parsedJson<Schema extends z.ZodType>(
  schema: Schema,
  name: string,
  text: string,
  most = maxValues,
): z.output<Schema> {
  const excess = jsonExcess(Buffer.from(text), most);
  if (excess !== null) throw new ZipProblem(`${name} ${excessTexts[excess]}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ZipProblem(`${name} is not JSON`);
  }
  return validValue(schema, name, value);
}
