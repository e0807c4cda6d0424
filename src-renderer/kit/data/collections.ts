/** Small collections: loaded completely and kept current by the change feed. */
import {
  type DataTag,
  type QueryFunction,
  type QueryKey,
  QueryObserver,
  queryOptions,
  useQuery,
} from '@tanstack/react-query';
import type { ComputationClass } from '#shared/audiences/computation.ts';
import { type Listing, listingOf } from './listing.ts';
import { api, patch, queryClient } from './query-client.ts';

export interface Entity {
  readonly id: string;
  readonly createdAt: number;
}

/** Updates don't move an entity in the list. */
function oldestFirst<Item extends Entity>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}

function collection<Item extends Entity>(list: {
  queryKey: DataTag<QueryKey, Item[], Error>;
  queryFn: QueryFunction<Item[]>;
}) {
  const queryFn: QueryFunction<Item[]> = async (context) =>
    oldestFirst(await list.queryFn(context));
  // A change is a new object even if equal: an audience's members may have changed.
  return queryOptions({ queryKey: list.queryKey, queryFn, structuralSharing: false });
}

export const collections = {
  sources: collection(api.sources.list.queryOptions()),
  destinations: collection(api.destinations.list.queryOptions()),
  mocks: collection(api.mocks.list.queryOptions()),
  authorities: collection(api.certificateAuthorities.list.queryOptions()),
  savedFilters: collection(api.savedFilters.list.queryOptions()),
  audiences: collection(api.audiences.list.queryOptions()),
  traits: collection(api.traits.list.queryOptions()),
};

export const computationsOf = (kind: ComputationClass) =>
  kind === 'audience' ? collections.audiences : collections.traits;

export type CollectionQuery<Item extends Entity> = ReturnType<typeof collection<Item>>;

const noItems: readonly never[] = [];

/** Empty until loaded. */
export function useItems<Item extends Entity>(query: CollectionQuery<Item>): readonly Item[] {
  return useQuery(query).data ?? noItems;
}

export function useCollection<Item extends Entity>(query: CollectionQuery<Item>): Listing<Item> {
  const result = useQuery(query);
  return listingOf(result, result.data);
}

const observe = <Item extends Entity>(query: CollectionQuery<Item>) =>
  new QueryObserver(queryClient, query).subscribe(() => undefined);

/** Keeps them loaded on every page, so `itemsOf` can read the cache. */
export function keepCollections(): void {
  observe(collections.sources);
  observe(collections.destinations);
  observe(collections.mocks);
  observe(collections.authorities);
  observe(collections.savedFilters);
  observe(collections.audiences);
  observe(collections.traits);
}

/** The cached items, for event handlers. */
export function itemsOf<Item extends Entity>({ queryKey }: CollectionQuery<Item>): readonly Item[] {
  return queryClient.getQueryData<Item[]>(queryKey) ?? noItems;
}

/** Adds or replaces an item: after a change, or with the response of our own request, which may come first. */
export function put<Item extends Entity>({ queryKey }: CollectionQuery<Item>, item: Item): void {
  patch<Item[]>(queryKey, (items) =>
    oldestFirst([...items.filter(({ id }) => id !== item.id), item]),
  );
}

export function drop<Item extends Entity>({ queryKey }: CollectionQuery<Item>, id: string): void {
  patch<Item[]>(queryKey, (items) => items.filter((item) => item.id !== id));
}
