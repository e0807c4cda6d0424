/**
 * Extracts the entries of a HAR from its pieces, because the document may be larger than the
 * available memory. Tracks only strings and brackets; each entry is parsed afterwards.
 */

/** Maximum characters of an entry: the longest body, and as much again for the response. */
export const maxEntryLength = 16_777_216;

/** Depth of the `entries` array inside the `log` object. */
const entriesDepth = 3;

export interface HarEntries {
  /** Returns entries completed by this piece; null for an entry that is too long. */
  append(chunk: string): (string | null)[];
  /** Whether the document was complete and had a list of entries. */
  readonly isWhole: boolean;
}

export function createHarEntries(): HarEntries {
  /** Number of open brackets. */
  let depth = 0;
  let inString = false;
  let escaped = false;
  /** The last string outside entries, which may be a field name. */
  let name = '';
  const path: string[] = [];
  let inEntries = false;
  let hasEntries = false;
  let ended = false;
  /** Text of the open entry. Null if there is none or it is too long. */
  let entry: string | null = null;
  let isTooLong = false;

  const isInEntry = (): boolean => inEntries && depth > entriesDepth;

  function open(): void {
    path[depth] = name;
    name = '';
    depth += 1;
    if (depth === entriesDepth && path[1] === 'log' && path[2] === 'entries') {
      inEntries = true;
      hasEntries = true;
    }
  }

  function close(): void {
    depth -= 1;
    if (inEntries && depth < entriesDepth) inEntries = false;
    if (depth === 0) ended = true;
  }

  /** Position after the string that continues at `from`, or the end of the piece. */
  function stringEnd(chunk: string, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      if (escaped) escaped = false;
      else if (chunk[at] === '\\') escaped = true;
      else if (chunk[at] === '"') {
        inString = false;
        return at + 1;
      }
    }
    return chunk.length;
  }

  function keep(text: string): void {
    if (isTooLong) return;
    entry = (entry ?? '') + text;
    isTooLong = entry.length > maxEntryLength;
    if (isTooLong) entry = null;
  }

  function append(chunk: string): (string | null)[] {
    const entries: (string | null)[] = [];
    let at = 0;
    let entryFrom = isInEntry() ? 0 : -1;
    while (at < chunk.length) {
      if (inString) {
        const end = stringEnd(chunk, at);
        // Only short names on two levels matter.
        if (!isInEntry() && name.length < 64) name += chunk.slice(at, inString ? end : end - 1);
        at = end;
        continue;
      }
      const character = chunk[at];
      at += 1;
      if (character === '"') {
        inString = true;
        if (!isInEntry()) name = '';
      } else if (character === '{' || character === '[') {
        open();
        if (inEntries && depth === entriesDepth + 1) entryFrom = at - 1;
      } else if (character === '}' || character === ']') {
        const ends = inEntries && depth === entriesDepth + 1;
        close();
        if (!ends) continue;
        keep(chunk.slice(entryFrom, at));
        entries.push(isTooLong ? null : entry);
        entry = null;
        isTooLong = false;
        entryFrom = -1;
      }
    }
    if (entryFrom !== -1) keep(chunk.slice(entryFrom));
    return entries;
  }

  return {
    append,
    get isWhole() {
      return hasEntries && ended;
    },
  };
}
