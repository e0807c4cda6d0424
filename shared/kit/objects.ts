/** Fields of objects. */

/** A value of a table by a key from outside; `constructor` and the like are no keys. */
export const ownValue = <Value>(
  table: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined => (Object.hasOwn(table, key) ? table[key] : undefined);

/** Removes undefined values, so that a patch changes only the given fields. */
export const definedFields = <Patch extends object>(patch: Patch) =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Patch]?: Exclude<Patch[Key], undefined>;
  };
