import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import {
  type Collection,
  emptyCollection,
  type Thing,
  withAll,
  withCollectionFailed,
  withOne,
  withoutOne,
} from './collection.ts';

export interface CollectionStore<Item extends Thing> {
  readonly useCollection: UseBoundStore<StoreApi<Collection<Item>>>;
  readonly reload: () => void;
  /** Also for the answer of an own create or update, which may come before its change. */
  readonly put: (item: Item) => void;
  readonly drop: (id: string) => void;
}

export function createCollectionStore<Item extends Thing>(
  load: () => Promise<readonly Item[]>,
): CollectionStore<Item> {
  const useCollection = create<Collection<Item>>()(() => emptyCollection());
  let currentLoad = 0;
  return {
    useCollection,
    reload: () => {
      currentLoad += 1;
      const asked = currentLoad;
      load().then(
        (items) => {
          if (asked === currentLoad) useCollection.setState(withAll(items));
        },
        (error: unknown) => {
          if (asked === currentLoad)
            useCollection.setState((state) => withCollectionFailed(state, errorSentence(error)));
        },
      );
    },
    put: (item) => useCollection.setState((state) => withOne(state, item)),
    drop: (id) => useCollection.setState((state) => withoutOne(state, id)),
  };
}
