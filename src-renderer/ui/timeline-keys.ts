/** Where the keys lead on a timeline. Pure. */
import type { MarkGroup } from './timeline-groups.ts';

interface Stop {
  readonly laneId: string;
  readonly group: MarkGroup;
}

export interface LaneGroups {
  readonly laneId: string;
  readonly groups: readonly MarkGroup[];
}

const nearest = (groups: readonly MarkGroup[], place: number): MarkGroup | undefined =>
  groups.toSorted((a, b) => Math.abs(a.place - place) - Math.abs(b.place - place))[0];

/** Left and right along a lane; up and down to what is nearest in time in the next lane with marks. */
export function stopAfterKey(
  key: string,
  lanes: readonly LaneGroups[],
  { laneId, group }: Stop,
): Stop | undefined {
  const laneIndex = lanes.findIndex((lane) => lane.laneId === laneId);
  const groups = lanes[laneIndex]?.groups ?? [];
  const index = groups.findIndex(({ id }) => id === group.id);
  const inLane = (next: MarkGroup | undefined) => next && { laneId, group: next };
  const inOther = (lane: LaneGroups | undefined): Stop | undefined => {
    const next = lane && nearest(lane.groups, group.place);
    return lane && next && { laneId: lane.laneId, group: next };
  };
  const hasMarks = (lane: LaneGroups): boolean => lane.groups.length > 0;
  switch (key) {
    case 'ArrowRight':
      return inLane(groups[index + 1]);
    case 'ArrowLeft':
      return inLane(groups[index - 1]);
    case 'Home':
      return inLane(groups[0]);
    case 'End':
      return inLane(groups.at(-1));
    case 'ArrowDown':
      return inOther(lanes.slice(laneIndex + 1).find(hasMarks));
    case 'ArrowUp':
      return inOther(lanes.slice(0, Math.max(0, laneIndex)).findLast(hasMarks));
    default:
      return undefined;
  }
}

export interface Focused {
  readonly laneId: string;
  readonly markId: string;
  readonly place: number;
}

/**
 * The one mark that Tab leads to: the one that had the focus, or what it has become part of, or what
 * is there in its place; else the chosen one; else the first.
 */
export function tabStopOf(
  lanes: readonly LaneGroups[],
  focused: Focused | undefined,
  selectedId: string | undefined,
): Stop | undefined {
  const holding = (markId: string | undefined): Stop | undefined => {
    for (const { laneId, groups } of lanes) {
      const group = groups.find(({ marks }) => marks.some(({ id }) => id === markId));
      if (group !== undefined) return { laneId, group };
    }
    return undefined;
  };
  const own = focused && (holding(focused.markId) ?? inPlaceOf(lanes, focused));
  const first = lanes.find(({ groups }) => groups.length > 0);
  return (
    own ??
    holding(selectedId) ??
    (first?.groups[0] && { laneId: first.laneId, group: first.groups[0] })
  );
}

function inPlaceOf(lanes: readonly LaneGroups[], { laneId, place }: Focused): Stop | undefined {
  const group = nearest(lanes.find((lane) => lane.laneId === laneId)?.groups ?? [], place);
  return group && { laneId, group };
}
