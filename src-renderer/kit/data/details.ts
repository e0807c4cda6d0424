/** A single entity with all its details. */
import {
  type DataTag,
  keepPreviousData,
  type QueryFunction,
  type QueryKey,
  skipToken,
  useQuery,
} from '@tanstack/react-query';
import { errorSentence, isNotFound } from './error-sentence.ts';
import { api } from './query-client.ts';

export interface Detail<Value> {
  readonly id: number | null;
  /** For `id`, or still for the previous one while the new one loads. */
  readonly value: Value | null;
  readonly status: 'loading' | 'ready' | 'missing' | 'failed';
  readonly problem: string | null;
  readonly reload: () => void;
}

const byId = (id: number | null) => (id === null ? skipToken : { id });

function useDetail<Value>(
  id: number | null,
  query: {
    queryKey: DataTag<QueryKey, Value, Error>;
    queryFn: QueryFunction<Value>;
    enabled?: boolean;
  },
): Detail<Value> {
  const { data, error, refetch } = useQuery<Value>({
    ...query,
    // Shows the cached value immediately and refetches it.
    staleTime: 0,
    gcTime: 30_000,
    placeholderData: keepPreviousData,
  });
  const isMissing = isNotFound(error);
  const isReady = data !== undefined;
  return {
    id,
    value: id === null || isMissing ? null : (data ?? null),
    status: isMissing ? 'missing' : isReady ? 'ready' : error === null ? 'loading' : 'failed',
    problem: error === null ? null : errorSentence(error),
    reload: () => void refetch(),
  };
}

export const useDelivery = (id: number | null) =>
  useDetail(id, api.deliveries.get.queryOptions({ input: byId(id) }));

export const useRunDelivery = (run: string, id: number | null) =>
  useDetail(
    id,
    api.scenarios.delivery.queryOptions({
      input: id === null ? skipToken : { id: run, deliveryId: id },
    }),
  );

export const useMessage = (id: number | null) =>
  useDetail(id, api.messages.get.queryOptions({ input: byId(id) }));

export const useRejectedMessage = (id: number | null) =>
  useDetail(id, api.rejected.get.queryOptions({ input: byId(id) }));

export const useCopyDetail = (id: number | null) =>
  useDetail(id, api.copies.get.queryOptions({ input: byId(id) }));

/** One request of a mock endpoint's log. */
export function useMockRequest(mockId: string, requestId: number | null) {
  const input = requestId === null ? skipToken : { id: mockId, requestId };
  return useDetail(requestId, api.mockRequests.get.queryOptions({ input }));
}
