/** Migrates a database to the newest schema, in one transaction. */
import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { publishFile } from '../durable-file.ts';
import { StartupProblem } from '../ports.ts';
import { up as initial } from './migrations/0010-initial.ts';
import { up as usageAndSettings } from './migrations/0020-usage-and-settings.ts';
import { up as receivers } from './migrations/0030-receivers.ts';
import { up as audiences } from './migrations/0040-audiences.ts';
import { up as resends } from './migrations/0050-resends.ts';
import { up as savedFilters } from './migrations/0060-saved-filters.ts';
import { up as newDeliveriesCounted } from './migrations/0090-new-deliveries-counted-by-the-store.ts';
import { up as manualChanges } from './migrations/0100-by-hand.ts';
import { up as importedResends } from './migrations/0110-imported-resends.ts';
import { up as bulkApplyCount } from './migrations/0120-bulk-apply-count.ts';
import { up as interruptedImports } from './migrations/0130-interrupted-imports.ts';
import { up as windowOfAnAttempt } from './migrations/0140-window-of-an-attempt.ts';
import { up as requestsStoredOnce } from './migrations/0150-requests-stored-once.ts';
import { up as developmentCaFile } from './migrations/0160-development-ca-file.ts';
import { up as stagedMembers } from './migrations/0170-staged-members.ts';
import { up as sealedHeaders } from './migrations/0175-sealed-headers.ts';
import { up as resendsKnowTheirImport } from './migrations/0180-resends-know-their-import.ts';
import { up as fullSyncs } from './migrations/0220-full-syncs.ts';
import { up as attemptsWithoutForecast } from './migrations/0230-attempts-without-forecast.ts';
import { up as origins } from './migrations/0310-origins.ts';
import { up as counters } from './migrations/0315-counters.ts';
import { up as jobs } from './migrations/0320-jobs.ts';
import { up as retention } from './migrations/0340-retention.ts';
import { up as outcomeCodes } from './migrations/0390-outcome-codes.ts';
import { up as glossaryNames } from './migrations/0395-glossary-names.ts';
import { up as syncsAndDeletionsAsJobs } from './migrations/0410-syncs-and-deletions-as-jobs.ts';
import { up as glossaryColumns } from './migrations/0430-glossary-columns.ts';
import { up as heads } from './migrations/0450-heads.ts';
import { up as fewerIndexes } from './migrations/0455-fewer-indexes.ts';
import { up as plainNames } from './migrations/0460-plain-names.ts';
import { up as forwardedRequests } from './migrations/0490-forwarded-requests.ts';
import { up as deliveriesOfReceiverRequests } from './migrations/0495-deliveries-of-receiver-requests.ts';
import { up as importCodes } from './migrations/0500-import-codes.ts';
import { up as rejectionCodes } from './migrations/0505-rejection-codes.ts';
import { up as resendsOfReceiverRequests } from './migrations/0510-resends-of-receiver-requests.ts';
import { up as non2xxCounter } from './migrations/0530-non-2xx-counter.ts';
import { up as importsAsJobs } from './migrations/0535-imports-as-jobs.ts';
import { up as journal } from './migrations/0540-journal.ts';
import { up as providerProfiles } from './migrations/0560-provider-profiles.ts';
import { newestSchema } from './newest-schema.ts';

export interface Migration {
  readonly version: number;
  readonly up: (db: Database.Database) => void;
}

/** Versions have gaps. Never edit a shipped migration. */
export const migrations: readonly Migration[] = [
  { version: 10, up: initial },
  { version: 20, up: usageAndSettings },
  { version: 30, up: receivers },
  { version: 40, up: audiences },
  { version: 50, up: resends },
  { version: 60, up: savedFilters },
  { version: 90, up: newDeliveriesCounted },
  { version: 100, up: manualChanges },
  { version: 110, up: importedResends },
  { version: 120, up: bulkApplyCount },
  { version: 130, up: interruptedImports },
  { version: 140, up: windowOfAnAttempt },
  { version: 150, up: requestsStoredOnce },
  { version: 160, up: developmentCaFile },
  { version: 170, up: stagedMembers },
  { version: 175, up: sealedHeaders },
  { version: 180, up: resendsKnowTheirImport },
  { version: 220, up: fullSyncs },
  { version: 230, up: attemptsWithoutForecast },
  { version: 310, up: origins },
  { version: 315, up: counters },
  { version: 320, up: jobs },
  { version: 340, up: retention },
  { version: 390, up: outcomeCodes },
  { version: 395, up: glossaryNames },
  { version: 410, up: syncsAndDeletionsAsJobs },
  { version: 430, up: glossaryColumns },
  { version: 450, up: heads },
  { version: 455, up: fewerIndexes },
  { version: 460, up: plainNames },
  { version: 490, up: forwardedRequests },
  { version: 495, up: deliveriesOfReceiverRequests },
  { version: 500, up: importCodes },
  { version: 505, up: rejectionCodes },
  { version: 510, up: resendsOfReceiverRequests },
  { version: 530, up: non2xxCounter },
  { version: 535, up: importsAsJobs },
  { version: 540, up: journal },
  { version: 560, up: providerProfiles },
];

const userVersion = (db: Database.Database): number =>
  db.pragma('user_version', { simple: true }) as number;

const newestOf = (steps: readonly Migration[]): number => steps.at(-1)?.version ?? 0;

/** Throws a StartupProblem if the file is newer than this program. Only reads. */
export function rejectNewer(
  db: Database.Database,
  file: string,
  steps: readonly Migration[] = migrations,
): void {
  const current = userVersion(db);
  const newest = newestOf(steps);
  if (current > newest)
    throw new StartupProblem(
      'database_newer',
      `The data in ${file} was written by a newer Hookwright (format ${current}; this one knows ${newest}). Start the newer version, or choose another folder with --data.`,
    );
}

const backupInfix = '.before-';
const unfinishedSuffix = '.unfinished';

/**
 * Deletes partial backups of interrupted upgrades. They would open as valid databases with missing
 * rows.
 */
function removeUnfinishedBackups(file: string): void {
  for (const name of readdirSync(dirname(file)))
    if (name.startsWith(`${basename(file)}${backupInfix}`) && name.includes(unfinishedSuffix))
      rmSync(join(dirname(file), name), { force: true });
}

/** Removes the development CA's key from a backup. The key now has its own file (D51). */
function removeCaKey(copy: string): void {
  const db = new Database(copy);
  db.pragma('secure_delete = ON');
  const hasKey = db
    .prepare("SELECT 1 FROM sqlite_schema WHERE name = 'development_authority'")
    .get();
  if (hasKey !== undefined) db.exec('DELETE FROM development_authority');
  db.close();
}

/**
 * Creates the file first to make the copy as private as the original. VACUUM INTO accepts an empty
 * file.
 */
function backUp(db: Database.Database, copy: string): void {
  const unfinished = `${copy}${unfinishedSuffix}`;
  closeSync(openSync(unfinished, 'wx', 0o600));
  db.prepare('VACUUM INTO ?').run(unfinished);
  removeCaKey(unfinished);
  publishFile(unfinished, copy);
}

/** Runs the missing migrations; a new database gets their result. Backs up an existing file first. */
export function migrate(
  db: Database.Database,
  file: string,
  steps: readonly Migration[] = migrations,
): void {
  rejectNewer(db, file, steps);
  removeUnfinishedBackups(file);
  const current = userVersion(db);
  const newest = newestOf(steps);
  if (current === newest) return;
  if (current > 0) backUp(db, `${file}${backupInfix}${newest}-${Date.now()}`);
  // After a failure or crash, the previous version still opens the data.
  const upgrade = db.transaction(() => {
    if (current === 0 && steps === migrations) {
      db.exec(newestSchema);
      db.pragma(`user_version = ${newest}`);
      return;
    }
    for (const step of steps.filter(({ version }) => version > current)) {
      step.up(db);
      db.pragma(`user_version = ${step.version}`);
    }
  });
  try {
    upgrade();
  } catch (cause) {
    if (current === 0) throw cause;
    throw new StartupProblem(
      'upgrade_failed',
      `Can't upgrade the data in ${file}: ${(cause as Error).message}. The data is unchanged. Install the previous version again, and report this problem.`,
      { cause },
    );
  }
}
