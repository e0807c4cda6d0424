/** The number of changed, swapped, missing and additional characters between two texts; infinite above a limit. */
function distance(a: string, b: string, limit: number): number {
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
    // Each row depends on the two before it.
    if (Math.min(...row) > limit && Math.min(...next) > limit) return Number.POSITIVE_INFINITY;
    previousRow = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Comparing takes quadratic time, so longer names are not compared. */
const maxNameLength = 100;
const maxCompared = 100;
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
  const maxChanges = Math.max(1, Math.floor(typed.length / 3));
  let closest: { readonly name: string; readonly changes: number } | null = null;
  let compared = 0;
  for (const name of names) {
    if (Math.abs(name.length - typed.length) > maxChanges || name.length > maxNameLength) continue;
    compared += 1;
    if (compared > maxCompared) break;
    const changes = distance(typed.toLowerCase(), name.toLowerCase(), maxChanges);
    if (changes <= maxChanges && (closest === null || changes < closest.changes))
      closest = { name, changes };
  }
  return closest?.name ?? null;
}
