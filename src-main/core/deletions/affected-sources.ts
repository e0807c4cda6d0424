/** Where a deletion request goes. */
import type { Destination } from '#shared/schemas/destination.ts';
import type { Source } from '#shared/schemas/source.ts';
import type { ConfigCache } from '../config/config-cache.ts';

export interface AffectedSource {
  readonly source: Source;
  readonly destinations: readonly Destination[];
}

/** Sources that forward a deletion: those connected to an enabled webhook destination (D39). */
export const affectedSources = (configCache: ConfigCache): readonly AffectedSource[] =>
  configCache
    .sources()
    .map((source) => ({ source, destinations: configCache.enabledFor(source.id) }))
    .filter(({ destinations }) => destinations.length > 0);

/** Connected to a source and switched off: nothing is forwarded to them. */
export const switchedOffDestinations = (configCache: ConfigCache): readonly Destination[] =>
  configCache
    .destinations()
    .filter(({ enabled, sourceIds }) => !enabled && sourceIds.some((id) => configCache.source(id)));
