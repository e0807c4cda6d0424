/** What the forms' checks of their drafts have in common. */
import type { FieldIssue } from '#shared/contract/errors.ts';

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

/** One sentence for each field: the first says what to mend first. */
export function onePerField(issues: readonly FieldIssue[]): readonly FieldIssue[] {
  const byField = new Map<string, FieldIssue>();
  for (const issue of issues) {
    const field = issue.path.join('.');
    if (!byField.has(field)) byField.set(field, issue);
  }
  return [...byField.values()];
}
