/** Creates the tables of a new data folder. Before the first release, data of other builds is rejected. */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { StartupProblem } from '#main/kit/ports.ts';

const schema = readFileSync(new URL('./schema.sql', import.meta.url), 'utf8');
const knownVersion = Number(/user_version = (\d+)/.exec(schema)?.[1]);

const versionOf = (db: Database): number => db.pragma('user_version', { simple: true }) as number;

/**
 * In the header of the file (https://sqlite.org/fileformat.html): a connection would create, merge
 * or remove its log. 0 for a new file and one that is no database.
 */
function versionIn(file: string): number {
  const header = Buffer.alloc(64);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, header, 0, header.length, 0);
  } finally {
    closeSync(handle);
  }
  const isDatabase = header.toString('latin1', 0, 16) === 'SQLite format 3\0';
  return isDatabase ? header.readInt32BE(60) : 0;
}

/** Of a build with another schema. Only reads. */
export function isOlder(file: string): boolean {
  const version = versionIn(file);
  return version > 0 && version < knownVersion;
}

/** Throws a StartupProblem for data of another build. Only reads. */
export function rejectOtherSchema(file: string): void {
  const folder = dirname(file);
  if (isOlder(file))
    throw new StartupProblem(
      'database_older',
      `The data in ${folder} is of an older build. Choose another folder with --data, or move this one away.`,
    );
  if (versionIn(file) > knownVersion)
    throw new StartupProblem(
      'database_newer',
      `The data in ${folder} is of a newer build. Start that one, or choose another folder with --data.`,
    );
}

/** All of it or nothing. Before a database has a log, so that its header has the version. */
export function createSchema(db: Database): void {
  if (versionOf(db) === 0) db.transaction(() => db.exec(schema))();
}
