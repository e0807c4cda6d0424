import type { LineProblem } from '#shared/schemas/line-problem.ts';

/** Also indicates a record that continues on the next line. */
export const openQuote: LineProblem = { code: 'quote_not_closed', params: {} };

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
