import { StartupProblem } from '#main/kit/ports.ts';

/** Why a data folder can't be read, created or written. */
export function dataFolderProblem(path: string, cause: unknown): StartupProblem {
  const { code, message } = cause as NodeJS.ErrnoException;
  const isFile = code === 'EEXIST' || code === 'ENOTDIR';
  return new StartupProblem(
    'data_folder_unusable',
    isFile
      ? `The data folder ${path} is a file, or inside one. Remove that file, or choose another folder with --data.`
      : `Can't use the data folder ${path}: ${message}. Grant permission, or choose another folder with --data.`,
    { cause },
  );
}
