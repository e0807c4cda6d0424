const cellAt = (cells: readonly number[], index: number): number =>
  cells[index] ?? Number.POSITIVE_INFINITY;

/**
 * The number of changed, swapped, missing and additional characters between two texts; infinite above a limit.
 * Texts that differ by at most `limit` characters are shifted by at most as many, so each row has a cell for each
 * shift, and an infinite one at either end.
 */
function distance(a: string, b: string, limit: number): number {
  const newRow = () => Array<number>(2 * limit + 3).fill(Number.POSITIVE_INFINITY);
  let [beforePrevious, previous, row] = [newRow(), newRow(), newRow()];
  previous[limit + 1] = 0;
  let previousMin = 0;
  for (let i = 0; i <= a.length; i += 1) {
    row.fill(Number.POSITIVE_INFINITY);
    let rowMin = Number.POSITIVE_INFINITY;
    for (let j = Math.max(0, i - limit); j <= i + limit && j <= b.length; j += 1) {
      const at = j - i + limit + 1;
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const changes = Math.min(
        // The first row starts with no changes.
        cellAt(previous, at) + (i === 0 || a[i - 1] === b[j - 1] ? 0 : 1),
        cellAt(previous, at + 1) + 1,
        cellAt(row, at - 1) + 1,
        isSwapped ? cellAt(beforePrevious, at) + 1 : Number.POSITIVE_INFINITY,
      );
      row[at] = changes;
      if (changes < rowMin) rowMin = changes;
    }
    // Each row depends on the two before it.
    if (rowMin > limit && previousMin > limit) return Number.POSITIVE_INFINITY;
    previousMin = rowMin;
    [beforePrevious, previous, row] = [previous, row, beforePrevious];
  }
  return cellAt(previous, b.length - a.length + limit + 1);
}

/** Bounds of the work, which is their product (D62). */
const maxNameLength = 100;
const maxCompared = 100;
const maxChanges = 4;
const maxSuggestions = 20;
const maxTyped = 10;

/** Suggests one of the names for the first of the typed names that is similar to one. */
export type Suggest = (names: Iterable<string>, ...typed: readonly string[]) => string | null;

/** As `meantText` for the first problems of a file; null for the others. */
export function limitedSuggestions(): Suggest {
  let count = 0;
  return (names, ...typed) => {
    count += 1;
    if (count > maxSuggestions) return null;
    for (const name of typed.slice(0, maxTyped)) {
      const meant = meantText(name, names);
      if (meant !== null) return meant;
    }
    return null;
  };
}

/** `Did you mean "webhookUrl"?`, or null if no name is similar. */
export function meantText(typed: string, names: Iterable<string>): string | null {
  const meant = closestName(typed, names);
  return meant === null ? null : `Did you mean "${meant}"?`;
}

/** Names that were probably meant by others: a file or filter may use other terms than the product's. */
const meantNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['delivered', ['accepted']],
  ['excluded', ['not_sent']],
  ['exhausted', ['gave_up']],
  ['external', ['servers', 'server']],
  ['filtered', ['not_sent']],
  ['made', ['created']],
  ['non_2xx', ['refused', 'client_error']],
  ['pending', ['waiting']],
  ['receiver', ['mock']],
  ['receivers', ['mocks']],
  ['resend', ['copy']],
  ['retrying', ['waiting']],
  ['sending', ['waiting']],
  ['settle', ['finish']],
  ['target', ['server']],
  ['target_failed', ['server_failed']],
  ['tried', ['attempted']],
  ['unauthorized', ['refused']],
  ['unknown_authority', ['unknown_ca']],
  ['unrouted', ['not_sent']],
  ['warned', ['refused']],
  ['warning', ['refused']],
]);

/** Whether a name is the product's term for a typed one. */
export const isMeant = (name: string, typed: string): boolean =>
  meantNames.get(typed)?.includes(name) ?? false;

/** The name that was probably meant: the product's term, or a similar name, ignoring case. Null if there is none. */
export function closestName(typed: string, names: Iterable<string>): string | null {
  if (typed.length > maxNameLength) return null;
  const limit = Math.min(maxChanges, Math.max(1, Math.floor(typed.length / 3)));
  let closest: { readonly name: string; readonly changes: number } | null = null;
  let compared = 0;
  for (const name of names) {
    if (isMeant(name, typed)) return name;
    if (Math.abs(name.length - typed.length) > limit || name.length > maxNameLength) continue;
    compared += 1;
    if (compared > maxCompared) break;
    const changes = distance(typed.toLowerCase(), name.toLowerCase(), limit);
    if (changes <= limit && (closest === null || changes < closest.changes))
      closest = { name, changes };
  }
  return closest?.name ?? null;
}
