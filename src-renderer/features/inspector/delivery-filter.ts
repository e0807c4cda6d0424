/** The filter as words: `state:retrying`, `destination:Staging hooks`. Pure. */
import type { DeliveryFilter } from '#renderer/stores/deliveries-store.ts';
import type { SettleTarget } from '#renderer/stores/settle-store.ts';
import { deliveryStates, isOpenState } from '#shared/schemas/delivery.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface FilterChip {
  readonly text: string;
  /** The filter when this chip is taken away. */
  readonly without: DeliveryFilter;
}

export interface FilterSuggestion {
  readonly text: string;
  readonly part: DeliveryFilter;
}

export function filterChips(
  { state, destinationId }: DeliveryFilter,
  destinations: readonly Named[],
): readonly FilterChip[] {
  const name = destinations.find(({ id }) => id === destinationId)?.name ?? destinationId;
  return [
    ...(state === undefined
      ? []
      : [
          { text: `state:${state}`, without: destinationId === undefined ? {} : { destinationId } },
        ]),
    ...(destinationId === undefined
      ? []
      : [{ text: `destination:${name}`, without: state === undefined ? {} : { state } }]),
  ];
}

/** What "jump until settled" runs where this filter is set: what goes to its destination, or all. */
export function settleTargetOf(
  { destinationId }: DeliveryFilter,
  destinations: readonly Named[],
): Exclude<SettleTarget, { kind: 'delivery' }> {
  if (destinationId === undefined) return { kind: 'everything' };
  const name = destinations.find(({ id }) => id === destinationId)?.name ?? destinationId;
  return { kind: 'destination', id: destinationId, name };
}

/** Why nothing of what is listed can settle; undefined where something may. */
export function settleProblem(
  { state, destinationId }: DeliveryFilter,
  destinations: readonly Named[],
): string | undefined {
  if (destinationId !== undefined && !destinations.some(({ id }) => id === destinationId))
    return 'The destination of what is listed was deleted';
  if (state === undefined || isOpenState(state)) return undefined;
  return state === 'paused'
    ? 'What is listed waits until its destination is switched on'
    : 'What is listed has ended';
}

/** What may be added; choosing another state or destination replaces the one there is. */
export function filterSuggestions(
  filter: DeliveryFilter,
  destinations: readonly Named[],
): readonly FilterSuggestion[] {
  return [
    ...deliveryStates
      .filter((state) => state !== filter.state)
      .map((state) => ({ text: `state:${state}`, part: { state } })),
    ...destinations
      .filter(({ id }) => id !== filter.destinationId)
      .map(({ id, name }) => ({ text: `destination:${name}`, part: { destinationId: id } })),
  ];
}

/** The filter with the suggestion of this text; null when the text is none (yet). */
export function chosenFilter(
  filter: DeliveryFilter,
  suggestions: readonly FilterSuggestion[],
  text: string,
): DeliveryFilter | null {
  const chosen = suggestions.find((suggestion) => suggestion.text === text);
  return chosen === undefined ? null : { ...filter, ...chosen.part };
}
