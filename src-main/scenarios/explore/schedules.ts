/**
 * The schedules of an exploration, always in the same order for the same messages, disturbances and seed:
 * each disturbance on all messages, each on every single message, then random ones of two to four, which
 * prefer pairs that did not occur yet.
 */
import { seededFraction } from '#shared/kit/seeded-fraction.ts';
import type {
  Disturbance,
  DisturbanceKind,
  ExplorationCoverage,
} from '#shared/scenarios/schema/exploration.ts';
import {
  areCompatible,
  type Explored,
  inOrder,
  isPossible,
  notApplicable,
} from './disturbances.ts';

export type Schedule = readonly Disturbance[];

const maxDisturbances = 4;

/** Random draws without a new schedule after which there are none left. */
const maxRepeats = 200;

const keyOf = ({ kind, messageId }: Disturbance): string => JSON.stringify([kind, messageId]);
export const scheduleKey = (schedule: Schedule): string => schedule.map(keyOf).toSorted().join();

const pairsOf = (schedule: Schedule): readonly string[] =>
  schedule.flatMap((a, index) => schedule.slice(index + 1).map((b) => scheduleKey([a, b])));

/** Each disturbance of one message. */
export const possibleDisturbances = (
  explored: Explored,
  kinds: readonly DisturbanceKind[],
): Schedule =>
  kinds.flatMap((kind) =>
    explored.messages
      .map(({ id }) => ({ kind, messageId: id }))
      .filter((disturbance) => isPossible(disturbance, explored)),
  );

const compatiblePairs = (items: Schedule): readonly Schedule[] =>
  items.flatMap((a, index) =>
    items.slice(index + 1).flatMap((b) => (areCompatible(a, b) ? [[a, b]] : [])),
  );

/** Of one kind. If all messages were delayed, none would be overtaken: every other one is, and then the rest. */
function onAll(items: Schedule, kind: DisturbanceKind): readonly Schedule[] {
  const all = items.filter((item) => item.kind === kind);
  if (kind !== 'reorder') return [all];
  return [0, 1].map((rest) => all.filter((_, index) => index % 2 === rest));
}

/** Each disturbance on all messages, then on each message: what a complete exploration tries (D71). */
export function requiredSchedules(
  explored: Explored,
  kinds: readonly DisturbanceKind[],
): readonly Schedule[] {
  const items = possibleDisturbances(explored, kinds);
  const schedules = [
    ...kinds.flatMap((kind) => onAll(items, kind)),
    ...items.map((item) => [item]),
  ];
  const unique = new Map(
    schedules
      .filter((schedule) => schedule.length > 0)
      .map((schedule) => [scheduleKey(schedule), inOrder(schedule, explored.messages)]),
  );
  return [...unique.values()];
}

export function* schedulesOf(
  explored: Explored,
  kinds: readonly DisturbanceKind[],
  seed: number,
): Generator<Schedule, void, void> {
  const items = possibleDisturbances(explored, kinds);
  const seen = new Set<string>();
  const missing = new Map(compatiblePairs(items).map((pair) => [scheduleKey(pair), pair]));
  let draws = 0;

  function pick<Item>(from: readonly Item[]): Item | undefined {
    draws += 1;
    return from[Math.floor(seededFraction(seed, draws) * from.length)];
  }
  /** Null if it was tried before. */
  function fresh(schedule: Schedule): Schedule | null {
    const key = scheduleKey(schedule);
    if (schedule.length === 0 || seen.has(key)) return null;
    seen.add(key);
    for (const pair of pairsOf(schedule)) missing.delete(pair);
    return inOrder(schedule, explored.messages);
  }
  function draw(): Schedule {
    const first = pick([...missing.values()]) ?? [];
    const size = 2 + (pick([...Array(maxDisturbances - 1).keys()]) ?? 0);
    let schedule: Schedule = first;
    while (schedule.length < size) {
      const current = schedule;
      const next = pick(
        items.filter((item) =>
          current.every((other) => keyOf(item) !== keyOf(other) && areCompatible(item, other)),
        ),
      );
      if (next === undefined) break;
      schedule = [...schedule, next];
    }
    return schedule;
  }

  for (const required of requiredSchedules(explored, kinds)) {
    const schedule = fresh(required);
    if (schedule !== null) yield schedule;
  }
  for (let repeats = 0; repeats < maxRepeats; ) {
    const schedule = fresh(draw());
    if (schedule === null) repeats += 1;
    else {
      repeats = 0;
      yield schedule;
    }
  }
}

/** What an exploration has tried of the schedules that it needs to be complete. */
export interface Coverage {
  /** `isDecided`: it has a verdict. */
  readonly add: (schedule: Schedule, isDecided: boolean) => void;
  readonly counts: () => Pick<ExplorationCoverage, 'messages' | 'combinations' | 'kinds' | 'pairs'>;
}

export function createCoverage(
  explored: Explored,
  kinds: readonly DisturbanceKind[],
  required: readonly Schedule[],
): Coverage {
  const items = possibleDisturbances(explored, kinds);
  const requiredKeys = new Set(required.map(scheduleKey));
  const openKeys = new Map(kinds.map((kind) => [kind, new Set<string>()]));
  for (const schedule of required) openOf(schedule)?.add(scheduleKey(schedule));
  const possiblePairs = compatiblePairs(items).length;
  const triedItems = new Map<string, DisturbanceKind>();
  const triedPairs = new Set<string>();
  let combinations = 0;

  function openOf([first]: Schedule): Set<string> | undefined {
    return first && openKeys.get(first.kind);
  }
  return {
    add(schedule, isDecided) {
      const key = scheduleKey(schedule);
      if (!requiredKeys.has(key)) combinations += 1;
      if (isDecided) openOf(schedule)?.delete(key);
      for (const item of schedule) triedItems.set(keyOf(item), item.kind);
      for (const pair of pairsOf(schedule)) triedPairs.add(pair);
    },
    counts: () => ({
      messages: explored.messages.length,
      combinations,
      kinds: kinds.map((kind) => ({
        kind,
        tried: [...triedItems.values()].filter((tried) => tried === kind).length,
        possible: items.filter((item) => item.kind === kind).length,
        untried: openKeys.get(kind)?.size ?? 0,
        notApplicable: notApplicable(kind, explored),
      })),
      pairs: { tried: triedPairs.size, possible: possiblePairs },
    }),
  };
}
