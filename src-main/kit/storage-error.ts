/** Errors of a place where data can't be stored. */
import { diskCodeOf } from './app-error.ts';
import { isFileError } from './files.ts';
import { StartupProblem } from './ports.ts';

/** Whether the system or the database refused to store, such as without space. */
export const isStorageError = (error: unknown): boolean =>
  isFileError(error) ||
  diskCodeOf(error) !== null ||
  (error instanceof StartupProblem && error.code.startsWith('data_'));
