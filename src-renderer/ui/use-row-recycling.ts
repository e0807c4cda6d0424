import { useLayoutEffect, useRef } from 'react';

type Slots = ReadonlyMap<string, number>;

/** What stays keeps its slot; what is new takes the slots that became free, in order. Pure. */
export function slotsFor(keys: readonly string[], before: Slots): Slots {
  const wanted = new Set(keys);
  const taken = new Set([...before].flatMap(([key, slot]) => (wanted.has(key) ? [slot] : [])));
  const slots = new Map<string, number>();
  let free = 0;
  for (const key of keys) {
    const kept = before.get(key);
    while (kept === undefined && taken.has(free)) free += 1;
    slots.set(key, kept ?? free);
    if (kept === undefined) taken.add(free);
  }
  return slots;
}

/**
 * Numbers for rows that are drawn, so that a row that has gone leaves its elements to one that has
 * come: to make elements anew is the larger part of what a list costs that changes in every frame.
 */
export function useRowRecycling(keys: readonly string[]): Slots {
  const latest = useRef<Slots>(new Map());
  const slots = slotsFor(keys, latest.current);
  useLayoutEffect(() => {
    latest.current = slots;
  });
  return slots;
}
