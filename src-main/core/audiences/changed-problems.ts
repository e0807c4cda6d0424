import type { ConfigCache } from '../config/config-cache.ts';
import type { StoredComputation } from '../store/computations.ts';
import { sourceProblem } from './view.ts';

/** Tells, each time it is asked, which have another problem with their source than the time before. */
export function createChangedProblems(configCache: ConfigCache) {
  let known = new Map<string, string | null>();

  return (computations: readonly StoredComputation[]): readonly StoredComputation[] => {
    const before = known;
    known = new Map(
      computations.map(({ id, sourceId }) => [id, sourceProblem(configCache, sourceId)]),
    );
    return computations.filter(({ id }) => known.get(id) !== (before.get(id) ?? null));
  };
}
