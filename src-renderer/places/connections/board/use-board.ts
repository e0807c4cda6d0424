import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { useStatistics } from '#renderer/film/use-statistics.ts';
import { useArrivals } from '#renderer/kit/data/arrivals.ts';
import { coreNow } from '#renderer/kit/data/clock.ts';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { useThrottledValue } from '#renderer/kit/throttled-value.ts';
import type { SourceUsage } from '#shared/connections/source.ts';
import { type Board, type BoardNode, boardOf } from './board.ts';

/** Mock endpoints and sources change with every request. */
const pauseMs = 250;

const usageQuery = api.sources.recentUsage.queryOptions({
  select: (usages) => new Map(usages.map((usage) => [usage.sourceId, usage])),
});
const noUsages: ReadonlyMap<string, SourceUsage> = new Map();

/** For editors, which show a node's state. */
const useShownBoard = create<{ readonly nodes: readonly BoardNode[] }>()(() => ({ nodes: [] }));

/** Rerenders only when the selected value changes. */
export const useNode = <Selected extends string | number | null>(
  key: string,
  select: (node: BoardNode) => Selected,
): Selected | null =>
  useShownBoard(({ nodes }) => {
    const node = nodes.find((candidate) => candidate.key === key);
    return node === undefined ? null : select(node);
  });

/** The board as it is now; a few updates per second at most. */
export function useBoard(): Board {
  const sources = useItems(collections.sources);
  const destinations = useItems(collections.destinations);
  const mocks = useItems(collections.mocks);
  const { statistics } = useStatistics({ range: 'recent', filter: '' });
  const arrivals = useArrivals();
  const { data: usages = noUsages } = useQuery(usageQuery);
  const data = useMemo(
    () => ({ sources, destinations, mocks, statistics, usages, arrivals }),
    [sources, destinations, mocks, statistics, usages, arrivals],
  );
  const shown = useThrottledValue(data, pauseMs);
  const board = useMemo(() => {
    const messages = Object.entries(shown.arrivals?.messages ?? {});
    const lastMessageAt = new Map(messages.map(([id, { receivedAt }]) => [id, receivedAt]));
    return boardOf({ ...shown, lastMessageAt, now: coreNow() });
  }, [shown]);
  useEffect(() => useShownBoard.setState({ nodes: board.nodes }), [board]);
  return board;
}
