import type { FieldIssue } from '#shared/contract/errors.ts';

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

/** Only the fields that differ, so that what somebody else changed meanwhile stays. Pure. */
export function changedFields<Settings extends object>(
  before: Settings,
  after: Settings,
): Partial<Settings> {
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => !sameData(known.get(key), value)),
  ) as Partial<Settings>;
}

// What the forms' checks of their drafts have in common.

/** Whether a header above this one has its name: names do not tell capitals apart. */
export function isRepeatedHeader(
  headers: readonly { readonly name: string }[],
  index: number,
): boolean {
  const lower = headers[index]?.name.trim().toLowerCase() ?? '';
  const before = headers.slice(0, index);
  return lower !== '' && before.some(({ name }) => name.trim().toLowerCase() === lower);
}

/** A record cannot hold a name twice, so this is seen in the rows only; `path` is that of the rows. */
export const repeatedHeaderIssues = (
  headers: readonly { readonly name: string }[],
  path: FieldIssue['path'],
): readonly FieldIssue[] =>
  headers.flatMap(({ name }, index) =>
    isRepeatedHeader(headers, index)
      ? [
          {
            path: [...path, index, 'name'],
            message: `Header "${name.trim()}" is given twice: remove one of them.`,
          },
        ]
      : [],
  );

/** One sentence for each field: the first says what to fix first. */
export function onePerField(issues: readonly FieldIssue[]): readonly FieldIssue[] {
  const byField = new Map<string, FieldIssue>();
  for (const issue of issues) {
    const field = issue.path.join('.');
    if (!byField.has(field)) byField.set(field, issue);
  }
  return [...byField.values()];
}
