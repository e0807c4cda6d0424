/** Deliveries by state and cause, counted by the core. */
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { CountsByCause } from '#shared/deliveries/cause.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import { api, refresh } from './query-client.ts';

/** Those that match a filter; undefined until counted. An invalid filter has none. */
export function useCauses(filter: string): CountsByCause | undefined {
  const input = filter === '' ? {} : parseFilter(filter).ok ? { filter } : skipToken;
  return useQuery(api.deliveries.causes.queryOptions({ input, placeholderData: keepPreviousData }))
    .data;
}

export const refreshCauses = (): void => refresh({ queryKey: api.deliveries.causes.key() });
