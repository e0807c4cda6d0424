/** Names that occur in what is loaded, for suggestions: looked up when somebody types. */
import { useDeliveries } from '#renderer/stores/deliveries-store.ts';
import { useDestinations } from '#renderer/stores/destinations-store.ts';
import { useSources } from '#renderer/stores/sources-store.ts';
import type { KnownValues } from '#shared/filter/suggest.ts';
import { webhooksOf } from '#shared/schemas/destination.ts';

export function knownValues(): KnownValues {
  const destinations = useDestinations.getState().items;
  const rows = [...useDeliveries.getState().byId.values()];
  return {
    events: rows.filter(({ type }) => type === 'track').map(({ label }) => label),
    sources: useSources.getState().items.map(({ name }) => name),
    destinations: destinations.map(({ name }) => name),
    urls: destinations.flatMap((one) => webhooksOf(one).map(({ url }) => url)),
  };
}
