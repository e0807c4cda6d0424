/**
 * Selects indexes for the rows that a filter can match. A range covers rows of one state, one
 * destination, both, both with one code, or one origin, in list order.
 */

import {
  type AttemptCode,
  type DeliveryState,
  deliveryStates,
} from '#shared/deliveries/delivery.ts';
import { type Filter, isNamed, originParts, partsOf, type Term } from '#shared/filter/filter.ts';
import type { NamedEntities } from './condition.ts';

export interface IndexRange {
  readonly state?: DeliveryState;
  readonly destinationId?: string;
  /** Of the latest attempt; only with a state and a destination. */
  readonly code?: AttemptCode;
  /** Used alone, because an origin is selective enough. */
  readonly origin?: string;
  readonly originId?: string;
}

/** Four destinations in all states. Merging more takes longer than reading every row. */
const maxRanges = 40;

/** Values that matching rows can have; null means any. May contain too many, never too few. */
function possibleValues<Value>(
  filter: Filter,
  all: readonly Value[],
  testOf: (term: Term) => ((value: Value) => boolean) | null,
): readonly Value[] | null {
  switch (filter.kind) {
    case 'and': {
      const valueLists = filter.parts
        .map((part) => possibleValues(part, all, testOf))
        .filter((values) => values !== null);
      return valueLists.length === 0
        ? null
        : all.filter((value) => valueLists.every((values) => values.includes(value)));
    }
    case 'or': {
      const valueLists = filter.parts.map((part) => possibleValues(part, all, testOf));
      return valueLists.includes(null)
        ? null
        : all.filter((value) => valueLists.some((values) => values?.includes(value)));
    }
    case 'not': {
      const { part } = filter;
      if (part.kind === 'and' || part.kind === 'or' || part.kind === 'not') return null;
      const test = testOf(part);
      return test && all.filter((value) => !test(value));
    }
    default: {
      const test = testOf(filter);
      return test && all.filter(test);
    }
  }
}

const possibleStates = (filter: Filter) =>
  possibleValues(filter, deliveryStates, (term) =>
    term.kind === 'choice' && term.field === 'state' ? (state) => state === term.value : null,
  );

const possibleDestinations = (filter: Filter, { destinations }: NamedEntities) =>
  possibleValues(filter, destinations, (term) =>
    term.kind === 'text' && term.field === 'destination'
      ? (destination) => isNamed(term.operator, term.value, destination)
      : null,
  )?.map(({ id }) => id) ?? null;

/** A code that all matching rows have; undefined if codes may differ. */
function requiredCode(filter: Filter): AttemptCode | undefined {
  for (const part of partsOf(filter))
    if (part.kind === 'choice' && part.field === 'code') return part.value;
  return undefined;
}

/**
 * The origin shared by all matching rows. Undefined if origins may differ, or for SDK messages,
 * which most are.
 */
function requiredOrigin(filter: Filter): IndexRange | undefined {
  for (const part of partsOf(filter)) {
    if (part.kind !== 'choice' || part.field !== 'origin' || part.value === 'sdk') continue;
    const [origin, originId] = originParts(part.value);
    return { origin, ...(originId === null ? {} : { originId }) };
  }
  return undefined;
}

/**
 * Ranges that contain all possible matches. A range without state and destination is the whole
 * list.
 */
export function indexRangesOf(filter: Filter, entities: NamedEntities): readonly IndexRange[] {
  const origin = requiredOrigin(filter);
  if (origin !== undefined) return [origin];
  const states = possibleStates(filter);
  const stateRanges: readonly IndexRange[] = states?.map((state) => ({ state })) ?? [{}];
  const destinationIds = possibleDestinations(filter, entities);
  if (destinationIds === null) return stateRanges;
  // Within each state, a destination's rows are in list order.
  const code = requiredCode(filter);
  const ranges = destinationIds.flatMap((destinationId) =>
    (states ?? deliveryStates).map((state) => ({
      ...{ state, destinationId },
      ...(code !== undefined && { code }),
    })),
  );
  return ranges.length <= maxRanges ? ranges : stateRanges;
}

const indexOf = ({ state, destinationId, code, origin, originId }: IndexRange): string => {
  if (originId !== undefined) return 'INDEXED BY deliveries_of_origin_id';
  if (origin !== undefined) return 'INDEXED BY deliveries_of_origin';
  if (code !== undefined) return 'INDEXED BY deliveries_by_code';
  if (destinationId !== undefined) return 'INDEXED BY deliveries_by_destination';
  return state === undefined ? '' : 'INDEXED BY deliveries_by_state';
};

/** Table and conditions of a range. Values are bound as `@state0`, `@destination0` and so on. */
export function rangeSource(range: IndexRange, number: number): string {
  const conditions = [
    ...(range.destinationId === undefined ? [] : [`d.destination_id = @destination${number}`]),
    ...(range.state === undefined ? [] : [`d.state = @state${number}`]),
    ...(range.code === undefined ? [] : [`d.last_code = @code${number}`]),
    ...(range.origin === undefined ? [] : [`d.origin = @origin${number}`]),
    ...(range.originId === undefined ? [] : [`d.origin_id = @originId${number}`]),
    'd.id < @before AND d.id > @after',
  ];
  return `deliveries AS d ${indexOf(range)} WHERE ${conditions.join(' AND ')}`;
}

export const rangeParameters = (ranges: readonly IndexRange[]): Record<string, string> =>
  Object.fromEntries(
    ranges.flatMap(({ state, destinationId, code, origin, originId }, number) => [
      ...(origin === undefined ? [] : [[`origin${number}`, origin]]),
      ...(originId === undefined ? [] : [[`originId${number}`, originId]]),
      ...(state === undefined ? [] : [[`state${number}`, state]]),
      ...(destinationId === undefined ? [] : [[`destination${number}`, destinationId]]),
      ...(code === undefined ? [] : [[`code${number}`, code]]),
    ]),
  );
