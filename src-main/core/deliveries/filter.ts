import { allOf, type Filter } from '#shared/filter/filter.ts';
import type { DeliveryState } from '#shared/schemas/delivery.ts';

interface Criteria {
  readonly state?: DeliveryState | undefined;
  readonly destinationId?: string | undefined;
  readonly filter?: Filter | undefined;
}

/** Combines all conditions into one filter. */
export const filterOf = ({ state, destinationId, filter }: Criteria): Filter =>
  allOf([
    ...(state === undefined ? [] : [{ kind: 'state', state } as const]),
    ...(destinationId === undefined
      ? []
      : [{ kind: 'text', field: 'destination', operator: '=', text: destinationId } as const]),
    ...(filter === undefined ? [] : [filter]),
  ]);
