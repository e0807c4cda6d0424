/** Reads the pieces of a file, whichever of the two forms it has. */
import { isNestedTooDeep, maxNesting } from '../ingest/nesting.ts';
import { bad, type Numbered, type ReadEntry } from './entry.ts';
import { createFormatDetector, type FileFormat } from './file-format.ts';
import { createHarEntries } from './har-entries.ts';
import { readDelivery } from './read-delivery.ts';
import { readHarEntry } from './read-har-entry.ts';

/** Longest line, in characters: a body as long as may be, as base64, and many answers. */
const maxLineLength = 33_554_432;

export interface FileReader {
  readonly format: FileFormat | null;
  /** What is complete with this piece, in the order of the file. */
  take(piece: string, last: boolean): Numbered[];
}

type Reader = FileReader['take'];

const notHar = 'The file ends before its list of log.entries does: it is no whole HAR.';

function parsed(text: string, read: (value: unknown) => ReadEntry): ReadEntry {
  if (isNestedTooDeep(Buffer.from(text)))
    return bad(`It is nested deeper than ${maxNesting} levels.`);
  try {
    return read(JSON.parse(text));
  } catch {
    return bad('This is not JSON.');
  }
}

const readLine = (line: string): ReadEntry =>
  line.length > maxLineLength ? bad('The line is too long.') : parsed(line, readDelivery);

function createLineReader(): Reader {
  let rest = '';
  let count = 0;
  return (piece, last) => {
    const [first = '', ...others] = piece.split('\n');
    const lines = [rest + first, ...others];
    rest = last ? '' : (lines.pop() ?? '');
    // A line without an end must not fill the memory: what it is kept for is to be told as bad.
    if (rest.length > maxLineLength) rest = rest.slice(0, maxLineLength + 1);
    return lines.flatMap((line) => {
      count += 1;
      return line.trim() === '' ? [] : [{ number: count, read: readLine(line) }];
    });
  };
}

function createHarReader(): Reader {
  const entries = createHarEntries();
  let count = 0;
  const numbered = (read: ReadEntry): Numbered => {
    count += 1;
    return { number: count, read };
  };
  return (piece, last) => {
    const found = entries
      .take(piece)
      .map((text) =>
        numbered(text === null ? bad('The entry is too long.') : parsed(text, readHarEntry)),
      );
    return last && !entries.isWhole ? [...found, numbered(bad(notHar))] : found;
  };
}

export function createFileReader(): FileReader {
  const detector = createFormatDetector();
  /** What was read before the form showed. */
  let beginning: string[] = [];
  let format: FileFormat | null = null;
  let read: Reader | null = null;
  return {
    get format() {
      return format;
    },
    take(piece, last) {
      if (read !== null) return read(piece, last);
      const text = beginning.length === 0 ? piece.replace(/^\uFEFF/, '') : piece;
      beginning.push(text);
      format = detector.take(text) ?? (last ? 'jsonl' : null);
      if (format === null) return [];
      const whole = beginning.join('');
      beginning = [];
      read = format === 'har' ? createHarReader() : createLineReader();
      return read(whole, last);
    },
  };
}
