/** One record of an import as a user with a value, or why it cannot be taken. */
import { holdsInexactNumber } from '#shared/lib/inexact-number.ts';
import { UserId } from '#shared/schemas/user-id.ts';
import type { BeginImport } from '#shared/schemas/user-import.ts';
import { memberValue, valueProblem } from '../audiences/value-text.ts';
import { isNestedTooDeep, maxNesting } from '../ingest/nesting.ts';
import { isObject } from '../ingest/normalise.ts';
import type { UserValue } from '../store/members.ts';
import { csvFields } from './csv-fields.ts';

/** Where the fields stand in a line of CSV; -1 where there is no such column. */
export interface Columns {
  readonly separator: string;
  readonly userId: number;
  readonly value: number;
}

/** Without a first line that names them. */
const firstColumns: Columns = { separator: ',', userId: 0, value: 1 };

/** Spreadsheets write semicolons where the comma is for decimals. */
const separators = [',', ';', '\t'] as const;

export type ReadLine = UserValue | { readonly problem: string };

/** Whether lines carry a value: for a trait, unless its users are removed. */
export const carriesValue = ({ target, mode }: Pick<BeginImport, 'target' | 'mode'>): boolean =>
  target.kind === 'trait' && mode !== 'remove';

/** The columns that the first line names; null when it names none, and so is a line like the others. */
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

function withValue(userId: unknown, text: string | undefined, needsValue: boolean): ReadLine {
  // 12345678901234567890 is read as 12345678901234567000, which is somebody else.
  if (typeof userId === 'number' && Math.abs(userId) > Number.MAX_SAFE_INTEGER)
    return { problem: 'A user id is a number too large to be read exactly: put it in quotes.' };
  const id = UserId.safeParse(typeof userId === 'number' ? String(userId) : userId);
  if (!id.success) return { problem: id.error.issues[0]?.message ?? 'The user id cannot be read.' };
  if (!needsValue) return { userId: id.data, value: memberValue };
  if (text === undefined) return { problem: 'There is no value on this line.' };
  const problem = valueProblem(text);
  return problem === null ? { userId: id.data, value: text } : { problem };
}

const tooLarge = 'A number is too large to be read exactly';

type CellValue = { readonly text: string | undefined } | { readonly problem: string };

/** A cell that is JSON is taken as such, and any other as a text. */
function cellValue(cell: string | undefined): CellValue {
  if (cell === undefined || cell === '') return { text: undefined };
  try {
    // Quotes of CSV itself would leave a number.
    if (holdsInexactNumber(cell))
      return { problem: `${tooLarge}: make it a text, in CSV such as """123""".` };
    return { text: JSON.stringify(JSON.parse(cell)) };
  } catch {
    return { text: JSON.stringify(cell) };
  }
}

function readCsv(record: string, columns: Columns, needsValue: boolean): ReadLine {
  const fields = csvFields(record, columns.separator);
  if ('problem' in fields) return fields;
  const value = needsValue ? cellValue(fields[columns.value]) : { text: undefined };
  return 'problem' in value
    ? value
    : withValue(fields[columns.userId] ?? '', value.text, needsValue);
}

function readJson(line: string, needsValue: boolean): ReadLine {
  if (isNestedTooDeep(Buffer.from(line)))
    return { problem: `The line is nested deeper than ${maxNesting} levels.` };
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return { problem: 'This is not JSON: write one user id or one object on each line.' };
  }
  if (!isObject(parsed)) return withValue(parsed, undefined, needsValue);
  if (needsValue && holdsInexactNumber(line)) return { problem: `${tooLarge}: put it in quotes.` };
  const value = parsed.value === undefined ? undefined : JSON.stringify(parsed.value);
  return withValue(parsed.userId ?? parsed.user_id, value, needsValue);
}

export function readLine(
  line: string,
  format: BeginImport['format'],
  columns: Columns | null,
  needsValue: boolean,
): ReadLine {
  return format === 'csv'
    ? readCsv(line, columns ?? firstColumns, needsValue)
    : readJson(line, needsValue);
}
