/** Key orders of JSON libraries in several languages. */

export type KeyOrder =
  /** Original order. */
  | 'kept'
  /** JavaScript: integer keys first, in ascending order. */
  | 'integers_first'
  /** UTF-8 bytes, the same as code point order: Go, Python, Rust. */
  | 'code_points'
  /** UTF-16 units: Java's TreeMap, JavaScript's sort. */
  | 'code_units'
  /** Buckets of a java.util.HashMap. */
  | 'java_hash';

type Entry<Value> = readonly [string, Value];

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Surrogates encode the highest code points, but sort below U+E000 to U+FFFF as units. */
function byCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left === right) continue;
    const isSurrogate = (unit: number) => unit >= 0xd8_00 && unit <= 0xdf_ff;
    return isSurrogate(left) === isSurrogate(right) ? left - right : isSurrogate(left) ? 1 : -1;
  }
  return a.length - b.length;
}

/** String.hashCode with the bit spreading of HashMap. */
function javaHash(key: string): number {
  let hash = 0;
  for (let index = 0; index < key.length; index += 1)
    hash = (Math.imul(31, hash) + key.charCodeAt(index)) | 0;
  return hash ^ (hash >>> 16);
}

/** A HashMap starts with 16 buckets and doubles them when it is more than three quarters full. */
function inBuckets<Value>(entries: readonly Entry<Value>[]): readonly Entry<Value>[] {
  let buckets = 16;
  while (entries.length > buckets * 0.75) buckets *= 2;
  const bucket = ([key]: Entry<Value>) => javaHash(key) & (buckets - 1);
  return entries.toSorted((a, b) => bucket(a) - bucket(b));
}

const isArrayIndex = (key: string): boolean =>
  /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;

function integersFirst<Value>(entries: readonly Entry<Value>[]): readonly Entry<Value>[] {
  const integers = entries.filter(([key]) => isArrayIndex(key));
  return [
    ...integers.toSorted(([a], [b]) => Number(a) - Number(b)),
    ...entries.filter(([key]) => !isArrayIndex(key)),
  ];
}

export function sortEntries<Value>(
  entries: readonly Entry<Value>[],
  order: KeyOrder,
): readonly Entry<Value>[] {
  switch (order) {
    case 'kept':
      return entries;
    case 'integers_first':
      return integersFirst(entries);
    case 'code_points':
      return entries.toSorted(([a], [b]) => byCodePoints(a, b));
    case 'code_units':
      return entries.toSorted(([a], [b]) => byCodeUnits(a, b));
    case 'java_hash':
      return inBuckets(entries);
  }
}
