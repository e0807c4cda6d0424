/** A list's rows, or why there are none. */
import type { UseQueryResult } from '@tanstack/react-query';
import { errorSentence } from './error-sentence.ts';

export interface Listing<Item> {
  readonly items: readonly Item[];
  /** Rows stay when a reload fails: stale is better than empty. */
  readonly status: 'loading' | 'ready' | 'failed';
  /** Why the last load failed. */
  readonly problem: string | null;
  readonly reload: () => void;
}

const noItems: readonly never[] = [];

export function listingOf<Item>(
  { error, refetch }: Pick<UseQueryResult, 'error' | 'refetch'>,
  items: readonly Item[] | undefined,
): Listing<Item> {
  return {
    items: items ?? noItems,
    status: items !== undefined ? 'ready' : error === null ? 'loading' : 'failed',
    problem: error === null ? null : errorSentence(error),
    reload: () => void refetch(),
  };
}

/** The neighbor to select after a removal: the next, else the previous. Pure. */
export function neighborIn<Item>(items: readonly Item[], removed: Item): Item | undefined {
  const index = items.indexOf(removed);
  return index < 0 ? undefined : (items[index + 1] ?? items[index - 1]);
}

/** The same by ID. */
export function neighborOf(
  items: readonly { readonly id: string }[],
  id: string,
): string | undefined {
  const removed = items.find((item) => item.id === id);
  return removed && neighborIn(items, removed)?.id;
}
