/** How much of a list is there, at its foot. Pure. */

export interface ListCounts {
  /** Rows that are loaded; undefined where any part of the list is within reach. */
  readonly shown: number | undefined;
  /** Rows of the list; undefined where there are more than are loaded, and nobody has counted them. */
  readonly all: number | undefined;
  /** Rows without the filter; undefined where none is set, or nobody has counted them. */
  readonly total: number | undefined;
  /** How `total` relates to `all`, if not by a filter. */
  readonly note?: string | undefined;
}

export function listCountLabels({ shown, all, total, note }: ListCounts): string {
  const count = (number: number) => number.toLocaleString('en');
  if (all !== undefined && total !== undefined)
    return `${count(all)} of ${count(total)}${note === undefined ? '' : ` ${note}`}`;
  if (shown === undefined) return all === undefined ? '' : `${count(all)} in all`;
  return all === undefined ? `${count(shown)} of more` : `${count(shown)} of ${count(all)}`;
}
