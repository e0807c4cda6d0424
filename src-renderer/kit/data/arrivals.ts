/** The latest accepted or rejected message per source, to check an integration. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { MessageSummary, RejectedSummary } from '#shared/ingestion/message.ts';
import { core } from './core.ts';
import { patch, queryClient } from './query-client.ts';

export interface Arrivals {
  /** By source ID. */
  readonly messages: Readonly<Record<string, MessageSummary>>;
  readonly rejected: Readonly<Record<string, RejectedSummary>>;
  /** Whether the latest message was rejected; times may decrease when the clock is set back. */
  readonly endsRejected: Readonly<Record<string, boolean>>;
  /** Rejected for an unknown write key or path. */
  readonly unknown: RejectedSummary | null;
}

/** How many recent messages are searched for a source's latest. */
const maxLookBack = 100;

export const noArrivals: Arrivals = { messages: {}, rejected: {}, endsRejected: {}, unknown: null };

function newer<Row extends { readonly id: number }>(
  current: Row | null | undefined,
  row: Row,
): Row {
  return current != null && current.id >= row.id ? current : row;
}

/** Merges new arrivals. Pure. */
export function withArrivals(
  before: Arrivals,
  accepted: readonly MessageSummary[],
  newRejected: readonly RejectedSummary[],
): Arrivals {
  const messages = { ...before.messages };
  const rejected = { ...before.rejected };
  const endsRejected = { ...before.endsRejected };
  let { unknown } = before;
  for (const row of accepted) messages[row.sourceId] = newer(messages[row.sourceId], row);
  for (const row of newRejected) {
    if (row.sourceId !== null) rejected[row.sourceId] = newer(rejected[row.sourceId], row);
    else if (row.code === 'unknown_source' || row.code === 'not_found')
      unknown = newer(unknown, row);
  }
  const sourceIds = [...accepted, ...newRejected].flatMap(({ sourceId }) => sourceId ?? []);
  for (const id of new Set(sourceIds)) {
    const [message, rejection] = [messages[id], rejected[id]];
    const isNewMessage = message !== before.messages[id];
    const isNewRejection = rejection !== before.rejected[id];
    // Within a batch, times decide the order.
    if (isNewMessage && isNewRejection)
      endsRejected[id] = (rejection?.receivedAt ?? 0) >= (message?.receivedAt ?? 0);
    else if (isNewMessage || isNewRejection) endsRejected[id] = isNewRejection;
  }
  return { messages, rejected, endsRejected, unknown };
}

const query = queryOptions({
  queryKey: ['arrivals'],
  queryFn: async ({ signal, client }): Promise<Arrivals> => {
    const page = { limit: maxLookBack };
    const [accepted, rejected] = await Promise.all([
      core.messages.list(page, { signal }),
      core.rejected.list(page, { signal }),
    ]);
    // Arrivals may have moved down in the meantime.
    const current = client.getQueryData<Arrivals>(['arrivals']) ?? noArrivals;
    return withArrivals(current, accepted.items, rejected.items);
  },
  gcTime: Number.POSITIVE_INFINITY,
});

/** Undefined until loaded. */
export const useArrivals = (): Arrivals | undefined => useQuery(query).data;

let accepted: MessageSummary[] = [];
let rejected: RejectedSummary[] = [];

/** Arrivals of one frame are merged together and ordered by time. */
export function addArrivals(
  messages: readonly MessageSummary[],
  newRejected: readonly RejectedSummary[],
): void {
  if (accepted.length + rejected.length === 0)
    queueMicrotask(() => {
      const [newMessages, newRejections] = [accepted, rejected];
      accepted = [];
      rejected = [];
      if (queryClient.getQueryState(query.queryKey) !== undefined)
        patch(query.queryKey, (before) => withArrivals(before, newMessages, newRejections));
    });
  accepted.push(...messages);
  rejected.push(...newRejected);
}
