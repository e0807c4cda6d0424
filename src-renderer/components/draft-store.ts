/** Unsaved input by entity, so leaving a form loses nothing. */
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

interface Drafts<Draft> {
  readonly byId: Readonly<Record<string, Draft>>;
}

export interface DraftStore<Draft> {
  readonly useDrafts: UseBoundStore<StoreApi<Drafts<Draft>>>;
  readonly get: (id: string) => Draft | undefined;
  readonly keep: (id: string, draft: Draft) => void;
  readonly drop: (id: string) => void;
}

/** `storable` removes secrets, which must stay out of browser storage. */
export function createDraftStore<Draft>(
  name: string,
  storable: (draft: Draft) => Draft = (draft) => draft,
): DraftStore<Draft> {
  const useDrafts = create<Drafts<Draft>>()(
    persist((): Drafts<Draft> => ({ byId: {} }), {
      name: `hookwright.drafts.${name}`,
      // Per window: two windows on one form would overwrite each other's drafts.
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ byId }) => ({
        byId: Object.fromEntries(
          Object.entries(byId).map(([id, draft]) => [id, storable(draft)] as const),
        ),
      }),
    }),
  );
  return {
    useDrafts,
    get: (id) => useDrafts.getState().byId[id],
    keep: (id, draft) => useDrafts.setState(({ byId }) => ({ byId: { ...byId, [id]: draft } })),
    drop: (id) =>
      useDrafts.setState(({ byId }) => {
        const { [id]: _dropped, ...otherDrafts } = byId;
        return { byId: otherDrafts };
      }),
  };
}
