/**
 * Detects HAR or JSON Lines while reading. A HAR is one object with a `log` field at any position
 * and on any number of lines. In JSON Lines, each document ends before the next one starts.
 */

export type FileFormat = 'jsonl' | 'har';

/** Enough to detect a HAR, whose log starts early. */
const maxDetectionLength = 1_048_576;

export interface FormatDetector {
  /** Returns null until detected. Each piece is scanned once. */
  append(text: string): FileFormat | null;
}

/** Tracks strings and brackets, and reads the field names of the outermost object. */
export function createFormatDetector(): FormatDetector {
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  /** Whether the current or last string is a field name of the outermost object. */
  let isName = false;
  let expectsName = false;
  let name = '';
  let length = 0;

  /** Handles a character inside a string. */
  function inText(character: string): FileFormat | null {
    // A JSON string can't contain a line break, so the document is truncated.
    if (character === '\n') return 'jsonl';
    if (!isEscaped && character === '"') inString = false;
    else if (isName) name += character;
    isEscaped = !isEscaped && character === '\\';
    return null;
  }

  function outside(character: string): FileFormat | null {
    if (/\s/.test(character)) return null;
    if (depth === 0 && character !== '{') return 'jsonl';
    if (character === '"') {
      inString = true;
      isName = depth === 1 && expectsName;
      if (isName) name = '';
    } else if (depth === 1 && expectsName && character !== '}') return 'jsonl';
    else if (character === ':' && depth === 1 && name === 'log') return 'har';
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    expectsName = (character === '{' || character === ',') && depth === 1;
    return depth === 0 ? 'jsonl' : null;
  }

  return {
    append(text) {
      for (const character of text) {
        const format = inString ? inText(character) : outside(character);
        if (format !== null) return format;
      }
      length += text.length;
      return length > maxDetectionLength ? 'jsonl' : null;
    },
  };
}
