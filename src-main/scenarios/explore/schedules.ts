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

const possible = (explored: Explored, kinds: readonly DisturbanceKind[]): Schedule =>
  kinds.flatMap((kind) =>
    explored.messages
      .map(({ id }) => ({ kind, messageId: id }))
      .filter((disturbance) => isPossible(disturbance, explored)),
  );

const compatiblePairs = (items: Schedule): readonly Schedule[] =>
  items.flatMap((a, index) =>
    items.slice(index + 1).flatMap((b) => (areCompatible(a, b) ? [[a, b]] : [])),
  );

/** Of one kind; if all messages were delayed, none would be overtaken. */
const onAll = (items: Schedule, kind: DisturbanceKind): Schedule => {
  const all = items.filter((item) => item.kind === kind);
  return kind === 'reorder' ? all.filter((_, index) => index % 2 === 0) : all;
};

/** Each disturbance on all messages, then on each message: what a complete exploration tries (D71). */
export function requiredSchedules(
  explored: Explored,
  kinds: readonly DisturbanceKind[],
): readonly Schedule[] {
  const items = possible(explored, kinds);
  const schedules = [...kinds.map((kind) => onAll(items, kind)), ...items.map((item) => [item])];
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
  const items = possible(explored, kinds);
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

/** Which disturbances and pairs the schedules tried contain, and which have no verdict. */
export function coverageOf(
  explored: Explored,
  kinds: readonly DisturbanceKind[],
  tried: readonly Schedule[],
  decided: ReadonlySet<string>,
): Pick<ExplorationCoverage, 'messages' | 'combinations' | 'kinds' | 'pairs'> {
  const required = requiredSchedules(explored, kinds);
  const requiredKeys = new Set(required.map(scheduleKey));
  const items = possible(explored, kinds);
  const triedItems = new Set(tried.flat().map(keyOf));
  const triedPairs = new Set(tried.flatMap(pairsOf));
  return {
    messages: explored.messages.length,
    combinations: tried.filter((schedule) => !requiredKeys.has(scheduleKey(schedule))).length,
    kinds: kinds.map((kind) => {
      const ofKind = items.filter((item) => item.kind === kind);
      return {
        kind,
        tried: ofKind.filter((item) => triedItems.has(keyOf(item))).length,
        possible: ofKind.length,
        untried: required.filter(
          (schedule) => schedule[0]?.kind === kind && !decided.has(scheduleKey(schedule)),
        ).length,
        notApplicable: notApplicable(kind, explored),
      };
    }),
    pairs: {
      tried: compatiblePairs(items).filter((pair) => triedPairs.has(scheduleKey(pair))).length,
      possible: compatiblePairs(items).length,
    },
  };
}
