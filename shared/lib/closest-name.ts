/** The number of changed, swapped, missing and additional characters between two texts; infinite above a limit. */
function distance(a: string, b: string, limit: number): number {
  let previousRow: readonly number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i += 1) {
    const next = Array.from({ length: b.length + 1 }, () => Number.POSITIVE_INFINITY);
    if (i < limit) next[0] = i + 1;
    // Texts that differ by at most `limit` characters are shifted by at most as many.
    const end = Math.min(b.length, i + limit + 1);
    for (let j = Math.max(0, i - limit); j < end; j += 1)
      next[j + 1] = Math.min(
        (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1),
        (row[j + 1] ?? 0) + 1,
        (next[j] ?? 0) + 1,
        i > 0 && j > 0 && a[i] === b[j - 1] && b[j] === a[i - 1]
          ? (previousRow[j - 1] ?? 0) + 1
          : Number.POSITIVE_INFINITY,
      );
    // Each row depends on the two before it.
    if (Math.min(...row) > limit && Math.min(...next) > limit) return Number.POSITIVE_INFINITY;
    previousRow = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Bounds of the work, which is their product (D62). */
const maxNameLength = 100;
const maxCompared = 100;
const maxChanges = 4;
const maxSuggestions = 20;

/** As `meantText` for the first unknown names of a list; null for the others. */
export function limitedSuggestions(names: Iterable<string>): (typed: string) => string | null {
  let count = 0;
  return (typed) => {
    count += 1;
    return count > maxSuggestions ? null : meantText(typed, names);
  };
}

/** `Did you mean "webhookUrl"?`, or null if no name is similar. */
export function meantText(typed: string, names: Iterable<string>): string | null {
  const meant = closestName(typed, names);
  return meant === null ? null : `Did you mean "${meant}"?`;
}

/** The name that was probably meant; null if none is similar. Ignores case. */
export function closestName(typed: string, names: Iterable<string>): string | null {
  if (typed.length > maxNameLength) return null;
  const limit = Math.min(maxChanges, Math.max(1, Math.floor(typed.length / 3)));
  let closest: { readonly name: string; readonly changes: number } | null = null;
  let compared = 0;
  for (const name of names) {
    if (Math.abs(name.length - typed.length) > limit || name.length > maxNameLength) continue;
    compared += 1;
    if (compared > maxCompared) break;
    const changes = distance(typed.toLowerCase(), name.toLowerCase(), limit);
    if (changes <= limit && (closest === null || changes < closest.changes))
      closest = { name, changes };
  }
  return closest?.name ?? null;
}
