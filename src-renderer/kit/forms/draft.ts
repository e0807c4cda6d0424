/** Unsaved input of forms. */
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { FieldIssue } from '#shared/kit/operation-errors.ts';

// Merges typed input with concurrent changes to its entity.

/** Drafts are plain data with a fixed key order. */
export function sameData(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Applies the draft to a newer state: untouched fields follow it. */
export function rebasedDraft<Draft extends object>(
  draft: Draft,
  savedBefore: Draft,
  savedNow: Draft,
): Draft {
  const before = new Map<string, unknown>(Object.entries(savedBefore));
  const touched = Object.entries(draft).filter(([key, value]) => !sameData(before.get(key), value));
  return { ...savedNow, ...Object.fromEntries(touched) };
}

/** Only changed fields, so concurrent changes are kept. Pure. */
export function changedFields<Settings extends object>(
  before: Settings,
  after: Settings,
): Partial<Settings> {
  const valuesBefore = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => !sameData(valuesBefore.get(key), value)),
  ) as Partial<Settings>;
}

// Shared validation of drafts.

/** Whether an earlier header has the same name; names are case-insensitive. */
export function isRepeatedHeader(
  headers: readonly { readonly name: string }[],
  index: number,
): boolean {
  const lower = headers[index]?.name.trim().toLowerCase() ?? '';
  const before = headers.slice(0, index);
  return lower !== '' && before.some(({ name }) => name.trim().toLowerCase() === lower);
}

/** A record can't hold duplicates, so rows are checked; `path` is that of the rows. */
export const repeatedHeaderIssues = (
  headers: readonly { readonly name: string }[],
  path: FieldIssue['path'],
): readonly FieldIssue[] =>
  headers.flatMap(({ name }, index) =>
    isRepeatedHeader(headers, index)
      ? [
          {
            path: [...path, index, 'name'],
            message: `Duplicate header "${name.trim()}". Remove one.`,
          },
        ]
      : [],
  );

/** One message per field: the first to fix. */
export function onePerField(issues: readonly FieldIssue[]): readonly FieldIssue[] {
  const byField = new Map<string, FieldIssue>();
  for (const issue of issues) {
    const field = issue.path.join('.');
    if (!byField.has(field)) byField.set(field, issue);
  }
  return [...byField.values()];
}

// Unsaved input by entity, so leaving a form loses nothing.

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
