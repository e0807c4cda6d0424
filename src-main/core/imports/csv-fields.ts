/** The fields of one line of CSV (RFC 4180), or why it cannot be read. A line is always a record. */
export function csvFields(line: string): readonly string[] | { readonly problem: string } {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    const field = line[at] === '"' ? quotedField(line, at) : plainField(line, at);
    if ('problem' in field) return field;
    fields.push(field.text);
    if (field.end >= line.length) return fields;
    at = field.end + 1;
  }
}

type Field = { readonly text: string; readonly end: number } | { readonly problem: string };

function plainField(line: string, from: number): Field {
  const comma = line.indexOf(',', from);
  const end = comma === -1 ? line.length : comma;
  return { text: line.slice(from, end).trim(), end };
}

function quotedField(line: string, from: number): Field {
  let text = '';
  let at = from + 1;
  for (;;) {
    const quote = line.indexOf('"', at);
    if (quote === -1) return { problem: 'A quote is opened and not closed on this line.' };
    text += line.slice(at, quote);
    if (line[quote + 1] !== '"') return closed(line, text, quote + 1);
    text += '"';
    at = quote + 2;
  }
}

const closed = (line: string, text: string, end: number): Field =>
  end === line.length || line[end] === ','
    ? { text, end }
    : { problem: 'There is text after a closing quote: put a comma between, or double the quote.' };
