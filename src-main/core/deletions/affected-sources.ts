/** The sources and destinations of a deletion request. */
import type { Destination } from '#shared/schemas/destination.ts';
import type { Source } from '#shared/schemas/source.ts';
import type { ConfigCache } from '../config/config-cache.ts';

export interface AffectedSource {
  readonly source: Source;
  readonly destinations: readonly Destination[];
}

/** Sources that forward deletions: those connected to an enabled webhook destination (D39). */
export const affectedSources = (configCache: ConfigCache): readonly AffectedSource[] =>
  configCache
    .sources()
    .map((source) => ({ source, destinations: configCache.enabledFor(source.id) }))
    .filter(({ destinations }) => destinations.length > 0);

/** Disabled destinations connected to a source. They receive no notices. */
export const disabledDestinations = (configCache: ConfigCache): readonly Destination[] =>
  configCache
    .destinations()
    .filter(({ enabled, sourceIds }) => !enabled && sourceIds.some((id) => configCache.source(id)));
