/**
 * Cuts the entries out of a HAR that comes in pieces: it is one JSON document, which may be larger than
 * what should be in memory at once. It follows strings and brackets only; each entry is then parsed.
 */

/** Longest entry, in characters: a body as long as may be, and as much again for the answer. */
export const maxEntryLength = 16_777_216;

/** Where the entries stand: the list of `entries` in the object of `log`. */
const entriesDepth = 3;

export interface HarEntries {
  /** The texts of the entries that end in this piece; null for one that is too long. */
  take(piece: string): (string | null)[];
  /** Whether the document had a list of entries, and came to its end. */
  readonly isWhole: boolean;
}

export function createHarEntries(): HarEntries {
  /** Brackets that are open. */
  let depth = 0;
  let inString = false;
  let escaped = false;
  /** The last string that was read outside of an entry: the name of what comes next. */
  let name = '';
  const path: string[] = [];
  let inEntries = false;
  let sawEntries = false;
  let ended = false;
  /** What was read of the entry that is open; null where none is, or it is too long. */
  let entry: string | null = null;
  let isTooLong = false;

  const isInEntry = (): boolean => inEntries && depth > entriesDepth;

  function open(): void {
    path[depth] = name;
    name = '';
    depth += 1;
    if (depth === entriesDepth && path[1] === 'log' && path[2] === 'entries') {
      inEntries = true;
      sawEntries = true;
    }
  }

  function close(): void {
    depth -= 1;
    if (inEntries && depth < entriesDepth) inEntries = false;
    if (depth === 0) ended = true;
  }

  /** The place behind the string that goes on at `from`, or the end of the piece. */
  function stringEnd(piece: string, from: number): number {
    for (let at = from; at < piece.length; at += 1) {
      if (escaped) escaped = false;
      else if (piece[at] === '\\') escaped = true;
      else if (piece[at] === '"') {
        inString = false;
        return at + 1;
      }
    }
    return piece.length;
  }

  function keep(text: string): void {
    if (isTooLong) return;
    entry = (entry ?? '') + text;
    isTooLong = entry.length > maxEntryLength;
    if (isTooLong) entry = null;
  }

  function take(piece: string): (string | null)[] {
    const found: (string | null)[] = [];
    let at = 0;
    let entryFrom = isInEntry() ? 0 : -1;
    while (at < piece.length) {
      if (inString) {
        const end = stringEnd(piece, at);
        // A name of one of the two levels that matter; longer ones are none of them.
        if (!isInEntry() && name.length < 64) name += piece.slice(at, inString ? end : end - 1);
        at = end;
        continue;
      }
      const character = piece[at];
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
        keep(piece.slice(entryFrom, at));
        found.push(isTooLong ? null : entry);
        entry = null;
        isTooLong = false;
        entryFrom = -1;
      }
    }
    if (entryFrom !== -1) keep(piece.slice(entryFrom));
    return found;
  }

  return {
    take,
    get isWhole() {
      return sawEntries && ended;
    },
  };
}
