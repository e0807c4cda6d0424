/** What becomes of typed input when the thing it changes is changed elsewhere. Pure. */

/** Drafts are plain data with their keys in a fixed order. */
export function sameData(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The draft upon a newer state of its thing: fields that were not touched follow it. */
export function rebasedDraft<Draft extends object>(
  draft: Draft,
  savedBefore: Draft,
  savedNow: Draft,
): Draft {
  const before = new Map<string, unknown>(Object.entries(savedBefore));
  const touched = Object.entries(draft).filter(([key, value]) => !sameData(before.get(key), value));
  return { ...savedNow, ...Object.fromEntries(touched) };
}
