import { useEffect, useState } from 'react';
import { useConnection } from '#renderer/stores/connection-store.ts';
import { useLastSync } from '#renderer/stores/syncs-store.ts';
import type { Computation, ComputationClass } from '#shared/schemas/computation.ts';
import { operationsOf } from '../computations/computation-actions.ts';

/** As many as a line of a row's width can show apart. */
const mostSyncs = 30;

/** How many users there were at each of the last syncs, oldest first; empty before the first. */
export function useUserCounts(kind: ComputationClass, computation: Computation): readonly number[] {
  const { id } = computation;
  const lastSyncId = useLastSync(computation)?.id;
  const isConnected = useConnection(({ state }) => state === 'open');
  const [counts, setCounts] = useState<readonly number[]>([]);
  useEffect(() => {
    if (lastSyncId === undefined || !isConnected) return;
    let isCurrent = true;
    operationsOf(kind)
      .syncs.list({ id, limit: mostSyncs })
      .then(
        ({ items }) => {
          if (isCurrent) setCounts(items.map(({ userCount }) => userCount).reverse());
        },
        () => {
          // The line before stays; the next sync or connection asks again.
        },
      );
    return () => {
      isCurrent = false;
    };
  }, [kind, id, lastSyncId, isConnected]);
  return counts;
}
