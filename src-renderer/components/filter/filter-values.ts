/** Names that occur in what is loaded, for suggestions: looked up when somebody types. */
import { collections, itemsOf } from '#renderer/data/collections.ts';
import { useDeliveries } from '#renderer/stores/deliveries-store.ts';
import type { KnownValues } from '#shared/filter/suggest.ts';
import { webhooksOf } from '#shared/schemas/destination.ts';

export function knownValues(): KnownValues {
  const destinations = itemsOf(collections.destinations);
  const rows = [...useDeliveries.getState().byId.values()];
  return {
    events: rows.filter(({ type }) => type === 'track').map(({ label }) => label),
    sources: itemsOf(collections.sources).map(({ name }) => name),
    destinations: destinations.map(({ name }) => name),
    urls: destinations.flatMap((one) => webhooksOf(one).map(({ url }) => url)),
  };
}
