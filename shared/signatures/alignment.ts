/** Aligns the bytes that were sent with those that were hashed. Pure. */
import { formatCount } from '#shared/kit/format.ts';

/** A range that differs; one of its sides may be empty. */
export interface ByteChange {
  readonly sentFrom: number;
  readonly sentTo: number;
  readonly hashedFrom: number;
  readonly hashedTo: number;
}

/** Steps in all, about a tenth of a second: of longer bytes, fewer edits are searched at once. */
const maxSteps = 64 * 1024 * 1024;
const fewestEdits = 64;
const mostEdits = 1_024;

interface Point {
  readonly sent: number;
  readonly hashed: number;
}

/**
 * The points of a shortest edit script from `from` (Myers, 1986), each followed by equal bytes. It stops at
 * the end, or at the furthest point that `maxEdits` edits reach.
 */
function editPath(
  sent: Uint8Array,
  hashed: Uint8Array,
  from: Point,
  maxEdits: number,
): readonly Point[] {
  const sentLength = sent.length - from.sent;
  const hashedLength = hashed.length - from.hashed;
  const middle = maxEdits + 1;
  /** By diagonal: how far each path has come in `sent`. */
  const reached = new Int32Array(2 * maxEdits + 3);
  const rounds: Int32Array[] = [];
  /** Whether the best path to a diagonal ends with an insertion, not a deletion. */
  const isInserted = (diagonal: number, edits: number, left: number, above: number): boolean =>
    diagonal === -edits || (diagonal !== edits && left < above);
  let edits = 0;
  let best = 0;
  let isDone = false;
  for (; !isDone; edits += 1) {
    let furthest = -1;
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const above = reached[middle + diagonal + 1] ?? 0;
      const left = reached[middle + diagonal - 1] ?? 0;
      let x = isInserted(diagonal, edits, left, above) ? above : left + 1;
      while (
        x < sentLength &&
        x - diagonal < hashedLength &&
        sent[from.sent + x] === hashed[from.hashed + x - diagonal]
      )
        x += 1;
      reached[middle + diagonal] = x;
      const y = x - diagonal;
      if (x > sentLength || y > hashedLength || x + y <= furthest) continue;
      furthest = x + y;
      best = diagonal;
    }
    rounds.push(reached.slice(middle - edits, middle + edits + 1));
    isDone = edits === maxEdits || furthest === sentLength + hashedLength;
  }
  const points: Point[] = [];
  let diagonal = best;
  for (let round = rounds.length - 1; round >= 0; round -= 1) {
    const at = (of: number): number => rounds[round]?.[of + round] ?? 0;
    const before = (of: number): number => rounds[round - 1]?.[of + round - 1] ?? 0;
    const x = at(diagonal);
    points.push({ sent: from.sent + x, hashed: from.hashed + x - diagonal });
    diagonal += isInserted(diagonal, round, before(diagonal - 1), before(diagonal + 1)) ? 1 : -1;
  }
  return points.reverse();
}

/** Adds the edits along a path: each point follows a deleted or inserted byte and equal bytes. */
function addEdits(changes: ByteChange[], points: readonly Point[]): void {
  let before = points[0];
  if (before === undefined) return;
  for (const point of points.slice(1)) {
    const isDeletion = point.sent - before.sent > point.hashed - before.hashed;
    const [sentTo, hashedTo] = [
      before.sent + (isDeletion ? 1 : 0),
      before.hashed + (isDeletion ? 0 : 1),
    ];
    const last = changes.at(-1);
    const isAdjacent = last?.sentTo === before.sent && last.hashedTo === before.hashed;
    const { sentFrom, hashedFrom } = isAdjacent
      ? last
      : { sentFrom: before.sent, hashedFrom: before.hashed };
    if (isAdjacent) changes.pop();
    changes.push({ sentFrom, sentTo, hashedFrom, hashedTo });
    before = point;
  }
}

const sizeOf = ({ sentFrom, sentTo, hashedFrom, hashedTo }: ByteChange): number =>
  Math.max(sentTo - sentFrom, hashedTo - hashedFrom);

/** Whether fewer bytes are equal between two changes than either of them has: by chance. */
const isSame = (before: ByteChange, after: ByteChange): boolean => {
  const equal = after.sentFrom - before.sentTo;
  return equal < Math.min(sizeOf(before), sizeOf(after));
};

function joined(changes: readonly ByteChange[]): readonly ByteChange[] {
  const result: ByteChange[] = [];
  for (const change of changes) {
    let last = change;
    for (let before = result.at(-1); before !== undefined && isSame(before, last); ) {
      last = { ...last, sentFrom: before.sentFrom, hashedFrom: before.hashedFrom };
      result.pop();
      before = result.at(-1);
    }
    result.push(last);
  }
  return result;
}

/** Of both ends. */
function equalBytesAtEnd(sent: Uint8Array, hashed: Uint8Array): number {
  let count = 0;
  while (
    count < Math.min(sent.length, hashed.length) &&
    sent[sent.length - 1 - count] === hashed[hashed.length - 1 - count]
  )
    count += 1;
  return count;
}

/**
 * Where the bytes differ, in order. The work grows with their length, however much they differ: from where
 * fewer bytes are equal than differ, the rest is one change.
 */
export function changesBetween(sent: Uint8Array, hashed: Uint8Array): readonly ByteChange[] {
  const end = equalBytesAtEnd(sent, hashed);
  const [before, after] = [sent, hashed].map((all) => all.subarray(0, all.length - end)) as [
    Uint8Array,
    Uint8Array,
  ];
  const length = before.length + after.length;
  const edits = Math.floor(maxSteps / (length + 1));
  const maxEdits = Math.min(length, Math.max(fewestEdits, Math.min(mostEdits, edits)));
  const changes: ByteChange[] = [];
  let from: Point = { sent: 0, hashed: 0 };
  while (from.sent < before.length || from.hashed < after.length) {
    const path = editPath(before, after, from, maxEdits);
    const to = path.at(-1) ?? from;
    const bytes = to.sent - from.sent + to.hashed - from.hashed;
    if (path.length > maxEdits && bytes < 3 * maxEdits) {
      changes.push({
        ...{ sentFrom: from.sent, sentTo: before.length },
        ...{ hashedFrom: from.hashed, hashedTo: after.length },
      });
      break;
    }
    addEdits(changes, path);
    from = to;
  }
  return joined(changes);
}

/** Both rows with gaps, so that equal bytes stand in the same column. */
export interface Alignment {
  readonly changes: readonly ByteChange[];
  /** First column of each change. */
  readonly starts: readonly number[];
  readonly columns: number;
}

export function alignmentOf(sent: Uint8Array, hashed: Uint8Array): Alignment {
  const changes = changesBetween(sent, hashed);
  const starts: number[] = [];
  /** Columns without a byte that was sent. */
  let gaps = 0;
  for (const change of changes) {
    starts.push(change.sentFrom + gaps);
    gaps += sizeOf(change) - (change.sentTo - change.sentFrom);
  }
  return { changes, starts, columns: sent.length + gaps };
}

/** A column: offsets of its bytes, null for a gap. */
export interface AlignedCell {
  readonly sent: number | null;
  readonly hashed: number | null;
  /** Number of its change; null if the bytes are equal. */
  readonly change: number | null;
}

export function cellAt({ changes, starts }: Alignment, column: number): AlignedCell {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= column) low = middle + 1;
    else high = middle;
  }
  const index = low - 1;
  const change = changes[index];
  if (change === undefined) return { sent: column, hashed: column, change: null };
  const offset = column - (starts[index] ?? 0);
  const after = offset - sizeOf(change);
  if (after >= 0)
    return { sent: change.sentTo + after, hashed: change.hashedTo + after, change: null };
  const within = (from: number, to: number): number | null =>
    offset < to - from ? from + offset : null;
  return {
    sent: within(change.sentFrom, change.sentTo),
    hashed: within(change.hashedFrom, change.hashedTo),
    change: index,
  };
}

// Differences in words.

const byteNames: Readonly<Record<number, string>> = {
  0: 'a NUL',
  9: 'a tab',
  10: 'a line feed',
  13: 'a carriage return',
  32: 'a space',
};

const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0');

/** `a space (20)`. */
function byteName(byte: number | undefined): string {
  if (byte === undefined) return 'nothing';
  const name = byteNames[byte] ?? (byte > 32 && byte < 127 ? String.fromCharCode(byte) : undefined);
  return name === undefined ? `byte ${hexOf(byte)}` : `${name} (${hexOf(byte)})`;
}

/** `Byte 11: a space (20) was hashed where 1 (31) was sent`. */
export const changeText = (
  sent: Uint8Array,
  hashed: Uint8Array,
  { sentFrom, hashedFrom }: ByteChange,
): string =>
  `Byte ${formatCount(sentFrom)}: ${byteName(hashed[hashedFrom])} was hashed where ${byteName(sent[sentFrom])} was sent`;

const listed = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** `23 spaces were added`. */
export function changesText(hashed: Uint8Array, changes: readonly ByteChange[]): string {
  const added = changes.reduce((sum, { hashedFrom, hashedTo }) => sum + hashedTo - hashedFrom, 0);
  const removed = changes.reduce((sum, { sentFrom, sentTo }) => sum + sentTo - sentFrom, 0);
  if (added === removed) return `${listed(added, 'byte differs', 'bytes differ')}`;
  const isSpaces = changes.every(({ hashedFrom, hashedTo }) =>
    hashed.subarray(hashedFrom, hashedTo).every((byte) => byte === 32),
  );
  const were = (count: number): string =>
    isSpaces && count === added
      ? listed(count, 'space was', 'spaces were')
      : listed(count, 'byte was', 'bytes were');
  if (removed === 0) return `${were(added)} added`;
  if (added === 0) return `${were(removed)} removed`;
  return `${were(added)} added, ${formatCount(removed)} removed`;
}
