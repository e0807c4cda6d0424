import type { Tone } from './tone.ts';

/** `expected`: scheduled after an outage ends, so it should be accepted. */
export const timelineMarkKinds = [
  'accepted',
  'refused',
  'failed',
  'silent',
  'broken',
  'blocked',
  'sending',
  'scheduled',
  'expected',
] as const;
export type TimelineMarkKind = (typeof timelineMarkKinds)[number];

export interface TimelineMark {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  kind: TimelineMarkKind;
  /** Outcome for counting, such as "503". */
  word: string;
  /** Accessible name and tooltip: "Attempt 3, 11:39:02: 503 in 214 ms, failed". */
  label: string;
}

export interface TimelineRow {
  id: string;
  /** The webhook as host and path. */
  name: string;
  /** The line below: "503 · 6 of ~20". */
  summary: string;
  /** In time order. */
  marks: readonly TimelineMark[];
  /** Why no attempts follow, shown in the row. */
  note?: { text: string; tone: Tone } | undefined;
  /** When the row starts to miss attempts; hatched from there. */
  missedFrom?: number | undefined;
  /** While the receiver can't accept; hatched, with a line at its end. */
  outage?: TimelineOutage | undefined;
}

export interface TimelineOutage {
  readonly from: number;
  readonly to: number;
  /** "Outage until 17:30:00". */
  readonly label: string;
}

// Groups overlapping marks.

export interface MarkGroup {
  /** Key of its first mark. */
  readonly id: string;
  readonly marks: readonly TimelineMark[];
  /** Position of its first mark on the whole axis. */
  readonly position: number;
}

/** Closer marks overlap. */
const minDistancePx = 9;
/** Closer than this, a group's frame would cover the previous mark. */
const framePx = 16;
/** Width of a count in its frame. */
const countPx = 30;

/** Past, current and scheduled marks are never grouped together. */
const timeOf = ({ kind }: TimelineMark): string =>
  kind === 'scheduled' || kind === 'expected' || kind === 'sending' ? kind : 'made';

/**
 * Groups from the left, so later marks move nothing. `pxPerUnit`: width of the whole axis; 0 while
 * unknown, which groups nothing.
 */
export function groupsOf(
  marks: readonly TimelineMark[],
  positionOf: (mark: TimelineMark) => number,
  pxPerUnit: number,
): readonly MarkGroup[] {
  const groups: TimelineMark[][] = [];
  const isNear = (a: TimelineMark | undefined, b: TimelineMark | undefined, px: number): boolean =>
    a !== undefined &&
    b !== undefined &&
    timeOf(a) === timeOf(b) &&
    (positionOf(b) - positionOf(a)) * pxPerUnit < px;
  for (const [index, mark] of marks.entries()) {
    const group = groups.at(-1);
    const first = group?.[0];
    const startsGroup = isNear(mark, marks[index + 1], minDistancePx);
    const px = (group?.length ?? 0) > 1 ? countPx : startsGroup ? framePx : minDistancePx;
    if (pxPerUnit > 0 && isNear(first, mark, px)) group?.push(mark);
    else groups.push([mark]);
  }
  return groups.flatMap((members) => {
    const [first] = members;
    return first === undefined
      ? []
      : [{ id: first.id, marks: members, position: positionOf(first) }];
  });
}

/** "10 × 503, 2 × no response in time". */
export function countedLabels(marks: readonly TimelineMark[]): string {
  const counts = Map.groupBy(marks, ({ word }) => word);
  return [...counts].map(([word, members]) => `${members.length} × ${word}`).join(', ');
}

// Keyboard navigation on a timeline.

interface Stop {
  readonly rowId: string;
  readonly group: MarkGroup;
}

interface RowGroups {
  readonly rowId: string;
  readonly groups: readonly MarkGroup[];
}

const nearest = (groups: readonly MarkGroup[], position: number): MarkGroup | undefined =>
  groups.toSorted((a, b) => Math.abs(a.position - position) - Math.abs(b.position - position))[0];

/** Left and right move along a row; up and down move to the nearest mark of the next row. */
export function stopAfterKey(
  key: string,
  rows: readonly RowGroups[],
  { rowId, group }: Stop,
): Stop | undefined {
  const rowIndex = rows.findIndex((row) => row.rowId === rowId);
  const groups = rows[rowIndex]?.groups ?? [];
  const index = groups.findIndex(({ id }) => id === group.id);
  const inRow = (next: MarkGroup | undefined) => next && { rowId, group: next };
  const inOther = (row: RowGroups | undefined): Stop | undefined => {
    const next = row && nearest(row.groups, group.position);
    return row && next && { rowId: row.rowId, group: next };
  };
  const hasMarks = (row: RowGroups): boolean => row.groups.length > 0;
  switch (key) {
    case 'ArrowRight':
      return inRow(groups[index + 1]);
    case 'ArrowLeft':
      return inRow(groups[index - 1]);
    case 'Home':
      return inRow(groups[0]);
    case 'End':
      return inRow(groups.at(-1));
    case 'ArrowDown':
      return inOther(rows.slice(rowIndex + 1).find(hasMarks));
    case 'ArrowUp':
      return inOther(rows.slice(0, Math.max(0, rowIndex)).findLast(hasMarks));
    default:
      return undefined;
  }
}

export interface Focused {
  readonly rowId: string;
  readonly markId: string;
  readonly position: number;
}

/**
 * The one mark in the tab order: the focused one or its group, else the chosen one, else the first.
 */
export function tabStopOf(
  rows: readonly RowGroups[],
  focused: Focused | undefined,
  selectedId: string | undefined,
): Stop | undefined {
  const stopWith = (markId: string | undefined): Stop | undefined => {
    for (const { rowId, groups } of rows) {
      const group = groups.find(({ marks }) => marks.some(({ id }) => id === markId));
      if (group !== undefined) return { rowId, group };
    }
    return undefined;
  };
  const focusedStop = focused && (stopWith(focused.markId) ?? replacementOf(rows, focused));
  const first = rows.find(({ groups }) => groups.length > 0);
  return (
    focusedStop ??
    stopWith(selectedId) ??
    (first?.groups[0] && { rowId: first.rowId, group: first.groups[0] })
  );
}

function replacementOf(rows: readonly RowGroups[], { rowId, position }: Focused): Stop | undefined {
  const group = nearest(rows.find((row) => row.rowId === rowId)?.groups ?? [], position);
  return group && { rowId, group };
}
