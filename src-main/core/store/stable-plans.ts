/**
 * Statements that are planned once. Of a parameter that rows are compared with or limited by, SQLite
 * (built with STAT4, as better-sqlite3 is) looks at the value while it plans, and so plans again for
 * every call with a value, which takes several times as long as a small query itself. A plus before
 * a parameter leaves its value as it is, text and blobs too, and out of the planning. It stands for
 * the query planner stability guarantee (https://sqlite.org/queryplanner-ng.html), which
 * better-sqlite3 has no switch for.
 */
import Database from 'better-sqlite3';

/** Text and comments, which may hold what looks like a parameter, and parameters. */
const textOrParameter = /'[^']*'|"[^"]*"|--[^\n]*|[?@]\w*/g;

/** A statement in which no parameter is looked at before it runs. */
export const withStablePlan = (sql: string): string =>
  sql.replace(textOrParameter, (part) => (/^[?@]/.test(part) ? `+${part}` : part));

export class DatabaseWithStablePlans extends Database {
  override prepare<Parameters extends unknown[] | object, Result>(sql: string) {
    return super.prepare<Parameters, Result>(withStablePlan(sql));
  }
}
