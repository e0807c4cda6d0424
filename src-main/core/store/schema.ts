/** Creates the tables of a new data folder. Before the first release, data of other builds is refused. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { StartupProblem } from '../ports.ts';

const schema = readFileSync(new URL('./schema.sql', import.meta.url), 'utf8');
const knownVersion = Number(/user_version = (\d+)/.exec(schema)?.[1]);

const versionOf = (db: Database): number => db.pragma('user_version', { simple: true }) as number;

/** Of a build with another schema. */
export const isOlder = (db: Database): boolean => versionOf(db) > 0 && versionOf(db) < knownVersion;

/** Throws a StartupProblem for data of another build. Only reads. */
export function rejectOtherSchema(db: Database, file: string): void {
  const folder = dirname(file);
  if (isOlder(db))
    throw new StartupProblem(
      'database_older',
      `The data in ${folder} is of an older build. Choose another folder with --data, or move this one away.`,
    );
  if (versionOf(db) > knownVersion)
    throw new StartupProblem(
      'database_newer',
      `The data in ${folder} is of a newer build. Start that one, or choose another folder with --data.`,
    );
}

/** All of it or nothing. */
export function createSchema(db: Database): void {
  if (versionOf(db) === 0) db.transaction(() => db.exec(schema))();
}
