/** Marks that would lie on each other, as one with their number. Pure. */
import type { TimelineMark } from './timeline-lanes.ts';

export interface MarkGroup {
  /** That of its first mark. */
  readonly id: string;
  readonly marks: readonly TimelineMark[];
  /** Of its first mark, on the whole axis. */
  readonly place: number;
}

/** Nearer marks hide each other. */
const apartPx = 9;
/** Nearer than this the frame of a group would lie on the mark before it. */
const framePx = 16;
/** What a number in its frame needs. */
const countPx = 30;

/** What has happened, what happens now and what is to come stay apart. */
const timeOf = ({ kind }: TimelineMark): string =>
  kind === 'planned' || kind === 'sending' ? kind : 'made';

/**
 * From the left, so that what comes later moves nothing. `pxPerPlace`: how wide the whole axis would
 * be drawn; 0 where that is not known yet, when nothing is grouped.
 */
export function groupsOf(
  marks: readonly TimelineMark[],
  placeOf: (mark: TimelineMark) => number,
  pxPerPlace: number,
): readonly MarkGroup[] {
  const groups: TimelineMark[][] = [];
  const isNear = (a: TimelineMark | undefined, b: TimelineMark | undefined, px: number): boolean =>
    a !== undefined &&
    b !== undefined &&
    timeOf(a) === timeOf(b) &&
    (placeOf(b) - placeOf(a)) * pxPerPlace < px;
  for (const [index, mark] of marks.entries()) {
    const group = groups.at(-1);
    const first = group?.[0];
    const beginsGroup = isNear(mark, marks[index + 1], apartPx);
    const px = (group?.length ?? 0) > 1 ? countPx : beginsGroup ? framePx : apartPx;
    if (pxPerPlace > 0 && isNear(first, mark, px)) group?.push(mark);
    else groups.push([mark]);
  }
  return groups.flatMap((members) => {
    const [first] = members;
    return first === undefined ? [] : [{ id: first.id, marks: members, place: placeOf(first) }];
  });
}

/** "10 × 503, 2 × no answer in time". */
export function countedLabels(marks: readonly TimelineMark[]): string {
  const counts = Map.groupBy(marks, ({ word }) => word);
  return [...counts].map(([word, same]) => `${same.length} × ${word}`).join(', ');
}
