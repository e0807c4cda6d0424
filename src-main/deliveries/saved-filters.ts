/** Named filters for deliveries. */

import { AppError, fieldError, notFound } from '#main/kit/app-error.ts';
import type { Clock, Random } from '#main/kit/ports.ts';
import { randomText } from '#main/kit/random.ts';
import type { Store } from '#main/store/store.ts';
import { isEverything } from '#shared/filter/filter.ts';
import { printFilter } from '#shared/filter/print.ts';
import type { NewSavedFilter, SavedFilter, SavedFilterPatch } from '#shared/filter/saved-filter.ts';
import type { ById } from '#shared/kit/entity.ts';

/** Each one is counted over all deliveries while displayed. */
const maxSavedFilters = 50;

interface Tools {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
}

/** Uses the canonical text, so that equal filters are recognized. */
function textOf(filter: NewSavedFilter['filter']): string {
  if (isEverything(filter))
    throw fieldError(['filter'], 'The filter is empty.', 'Add at least one term.');
  return printFilter(filter);
}

export function createSavedFilters({ store, clock, random }: Tools) {
  function find(id: string): SavedFilter {
    const saved = store.savedFilters.all().find((savedFilter) => savedFilter.id === id);
    if (saved === undefined) throw notFound('saved filter');
    return saved;
  }

  const put = (toStore: () => SavedFilter): Promise<SavedFilter> =>
    store.write((tx) => {
      const saved = toStore();
      const others = store.savedFilters.all().filter(({ id }) => id !== saved.id);
      if (others.some(({ name }) => name === saved.name))
        throw fieldError(
          ['name'],
          `The name "${saved.name}" is already in use.`,
          `Choose another name.`,
        );
      if (others.length >= maxSavedFilters)
        throw new AppError(
          'conflict',
          `The limit of ${maxSavedFilters} saved filters is reached.`,
          { fix: `Delete one first.` },
        );
      store.savedFilters.put(tx, saved);
      return saved;
    });

  return {
    list: () => store.savedFilters.all(),
    create: async ({ name, filter }: NewSavedFilter): Promise<SavedFilter> => {
      const text = textOf(filter);
      const id = `flt_${randomText(random, 12)}`;
      return put(() => ({ id, name, filter: text, createdAt: clock.now() }));
    },
    update: async ({ id, name, filter }: ById & SavedFilterPatch): Promise<SavedFilter> => {
      const text = filter && textOf(filter);
      return put(() => {
        const saved = find(id);
        return { ...saved, name: name ?? saved.name, filter: text ?? saved.filter };
      });
    },
    remove: ({ id }: ById): Promise<void> =>
      store.write((tx) => {
        find(id);
        store.savedFilters.remove(tx, id);
      }),
  };
}
