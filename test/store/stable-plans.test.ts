import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { DatabaseWithStablePlans, withStablePlan } from '#main/store/stable-plans.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

it.each([
  [
    'SELECT 1 FROM a WHERE b = ? AND c > @c LIMIT ?',
    'SELECT 1 FROM a WHERE b = +? AND c > +@c LIMIT +?',
  ],
  ['VALUES (?, @one, ?2)', 'VALUES (+?, +@one, +?2)'],
  [`SELECT 'is it?' WHERE a = '@b' AND "c?" = ?`, `SELECT 'is it?' WHERE a = '@b' AND "c?" = +?`],
  [`SELECT 'it''s @a' -- or ?\n WHERE a = ?`, `SELECT 'it''s @a' -- or ?\n WHERE a = +?`],
])('the query plan does not depend on the parameters of %s', (sql, stable) => {
  expect(withStablePlan(sql)).toBe(stable);
});

it('values are compared as before', () => {
  const file = join(temporaryFolder(), 'test.sqlite');
  const usual = new Database(file);
  usual.exec(`CREATE TABLE a (number INTEGER, name TEXT, bytes BLOB, any);
    INSERT INTO a VALUES (7, '7', CAST('7' AS BLOB), 7), (8, 'x', x'00', 'x')`);
  const stable = new DatabaseWithStablePlans(file);
  onTestFinished(() => {
    usual.close();
    stable.close();
  });
  const reported = (db: Database.Database) =>
    ['7', 'x', 7, 7.5, 7n, null, Buffer.from('7')].flatMap((value) =>
      ['number', 'name', 'bytes', 'any'].map((column) => {
        const query = `SELECT typeof(@value), COUNT(*) FROM a
          WHERE ${column} = @value OR ${column} IS @value OR ${column} > @value`;
        return db.prepare<[object], [string, number]>(query).raw().get({ value });
      }),
    );
  expect(reported(stable)).toEqual(reported(usual));
  expect(new Set(reported(stable).map((row) => row?.[0]))).toEqual(
    new Set(['text', 'real', 'integer', 'null', 'blob']),
  );
});
