/** The inspector's part of the address: which list, what is open, how it is narrowed. Pure. */
import type { DeliveryFilter } from '#renderer/stores/deliveries-store.ts';
import type { Route } from '#renderer/stores/route.ts';
import type { RouteTo } from '#renderer/stores/route-store.ts';
import { DeliveryState } from '#shared/schemas/delivery.ts';

const inspectorLists = ['deliveries', 'messages', 'rejected'] as const;
export type InspectorList = (typeof inspectorLists)[number];

export interface InspectorView {
  readonly list: InspectorList;
  readonly id: number | null;
  readonly filter: DeliveryFilter;
}

export function viewOf(route: Route): InspectorView {
  const [first, second] = route.path;
  const list = inspectorLists.find((name) => name === first) ?? 'deliveries';
  const id = second !== undefined && /^[1-9]\d{0,15}$/.test(second) ? Number(second) : null;
  return { list, id, filter: list === 'deliveries' ? filterOf(route.query) : {} };
}

function filterOf(query: Route['query']): DeliveryFilter {
  const state = DeliveryState.safeParse(query.state);
  const { destination } = query;
  return {
    ...(state.success ? { state: state.data } : {}),
    ...(destination ? { destinationId: destination } : {}),
  };
}

export function inspectorRoute({ list, id, filter }: InspectorView): RouteTo {
  const query = {
    ...(filter.state === undefined ? {} : { state: filter.state }),
    ...(filter.destinationId === undefined ? {} : { destination: filter.destinationId }),
  };
  return { place: 'inspector', path: id === null ? [list] : [list, String(id)], query };
}
