import type { MatchingQuery } from '#shared/contract/deliveries.ts';
import { allOf, type Filter } from '#shared/lib/filter/filter.ts';
import type { DeliveryState } from '#shared/schemas/delivery.ts';
import type { Store } from '../store/store.ts';
import { createTurns } from '../turns.ts';

interface Wanted {
  readonly state?: DeliveryState | undefined;
  readonly destinationId?: string | undefined;
  readonly filter?: Filter | undefined;
}

/** The one filter that lets through what all that is given lets through. */
export const filterOf = ({ state, destinationId, filter }: Wanted): Filter =>
  allOf([
    ...(state === undefined ? [] : [{ kind: 'state', state } as const]),
    ...(destinationId === undefined
      ? []
      : [{ kind: 'text', field: 'destination', operator: '=', text: destinationId } as const]),
    ...(filter === undefined ? [] : [filter]),
  ]);

/** Which of some deliveries a filter lets through; others have the event loop in between. */
export async function matchingOf(
  store: Store,
  { filter, ids }: MatchingQuery,
  now: number,
  signal?: AbortSignal,
): Promise<number[]> {
  const matches = store.deliveries.matcher(filter, now);
  const turn = createTurns(signal);
  const matching: number[] = [];
  for (const id of ids) {
    if (matches(id)) matching.push(id);
    await turn();
  }
  return matching;
}
