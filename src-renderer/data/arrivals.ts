/** What came in last, accepted or rejected, from each source: whether code that was pasted works. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { MessageSummary, RejectedSummary } from '#shared/schemas/message.ts';
import { core } from './core.ts';
import { queryClient } from './query-client.ts';
import { patch } from './refresh.ts';

export interface Arrivals {
  /** By the id of the source. */
  readonly messages: Readonly<Record<string, MessageSummary>>;
  readonly rejected: Readonly<Record<string, RejectedSummary>>;
  /** Whether the last thing of the source was rejected: times may go back with the clock. */
  readonly endsRejected: Readonly<Record<string, boolean>>;
  /** Rejected for a write key that belongs to no source, or an unknown path. */
  readonly unknown: RejectedSummary | null;
}

/** How far back the last one of a source is looked for among those of all sources. */
const lookBack = 100;

export const noArrivals: Arrivals = { messages: {}, rejected: {}, endsRejected: {}, unknown: null };

function later<Row extends { readonly id: number }>(known: Row | null | undefined, row: Row): Row {
  return known != null && known.id >= row.id ? known : row;
}

/** With what came in since; pure. */
export function withArrivals(
  before: Arrivals,
  accepted: readonly MessageSummary[],
  refused: readonly RejectedSummary[],
): Arrivals {
  const messages = { ...before.messages };
  const rejected = { ...before.rejected };
  const endsRejected = { ...before.endsRejected };
  let { unknown } = before;
  for (const row of accepted) messages[row.sourceId] = later(messages[row.sourceId], row);
  for (const row of refused) {
    if (row.sourceId !== null) rejected[row.sourceId] = later(rejected[row.sourceId], row);
    else if (row.code === 'unknown_source' || row.code === 'not_found')
      unknown = later(unknown, row);
  }
  const sourceIds = [...accepted, ...refused].flatMap(({ sourceId }) => sourceId ?? []);
  for (const id of new Set(sourceIds)) {
    const [message, rejection] = [messages[id], rejected[id]];
    const isNewMessage = message !== before.messages[id];
    const isNewRejection = rejection !== before.rejected[id];
    // Of those that came together, the times tell.
    if (isNewMessage && isNewRejection)
      endsRejected[id] = (rejection?.receivedAt ?? 0) >= (message?.receivedAt ?? 0);
    else if (isNewMessage || isNewRejection) endsRejected[id] = isNewRejection;
  }
  return { messages, rejected, endsRejected, unknown };
}

const query = queryOptions({
  queryKey: ['arrivals'],
  queryFn: async ({ signal, client }): Promise<Arrivals> => {
    const page = { limit: lookBack };
    const [accepted, rejected] = await Promise.all([
      core.messages.list(page, { signal }),
      core.rejected.list(page, { signal }),
    ]);
    // What came while this page was there may lie further back by now.
    const known = client.getQueryData<Arrivals>(['arrivals']) ?? noArrivals;
    return withArrivals(known, accepted.items, rejected.items);
  },
  gcTime: Number.POSITIVE_INFINITY,
});

/** Undefined until they are read. */
export const useArrivals = (): Arrivals | undefined => useQuery(query).data;

let accepted: MessageSummary[] = [];
let rejected: RejectedSummary[] = [];

/** Of one frame they are taken in together: which came last is told by their times. */
export function noteArrivals(
  messages: readonly MessageSummary[],
  refused: readonly RejectedSummary[],
): void {
  if (accepted.length + rejected.length === 0)
    queueMicrotask(() => {
      const [came, not] = [accepted, rejected];
      accepted = [];
      rejected = [];
      if (queryClient.getQueryState(query.queryKey) !== undefined)
        patch(query.queryKey, (before) => withArrivals(before, came, not));
    });
  accepted.push(...messages);
  rejected.push(...refused);
}
