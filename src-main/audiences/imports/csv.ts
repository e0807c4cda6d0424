/** CSV in files of users (RFC 4180): the fields of a record, and the records of lines. */
import type { LineProblem } from '#shared/kit/line-problem.ts';

/** Also indicates a record that continues on the next line. */
const openQuote: LineProblem = { code: 'quote_not_closed', params: {} };

/** Fields of a CSV record (RFC 4180, any separator), or the reason it is invalid. */
export function csvFields(
  line: string,
  separator: string,
): readonly string[] | { readonly problem: LineProblem } {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    const field =
      line[at] === '"' ? quotedField(line, separator, at) : plainField(line, separator, at);
    if ('problem' in field) return field;
    fields.push(field.text);
    if (field.end >= line.length) return fields;
    at = field.end + 1;
  }
}

type Field = { readonly text: string; readonly end: number } | { readonly problem: LineProblem };

function plainField(line: string, separator: string, from: number): Field {
  const separatorIndex = line.indexOf(separator, from);
  const end = separatorIndex === -1 ? line.length : separatorIndex;
  return { text: line.slice(from, end).trim(), end };
}

function quotedField(line: string, separator: string, from: number): Field {
  let text = '';
  let at = from + 1;
  for (;;) {
    const quote = line.indexOf('"', at);
    if (quote === -1) return { problem: openQuote };
    text += line.slice(at, quote);
    if (line[quote + 1] !== '"') return closed(line, separator, text, quote + 1);
    text += '"';
    at = quote + 2;
  }
}

const closed = (line: string, separator: string, text: string, end: number): Field =>
  end === line.length || line[end] === separator
    ? { text, end }
    : {
        problem: { code: 'text_after_quote', params: {} },
      };

// Joins lines into records: a quoted field may contain line breaks.

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
