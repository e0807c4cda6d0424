/** Codes of SQLite, including extended ones, and of the sync after a commit. */
const diskCodes = /^(SQLITE_(FULL|IOERR|READONLY|BUSY)|ENOSPC$|EDQUOT$|EIO$|EROFS$)/;

/** The code of such an error; null for any other. */
export function diskCodeOf(error: unknown): string | null {
  const code =
    typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return diskCodes.test(code) ? code : null;
}
