/** Joins lines into CSV records: a quoted field may contain line breaks (RFC 4180). */
import type { LineProblem } from '#shared/schemas/line-problem.ts';
import { csvFields, openQuote } from './csv-fields.ts';

/** Maximum record length: a user with the largest value, plus a margin. */
export const maxRecordLength = 65_536;

/** Limits the lines of a record, so that an unclosed quote doesn't include the rest of the file. */
const maxRecordLines = 100;

export interface CsvRecord {
  /** Lines joined with `\n`. */
  readonly text: string;
  readonly lineCount: number;
}

const problemOf = (text: string, separator: string): LineProblem | null => {
  const fields = csvFields(text, separator);
  return 'problem' in fields ? fields.problem : null;
};

/**
 * Returns the record that starts at a line. If its quote is never closed correctly, the line is a
 * record by itself. Null if more lines are needed.
 */
export function csvRecord(
  lines: readonly string[],
  at: number,
  isEnd: boolean,
  separator: string,
): CsvRecord | null {
  const first = lines[at] ?? '';
  const alone = { text: first, lineCount: 1 };
  if (first.length > maxRecordLength || !first.includes('"')) return alone;
  if (problemOf(first, separator) !== openQuote) return alone;
  let text = first;
  for (let lineCount = 2; lineCount <= maxRecordLines; lineCount += 1) {
    const next = lines[at + lineCount - 1];
    if (next === undefined) return isEnd ? alone : null;
    text += `\n${next}`;
    if (text.length > maxRecordLength) return alone;
    // The line continues a quoted field. The lines before it are not read again.
    const problem = problemOf(`"${next}`, separator);
    if (problem === null) return { text, lineCount };
    if (problem !== openQuote) return alone;
  }
  return alone;
}
