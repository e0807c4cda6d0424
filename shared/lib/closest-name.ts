/** The number of changed, swapped, missing and additional characters between two texts. */
function distance(a: string, b: string): number {
  let previousRow: readonly number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, character] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, otherCharacter] of [...b].entries())
      next.push(
        Math.min(
          (row[j] ?? 0) + (character === otherCharacter ? 0 : 1),
          (row[j + 1] ?? 0) + 1,
          (next[j] ?? 0) + 1,
          character === b[j - 1] && otherCharacter === a[i - 1]
            ? (previousRow[j - 1] ?? 0) + 1
            : Number.POSITIVE_INFINITY,
        ),
      );
    previousRow = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}

const maxNameLength = 100;

/** `Did you mean "webhookUrl"?`, or null if no name is similar. */
export function meantText(typed: string, names: Iterable<string>): string | null {
  const meant = closestName(typed, names);
  return meant === null ? null : `Did you mean "${meant}"?`;
}

/** The name that was probably meant; null if none is similar. Ignores case. */
export function closestName(typed: string, names: Iterable<string>): string | null {
  const maxChanges = Math.max(1, Math.floor(typed.length / 3));
  let closest: { readonly name: string; readonly changes: number } | null = null;
  for (const name of names) {
    if (Math.abs(name.length - typed.length) > maxChanges || name.length > maxNameLength) continue;
    const changes = distance(typed.toLowerCase(), name.toLowerCase());
    if (changes <= maxChanges && (closest === null || changes < closest.changes))
      closest = { name, changes };
  }
  return closest?.name ?? null;
}
