/** An audience or computed trait as it is shown, with what is worked out from the rest. */
import type { Computation } from '#shared/schemas/computation.ts';
import type { ConfigCache } from '../config/config-cache.ts';
import type { StoredComputation } from '../store/computations.ts';
import type { Store } from '../store/store.ts';

/** Why nothing can be sent for a source now, as a sentence; null when it can. */
export function sourceProblem(configCache: ConfigCache, sourceId: string): string | null {
  const source = configCache.source(sourceId);
  if (source === undefined)
    return 'Its source was deleted: restore the source, or choose another one.';
  return source.enabled
    ? null
    : `Its source "${source.name}" is switched off: switch it on in Sources.`;
}

export function viewOf(
  store: Store,
  configCache: ConfigCache,
  { row, class: _, ...rest }: StoredComputation,
): Computation {
  return {
    ...rest,
    lastSync: store.syncs.last(row),
    problem: sourceProblem(configCache, rest.sourceId),
  };
}
