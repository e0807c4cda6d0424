/** Which lines make one record of CSV: a quoted field may hold line breaks (RFC 4180). */
import { csvFields, openQuote } from './csv-fields.ts';

/** Longest record: a user with the largest value, and room to spare. */
export const maxRecordLength = 65_536;

/** A quote that nobody closes must not make a line of the rest of the file. */
const maxRecordLines = 100;

export interface CsvRecord {
  /** Its lines, with `\n` between them. */
  readonly text: string;
  readonly lineCount: number;
}

const problemOf = (text: string, separator: string): string | null => {
  const fields = csvFields(text, separator);
  return 'problem' in fields ? fields.problem : null;
};

const quotesIn = (line: string): number => line.split('"').length - 1;

/**
 * The record that begins at a line. Where its quote is not closed, or not as one is closed, the line
 * stands for itself and so do those that follow. Null when the lines end before that is known.
 */
export function csvRecord(
  lines: readonly string[],
  at: number,
  isEnd: boolean,
  separator: string,
): CsvRecord | null {
  const first = lines[at] ?? '';
  const alone = { text: first, lineCount: 1 };
  if (!first.includes('"') || problemOf(first, separator) !== openQuote) return alone;
  let text = first;
  for (let lineCount = 2; lineCount <= maxRecordLines; lineCount += 1) {
    const next = lines[at + lineCount - 1];
    if (next === undefined) return isEnd ? alone : null;
    text += `\n${next}`;
    if (text.length > maxRecordLength) return alone;
    // An even number opens again what it closes.
    if (quotesIn(next) % 2 === 0) continue;
    const problem = problemOf(text, separator);
    if (problem === null) return { text, lineCount };
    if (problem !== openQuote) return alone;
  }
  return alone;
}
