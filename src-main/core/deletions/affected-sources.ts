/** Where a deletion request goes. */
import type { Destination } from '#shared/schemas/destination.ts';
import type { Source } from '#shared/schemas/source.ts';
import type { Directory } from '../setup/directory.ts';

export interface AffectedSource {
  readonly source: Source;
  readonly destinations: readonly Destination[];
}

/** Sources that forward a deletion: those connected to an enabled webhook destination (D39). */
export const affectedSources = (directory: Directory): readonly AffectedSource[] =>
  directory
    .sources()
    .map((source) => ({ source, destinations: directory.enabledFor(source.id) }))
    .filter(({ destinations }) => destinations.length > 0);

/** Connected to a source and switched off: nothing is forwarded to them. */
export const switchedOffDestinations = (directory: Directory): readonly Destination[] =>
  directory
    .destinations()
    .filter(({ enabled, sourceIds }) => !enabled && sourceIds.some((id) => directory.source(id)));
