import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StartupProblem } from '#core/ports.ts';
import { type Migration, migrate, migrations } from '#core/store/migrate.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

function openFile(folder = temporaryFolder()) {
  const file = join(folder, 'hookwright.sqlite');
  const db = new Database(file);
  onTestFinished(() => void db.close());
  return { folder, file, db };
}

const versionOf = (db: Database.Database) => db.pragma('user_version', { simple: true });
const textOf = (db: Database.Database) => db.prepare('SELECT text FROM notes').pluck().all();

const first: Migration = {
  version: 10,
  up: (db) => db.exec("CREATE TABLE notes (text TEXT) STRICT; INSERT INTO notes VALUES ('old')"),
};
const second: Migration = {
  version: 20,
  up: (db) => db.exec("UPDATE notes SET text = text || ' and new'"),
};
const broken: Migration = {
  version: 30,
  up(db) {
    db.exec("UPDATE notes SET text = 'half done'");
    throw new Error('broken');
  },
};

describe('migrating', () => {
  it('brings an empty file to the newest version without a backup', () => {
    const { folder, file, db } = openFile();
    migrate(db, file, [first, second]);
    expect(versionOf(db)).toBe(20);
    expect(textOf(db)).toEqual(['old and new']);
    expect(readdirSync(folder).filter((name) => name.includes('before'))).toEqual([]);
  });

  it('runs only missing steps, and nothing the second time', () => {
    const { folder, file, db } = openFile();
    migrate(db, file, [first]);
    migrate(db, file, [first, second]);
    migrate(db, file, [first, second]);
    expect(textOf(db)).toEqual(['old and new']);
    expect(readdirSync(folder).filter((name) => name.includes('before'))).toHaveLength(1);
  });

  it('first copies the unchanged file next to itself', () => {
    const { folder, file, db } = openFile();
    migrate(db, file, [first]);
    migrate(db, file, [first, second]);
    const backup = readdirSync(folder).find((name) =>
      name.startsWith('hookwright.sqlite.before-20'),
    );
    const copy = new Database(join(folder, backup ?? ''), { readonly: true });
    expect(versionOf(copy)).toBe(10);
    expect(textOf(copy)).toEqual(['old']);
    copy.close();
  });

  it('leaves the old data to the previous version after a failed step', () => {
    const { folder, file, db } = openFile();
    migrate(db, file, [first]);
    expect(() => migrate(db, file, [first, second, broken])).toThrow(
      expect.objectContaining({ code: 'upgrade_failed' }),
    );
    expect(versionOf(db)).toBe(10);
    expect(textOf(db)).toEqual(['old']);
    expect(() => migrate(db, file, [first])).not.toThrow();
    expect(readdirSync(folder).filter((name) => name.includes('before-30'))).toHaveLength(1);
  });

  it('rejects a file of a newer version', () => {
    const { file, db } = openFile();
    migrate(db, file, [first, second]);
    expect(() => migrate(db, file, [first])).toThrow(StartupProblem);
    expect(versionOf(db)).toBe(20);
  });
});

describe('the migrations of the product', () => {
  it('are numbered in order, with gaps', () => {
    const versions = migrations.map(({ version }) => version);
    expect(versions).toEqual([...versions].sort((one, other) => one - other));
    expect(new Set(versions).size).toBe(versions.length);
    expect(versions.every((version) => version % 5 === 0)).toBe(true);
  });

  it('produce a database that passes its integrity check', () => {
    const { file, db } = openFile();
    // A copy of the list: every migration runs.
    migrate(db, file, [...migrations]);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
  });
});
