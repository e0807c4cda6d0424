/** Errors when data can't be stored. */
import { diskCodeOf } from './app-error.ts';
import { isFileError } from './files.ts';
import { StartupProblem } from './ports.ts';

/** Why the system or the database could not store data, such as ENOSPC; null for any other error. */
export function storageCodeOf(error: unknown): string | null {
  if (isFileError(error)) return error.code;
  const isOfData = error instanceof StartupProblem && error.code.startsWith('data_');
  return isOfData ? (diskCodeOf(error.cause) ?? error.code) : diskCodeOf(error);
}
