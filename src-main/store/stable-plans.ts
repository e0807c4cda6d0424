/**
 * Statements with stable query plans. With STAT4, as in better-sqlite3, SQLite checks the values of
 * parameters in comparisons and limits and plans again for every call, which takes several times as
 * long as a small query. A plus before a parameter prevents this and keeps its value, including
 * text and blobs. It replaces the query planner stability guarantee
 * (https://sqlite.org/queryplanner-ng.html), which better-sqlite3 can't enable.
 */
import Database from 'better-sqlite3';

/** Matches parameters, and strings and comments that may contain similar text. */
const textOrParameter = /'[^']*'|"[^"]*"|--[^\n]*|[?@]\w*/g;

/** Rewrites a statement so that its plan doesn't depend on parameter values. */
export const withStablePlan = (sql: string): string =>
  sql.replace(textOrParameter, (part) => (/^[?@]/.test(part) ? `+${part}` : part));

export class DatabaseWithStablePlans extends Database {
  override prepare<Parameters extends unknown[] | object, Result>(sql: string) {
    return super.prepare<Parameters, Result>(withStablePlan(sql));
  }
}
