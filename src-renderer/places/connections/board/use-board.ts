import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useStatistics } from '#renderer/film/use-statistics.ts';
import { useArrivals } from '#renderer/kit/data/arrivals.ts';
import { coreNow } from '#renderer/kit/data/clock.ts';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { useThrottledValue } from '#renderer/kit/throttled-value.ts';
import type { SourceUsage } from '#shared/connections/source.ts';
import type { Statistics } from '#shared/statistics/statistics.ts';
import { type Board, boardOf } from './board.ts';

/** Mock endpoints and sources change with every request. */
const pauseMs = 250;

const noUsages: ReadonlyMap<string, SourceUsage> = new Map();

function useUsages(ids: readonly string[]): ReadonlyMap<string, SourceUsage> {
  const usages = useQueries({
    queries: ids.map((id) => api.sources.usage.queryOptions({ input: { id } })),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(() => {
    const found = ids.flatMap((id, index) => {
      const usage = usages[index];
      return usage === undefined ? [] : [[id, usage] as const];
    });
    return found.length === 0 ? noUsages : new Map(found);
  }, [ids, usages]);
}

export interface LiveBoard {
  readonly board: Board;
  readonly statistics: Statistics | null;
}

/** The board as it is now; a few updates per second at most. */
export function useBoard(): LiveBoard {
  const sources = useItems(collections.sources);
  const destinations = useItems(collections.destinations);
  const mocks = useItems(collections.mocks);
  const { statistics } = useStatistics({ range: 'recent', filter: '' });
  const arrivals = useArrivals();
  const ids = useMemo(() => sources.map(({ id }) => id), [sources]);
  const usages = useUsages(ids);
  const data = useMemo(
    () => ({ sources, destinations, mocks, statistics, usages, arrivals }),
    [sources, destinations, mocks, statistics, usages, arrivals],
  );
  const shown = useThrottledValue(data, pauseMs);
  return useMemo(() => {
    const messages = Object.entries(shown.arrivals?.messages ?? {});
    const lastMessageAt = new Map(messages.map(([id, { receivedAt }]) => [id, receivedAt]));
    const board = boardOf({ ...shown, lastMessageAt, now: coreNow() });
    return { board, statistics: shown.statistics };
  }, [shown]);
}
