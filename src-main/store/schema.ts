/**
 * Creates the tables of a new data folder, and of the database in a run archive. Before the first release, data of other
 * builds is rejected.
 */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { StartupProblem } from '#main/kit/ports.ts';

const schema = readFileSync(new URL('./schema.sql', import.meta.url), 'utf8');
const knownVersion = Number(/user_version = (\d+)/.exec(schema)?.[1]);

/** What the run adds: the facts of a delivery that need settings or secrets, and who sent a received request. */
const runTables = `
CREATE TABLE run_deliveries (id INTEGER PRIMARY KEY, facts TEXT NOT NULL) STRICT;
CREATE TABLE run_requests (id INTEGER PRIMARY KEY, message_id TEXT, sender TEXT NOT NULL) STRICT;`;

const versionOf = (db: Database.Database): number =>
  db.pragma('user_version', { simple: true }) as number;

/** Writes to the disk without a change. */
export const rewriteVersion = (db: Database.Database): void =>
  void db.pragma(`user_version = ${versionOf(db)}`);

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
export function createSchema(db: Database.Database): void {
  if (versionOf(db) === 0) db.transaction(() => db.exec(schema))();
}

export function createRunSchema(db: Database.Database): void {
  createSchema(db);
  db.exec(runTables);
}

/** Of another build; false for what is no database. Only reads. */
export function isOfOtherBuild(file: string): boolean {
  const version = versionIn(file);
  return version !== 0 && version !== knownVersion;
}

/** Tables, indexes and the like, with the words that made them. */
const objectsOf = (db: Database.Database): unknown =>
  db
    .prepare(`SELECT json_group_array(json_array(type, name, tbl_name, sql) ORDER BY type, name)
      FROM sqlite_schema`)
    .pluck()
    .get();

/** Whether a database has what that of a run archive has, in the same words, and nothing else. */
export function hasRunSchema(db: Database.Database): boolean {
  const expected = new Database(':memory:');
  createRunSchema(expected);
  const isSame = objectsOf(db) === objectsOf(expected);
  expected.close();
  return isSame;
}
