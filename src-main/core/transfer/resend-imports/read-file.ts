/** Reads a file in pieces, in either format. */
import { isNestedTooDeep, maxNesting } from '#shared/lib/nesting.ts';
import { bad, type Numbered, type ReadEntry } from './entry.ts';
import { createFormatDetector, type FileFormat } from './file-format.ts';
import { createHarEntries, maxEntryLength } from './har-entries.ts';
import { readExportedLine } from './read-exported-line.ts';
import { readHarEntry } from './read-har-entry.ts';

/** Maximum characters of a line: the longest body as base64, and many responses. */
const maxLineLength = 33_554_432;

export interface FileReader {
  readonly format: FileFormat | null;
  /** Returns entries completed by this piece, in file order. */
  append(chunk: string, last: boolean): Numbered[];
}

type Reader = FileReader['append'];

/** How an export as cURL commands, or a script, starts. */
const isCurl = (text: string): boolean => /^\s*(?:curl\s|: '|#!)/.test(text);

/** Enough to recognize it. */
const minStartLength = 5;

/** One problem instead of one per line. */
function createCurlReader(): Reader {
  let isReported = false;
  return () => {
    const problems = isReported
      ? []
      : [{ number: 1, read: bad({ code: 'curl_commands', params: {} }) }];
    isReported = true;
    return problems;
  };
}

function parsed(text: string, read: (value: unknown) => ReadEntry): ReadEntry {
  if (isNestedTooDeep(Buffer.from(text)))
    return bad({ code: 'nested_too_deep', params: { max: maxNesting } });
  try {
    return read(JSON.parse(text));
  } catch {
    return bad({ code: 'not_json', params: {} });
  }
}

const tooLong = (max: number): ReadEntry => bad({ code: 'line_too_long', params: { max } });

function createLineReader(): Reader {
  /** The incomplete line; empty once it is too long. */
  let line = '';
  let isTooLong = false;
  let count = 0;

  function extend(text: string): void {
    isTooLong ||= line.length + text.length > maxLineLength;
    line = isTooLong ? '' : line + text;
  }

  function end(): Numbered[] {
    count += 1;
    const isEmpty = !isTooLong && line.trim() === '';
    const read = isTooLong ? tooLong(maxLineLength) : parsed(line, readExportedLine);
    line = '';
    isTooLong = false;
    return isEmpty ? [] : [{ number: count, read }];
  }

  return (chunk, last) => {
    const parts = chunk.split('\n');
    return parts.flatMap((part, index) => {
      extend(part);
      return last || index < parts.length - 1 ? end() : [];
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
  return (chunk, last) => {
    const entriesRead = entries
      .append(chunk)
      .map((text) =>
        numbered(text === null ? tooLong(maxEntryLength) : parsed(text, readHarEntry)),
      );
    return last && !entries.isWhole
      ? [...entriesRead, numbered(bad({ code: 'file_incomplete', params: {} }))]
      : entriesRead;
  };
}

export function createFileReader(): FileReader {
  const detector = createFormatDetector();
  /** Text read before the format was detected. */
  let beginning: string[] = [];
  let format: FileFormat | null = null;
  let read: Reader | null = null;
  return {
    get format() {
      return format;
    },
    append(chunk, last) {
      if (read !== null) return read(chunk, last);
      const text = beginning.length === 0 ? chunk.replace(/^\uFEFF/, '') : chunk;
      beginning.push(text);
      format ??= detector.append(text) ?? (last ? 'jsonl' : null);
      if (format === null) return [];
      const whole = beginning.join('');
      if (!last && whole.trimStart().length < minStartLength) return [];
      beginning = [];
      read =
        format === 'har'
          ? createHarReader()
          : isCurl(whole)
            ? createCurlReader()
            : createLineReader();
      return read(whole, last);
    },
  };
}
