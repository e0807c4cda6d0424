/** Unreadable databases: a code, a message, and no change to the file. */
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createCore } from '#main/app.ts';
import { StartupProblem } from '#main/kit/ports.ts';
import { moveOlderAside } from '#main/store/open.ts';
import { coreOptions } from '#test/support/core-options.ts';
import { createRecordedLog } from '#test/support/recorded-log.ts';
import { openCore } from '#test/support/start-core.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { databaseName, problemIn, usedFolder } from '#test/support/used-folder.ts';

describe('a database', () => {
  const damages: Readonly<Record<string, (file: string) => void>> = {
    'is no database at all': (file) => writeFileSync(file, 'Dear diary, '.repeat(1_000)),
    'was cut off in the middle': (file) => truncateSync(file, 3 * 4_096),
    'has a damaged header': (file) => overwrite(file, 0, 100),
    'has a damaged schema': (file) => overwrite(file, 100, 4_096),
    'has damaged pages': (file) => overwrite(file, 4_096, readFileSync(file).length),
  };

  function overwrite(file: string, from: number, to: number): void {
    const bytes = readFileSync(file);
    bytes.fill(0xa5, from, to);
    writeFileSync(file, bytes);
  }

  for (const [what, damage] of Object.entries(damages))
    it(`that ${what} is reported as damaged and left unchanged, and the folder is unlocked`, async () => {
      const dataFolder = await usedFolder();
      const file = join(dataFolder, databaseName);
      damage(file);
      const damaged = readFileSync(file);
      expect(await problemIn(dataFolder)).toMatchObject({
        code: 'database_corrupt',
        message: expect.stringContaining('is damaged'),
      });
      expect(readFileSync(file)).toEqual(damaged);
      expect(await problemIn(dataFolder)).toMatchObject({ code: 'database_corrupt' });
    });

  it('with any one damaged page either starts or is reported as damaged', async () => {
    const dataFolder = await usedFolder();
    const file = join(dataFolder, databaseName);
    const whole = readFileSync(file);
    const { log } = createRecordedLog();
    const outcomes = new Set<string>();
    for (let page = 0; page < whole.length / 4_096; page += 1) {
      writeFileSync(file, whole);
      overwrite(file, page * 4_096, (page + 1) * 4_096);
      try {
        const core = await createCore({ ...coreOptions(dataFolder), log });
        await core.stop();
        outcomes.add('starts');
      } catch (error) {
        outcomes.add(error instanceof StartupProblem ? error.code : `page ${page}: ${error}`);
      }
    }
    expect([...outcomes].sort()).toEqual(['database_corrupt', 'starts']);
  });

  it.each([
    ['newer', 99_999, 'WAL'],
    ['newer', 99_999, 'DELETE'],
    ['older', 1, 'WAL'],
    ['older', 1, 'DELETE'],
  ])(
    'of a build that is %s (%i, %s) is rejected and left unchanged, and the folder is unlocked',
    async (age, version, mode) => {
      const dataFolder = await usedFolder();
      const file = join(dataFolder, databaseName);
      const db = new Database(file);
      db.pragma(`user_version = ${version}`);
      db.pragma(`journal_mode = ${mode}`);
      db.close();
      const before = readFileSync(file);
      expect(await problemIn(dataFolder)).toMatchObject({
        code: `database_${age}`,
        message: expect.stringContaining(dataFolder),
      });
      expect(readFileSync(file)).toEqual(before);
      expect(readdirSync(dataFolder).sort()).toEqual(['hookwright.lock', databaseName]);
      expect(await problemIn(dataFolder)).toMatchObject({ code: `database_${age}` });
    },
  );

  /** With rows only in its log, and the log's index: as after a crash. */
  async function olderFolder(): Promise<string> {
    const dataFolder = await usedFolder();
    const file = join(dataFolder, databaseName);
    const db = new Database(file);
    // Of a build that wrote its schema before its log.
    db.pragma('journal_mode = DELETE');
    db.pragma('user_version = 1');
    db.pragma('journal_mode = WAL');
    db.exec('CREATE TABLE logged (n); INSERT INTO logged VALUES (1), (2), (3)');
    const parts = partsOf(dataFolder);
    db.close();
    for (const [name, bytes] of parts) writeFileSync(join(dataFolder, name), bytes);
    return dataFolder;
  }

  const partsOf = (dataFolder: string) =>
    readdirSync(dataFolder)
      .filter((name) => name.includes('.sqlite'))
      .sort()
      .map((name) => [name, readFileSync(join(dataFolder, name))] as const);

  function loggedRows(file: string): number {
    const db = new Database(file);
    const { rows } = db.prepare('SELECT count(*) AS rows FROM logged').get() as { rows: number };
    db.close();
    return rows;
  }

  it('of an older build is rejected without a change to its log', async () => {
    const dataFolder = await olderFolder();
    const parts = partsOf(dataFolder);
    expect(parts.map(([name]) => name.replace(databaseName, ''))).toEqual(['', '-shm', '-wal']);
    expect(await problemIn(dataFolder)).toMatchObject({ code: 'database_older' });
    expect(partsOf(dataFolder)).toEqual(parts);
  });

  it('of an older build is moved aside with its log, and no other', async () => {
    const current = await usedFolder();
    const before = partsOf(current);
    moveOlderAside(current);
    expect(partsOf(current)).toEqual(before);
    const dataFolder = await olderFolder();
    // Of another database.
    const log = join(dataFolder, 'hookwright.older-1.sqlite-wal');
    writeFileSync(log, 'kept');
    const other = new Database(join(dataFolder, databaseName));
    other.prepare('SELECT count(*) FROM logged').get();
    expect(() => moveOlderAside(dataFolder)).toThrow(
      expect.objectContaining({ code: 'data_folder_in_use' }),
    );
    other.close();
    moveOlderAside(dataFolder);
    expect(partsOf(dataFolder).map(([name]) => name)).toEqual([
      'hookwright.older-1.sqlite-wal',
      'hookwright.older-2.sqlite',
    ]);
    expect(readFileSync(log, 'utf8')).toBe('kept');
    expect(loggedRows(join(dataFolder, 'hookwright.older-2.sqlite'))).toBe(3);
    const { core, stop } = await openCore({ dataFolder });
    expect(core.ledger.get()).toMatchObject({ accepted: 0 });
    await stop();
  });

  it('has its version in its header, whatever is in its log', async () => {
    const dataFolder = temporaryFolder();
    const { stop } = await openCore({ dataFolder });
    const header = readFileSync(join(dataFolder, databaseName));
    expect(header.readInt32BE(60)).toBeGreaterThan(0);
    await stop();
  });
});
