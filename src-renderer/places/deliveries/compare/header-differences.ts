/** Compares two lists of headers. Names are case-insensitive (RFC 9110, 5.1). Pure. */

import type { HeaderLines } from '#shared/ingestion/message.ts';

export interface HeaderDifference {
  /** `respelled`: same values, different capitalization of the name. */
  readonly kind: 'added' | 'removed' | 'changed' | 'respelled';
  /** The spelling of its first occurrence, in the later list if present. */
  readonly name: string;
  /** Values in order; for `respelled`, the spelled names. Empty if absent. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface HeadersCompared {
  readonly differences: readonly HeaderDifference[];
  /** Lines in both lists, in the order of the later one. */
  readonly same: HeaderLines;
  /** Whether the common lines are in a different order. */
  readonly reordered: boolean;
}

interface Header {
  readonly names: readonly string[];
  readonly values: readonly string[];
}

function headersByKey(headers: HeaderLines): ReadonlyMap<string, Header> {
  const byKey = new Map<string, Header>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const { names, values } = byKey.get(key) ?? { names: [], values: [] };
    byKey.set(key, { names: [...names, name], values: [...values, value] });
  }
  return byKey;
}

const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, index) => name === b[index]);

function differencesAt(before: Header | undefined, after: Header | undefined) {
  const name = (after ?? before)?.names[0] ?? '';
  const values = { name, before: before?.values ?? [], after: after?.values ?? [] };
  if (before === undefined) return [{ kind: 'added', ...values }] as const;
  if (after === undefined) return [{ kind: 'removed', ...values }] as const;
  const changed = sameList(before.values, after.values) ? [] : [{ kind: 'changed', ...values }];
  // With a different number of lines, names can't be paired.
  const comparable = before.names.length === after.names.length;
  const respelled =
    !comparable || sameList(before.names, after.names)
      ? []
      : [{ kind: 'respelled', name, before: before.names, after: after.names }];
  return [...changed, ...respelled] as HeaderDifference[];
}

export function compareHeaders(before: HeaderLines, after: HeaderLines): HeadersCompared {
  const [from, to] = [headersByKey(before), headersByKey(after)];
  const keys = [...new Set([...from.keys(), ...to.keys()])];
  const differences = keys.flatMap((key) => differencesAt(from.get(key), to.get(key)));
  const differing = new Set(differences.map(({ name }) => name.toLowerCase()));
  const isInBoth = ([name]: HeaderLines[number]): boolean => {
    const key = name.toLowerCase();
    return from.get(key)?.names.length === to.get(key)?.names.length;
  };
  const orderOf = (headers: HeaderLines) =>
    headers.filter(isInBoth).map(([name]) => name.toLowerCase());
  return {
    differences,
    same: after.filter(([name]) => !differing.has(name.toLowerCase())),
    reordered: !sameList(orderOf(before), orderOf(after)),
  };
}
