/**
 * New databases get the schema and rows of all migrations at once. After a new migration:
 * `npx vitest run test/migrations/newest-schema.test.ts -u`.
 */
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate, migrations } from '#core/store/migrate.ts';

interface Item {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

const order = ['table', 'index', 'view', 'trigger'];

function itemsOf(db: Database.Database): readonly Item[] {
  const items = db
    .prepare<[], Item>("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")
    .all();
  return items.sort(
    (a, b) => order.indexOf(a.type) - order.indexOf(b.type) || (a.name < b.name ? -1 : 1),
  );
}

function rowsOf(db: Database.Database): readonly string[] {
  const tables = itemsOf(db).filter(({ type }) => type === 'table');
  return tables.flatMap(({ name }) =>
    db
      .prepare<[], Record<string, unknown>>(`SELECT * FROM ${name}`)
      .all()
      .map((row) => {
        const values = Object.values(row).map((value) =>
          typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value),
        );
        return `INSERT INTO ${name} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`;
      }),
  );
}

const textOf = (db: Database.Database): string =>
  [...itemsOf(db).map(({ sql }) => sql), ...rowsOf(db)].map((line) => `${line};`).join('\n');

it('a new database has what all migrations create', async () => {
  const db = new Database(':memory:');
  // A copy of the list: every migration runs.
  migrate(db, 'unused', [...migrations]);
  await expect(`/** Schema and rows after all migrations, written by test/migrations/newest-schema.test.ts. */
export const newestSchema = \`
${textOf(db)}
\`;
`).toMatchFileSnapshot('../../src-main/core/store/newest-schema.ts');
});
