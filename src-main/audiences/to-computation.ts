/** An audience or computed trait with its computed fields. */
import { isDeepStrictEqual } from 'node:util';
import type { StoredComputation } from '#main/store/computations.ts';
import type { ConfigCache } from '#main/store/config-cache.ts';
import type { Store } from '#main/store/store.ts';
import type { Computation } from '#shared/audiences/computation.ts';
import type { SourceProblem } from '#shared/kit/problem.ts';

/** Why a source can't send now; null if it can. */
export function sourceProblem(configCache: ConfigCache, sourceId: string): SourceProblem | null {
  const source = configCache.source(sourceId);
  if (source === undefined) return { code: 'source_deleted', params: {} };
  return source.enabled ? null : { code: 'source_disabled', params: { source: source.name } };
}

export function toComputation(
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

/** Returns the computations whose source problem changed since the last call. */
export function createChangedProblems(configCache: ConfigCache) {
  let problemById = new Map<string, SourceProblem | null>();

  return (computations: readonly StoredComputation[]): readonly StoredComputation[] => {
    const previousById = problemById;
    problemById = new Map(
      computations.map(({ id, sourceId }) => [id, sourceProblem(configCache, sourceId)]),
    );
    return computations.filter(
      ({ id }) => !isDeepStrictEqual(problemById.get(id), previousById.get(id) ?? null),
    );
  };
}
