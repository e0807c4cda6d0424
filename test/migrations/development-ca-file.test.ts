import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate, migrations } from '#core/store/migrate.ts';
import { openCore } from '#test/support/start-core.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { databaseName } from '#test/support/used-folder.ts';

/** A folder of the previous version, with or without a CA in its database. */
function folderBefore(privateKey: string | null): string {
  const dataFolder = temporaryFolder();
  const file = join(dataFolder, databaseName);
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  migrate(
    db,
    file,
    migrations.filter(({ version }) => version < 160),
  );
  if (privateKey !== null)
    db.prepare('INSERT INTO development_authority VALUES (1, ?, ?)').run(
      'certificate',
      Buffer.from(privateKey),
    );
  db.close();
  return dataFolder;
}

async function alertAfter(dataFolder: string) {
  const { core, stop } = await openCore({ dataFolder });
  const { developmentCaAlert } = core.system.get();
  await core.certificates.dismissAlert();
  await stop();
  return developmentCaAlert;
}

it('an existing CA is replaced with an alert, and its key is deleted', async () => {
  const key = `-----BEGIN PRIVATE KEY-----\n${'Secret'.repeat(30)}`;
  const dataFolder = folderBefore(key);
  const file = join(dataFolder, databaseName);
  expect(readFileSync(file, 'latin1')).toContain(key);
  expect(await alertAfter(dataFolder)).toBe('development_ca_replaced');
  expect(readFileSync(file, 'latin1')).not.toContain('SecretSecret');
  expect(await alertAfter(dataFolder)).toBeNull();
});

it('without a CA there is no alert', async () => {
  expect(await alertAfter(folderBefore(null))).toBeNull();
});
