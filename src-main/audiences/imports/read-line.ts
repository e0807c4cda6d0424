/** Reads a record of an import as a user with a value, or returns the problem. */
import type { z } from 'zod';
import { isObject } from '#main/ingestion/normalize.ts';
import type { UserValue } from '#main/store/members.ts';
import type { NewImport } from '#shared/audiences/user-import.ts';
import { ExactNumber, parseExact } from '#shared/kit/exact-json.ts';
import type { LineProblem } from '#shared/kit/line-problem.ts';
import { maxUserIdLength, UserId } from '#shared/kit/name.ts';
import { isNestedTooDeep, maxNesting } from '#shared/kit/nesting.ts';
import { memberValue, valueProblem } from '../value-text.ts';
import { csvFields } from './csv.ts';

/** Column indexes in a CSV line; -1 if a column is missing. */
export interface Columns {
  readonly separator: string;
  readonly userId: number;
  readonly value: number;
}

/** Default columns without a header line. */
const firstColumns: Columns = { separator: ',', userId: 0, value: 1 };

/** Spreadsheets use semicolons in locales with a decimal comma. */
const separators = [',', ';', '\t'] as const;

export type ReadLine = UserValue | { readonly problem: LineProblem };

/** Whether records have a value: only for traits, unless users are removed. */
export const hasValue = ({ target, mode }: Pick<NewImport, 'target' | 'mode'>): boolean =>
  target.kind === 'trait' && mode !== 'remove';

/** Columns from a header line; null if it isn't one. */
export function namedColumns(line: string): Columns | null {
  for (const separator of separators) {
    const fields = csvFields(line, separator);
    if ('problem' in fields) continue;
    const names = fields.map((field) => field.toLowerCase().replace(/[\s_-]/g, ''));
    const userId = names.indexOf('userid');
    if (userId !== -1) return { separator, userId, value: names.indexOf('value') };
  }
  return null;
}

function userIdProblem({ issues: [issue] }: z.ZodError): LineProblem {
  switch (issue?.code) {
    case 'too_small':
      return { code: 'user_id_missing', params: {} };
    case 'too_big':
      return { code: 'user_id_too_long', params: { max: maxUserIdLength } };
    case 'invalid_type':
      return { code: 'user_id_not_string', params: {} };
    default:
      return { code: 'user_id_incomplete_character', params: {} };
  }
}

function withValue(userId: unknown, text: string | undefined, needsValue: boolean): ReadLine {
  if (userId === undefined) return { problem: { code: 'user_id_missing', params: {} } };
  const isNumber = typeof userId === 'number' || userId instanceof ExactNumber;
  const id = UserId.safeParse(isNumber ? String(userId) : userId);
  if (!id.success) return { problem: userIdProblem(id.error) };
  if (!needsValue) return { userId: id.data, value: memberValue };
  if (text === undefined) return { problem: { code: 'value_missing', params: {} } };
  const problem = valueProblem(text);
  return problem === null ? { userId: id.data, value: text } : { problem };
}

/** Parses a cell as JSON, or uses it as a string. */
function cellValue(cell: string | undefined): string | undefined {
  if (cell === undefined || cell === '') return undefined;
  try {
    return JSON.stringify(parseExact(cell));
  } catch {
    return JSON.stringify(cell);
  }
}

function readCsv(record: string, columns: Columns, needsValue: boolean): ReadLine {
  const fields = csvFields(record, columns.separator);
  if ('problem' in fields) return fields;
  const value = needsValue ? cellValue(fields[columns.value]) : undefined;
  return withValue(fields[columns.userId] ?? '', value, needsValue);
}

function readJson(line: string, needsValue: boolean): ReadLine {
  if (isNestedTooDeep(Buffer.from(line)))
    return { problem: { code: 'nested_too_deep', params: { max: maxNesting } } };
  let parsed: unknown;
  try {
    parsed = parseExact(line);
  } catch {
    return { problem: { code: 'not_json', params: {} } };
  }
  if (!isObject(parsed)) return withValue(parsed, undefined, needsValue);
  const value = parsed.value === undefined ? undefined : JSON.stringify(parsed.value);
  return withValue(parsed.userId ?? parsed.user_id, value, needsValue);
}

export function readLine(
  line: string,
  format: NewImport['format'],
  columns: Columns | null,
  needsValue: boolean,
): ReadLine {
  return format === 'csv'
    ? readCsv(line, columns ?? firstColumns, needsValue)
    : readJson(line, needsValue);
}
