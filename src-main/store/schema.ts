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

interface Header {
  /** 0 for a new file and one that is no database. */
  readonly version: number;
  /** Whether changes are written to a log of their own. */
  readonly hasLog: boolean;
}

/** Of the file (https://sqlite.org/fileformat.html): a connection would create, merge or remove its log. */
function headerOf(file: string): Header {
  const header = Buffer.alloc(64);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, header, 0, header.length, 0);
  } finally {
    closeSync(handle);
  }
  const isDatabase = header.toString('latin1', 0, 16) === 'SQLite format 3\0';
  return { version: isDatabase ? header.readInt32BE(60) : 0, hasLog: header.readUInt8(18) !== 1 };
}

const versionIn = (file: string): number => headerOf(file).version;

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

/** Of a file that anyone may have made. Only reads. */
export function runFileProblem(file: string): 'no_database' | 'other_build' | null {
  const { version, hasLog } = headerOf(file);
  if (version === 0 || hasLog) return 'no_database';
  return version === knownVersion ? null : 'other_build';
}

const objectsOf = (db: Database.Database) =>
  db
    .prepare<[], [string, string, string, string | null]>(
      'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name',
    )
    .raw()
    .iterate();

/** Whether a database has the tables and indexes of a run archive, written in the same words, and nothing else. */
export function hasRunSchema(db: Database.Database): boolean {
  const expected = new Database(':memory:');
  try {
    createRunSchema(expected);
    const objects = [...objectsOf(expected)].map((object) => JSON.stringify(object));
    for (const object of objectsOf(db))
      if (JSON.stringify(object) !== objects.shift()) return false;
    return objects.length === 0;
  } finally {
    expected.close();
  }
}
