/** Removes undefined values, so that a patch changes only the given fields. */
export const definedFields = <Patch extends object>(patch: Patch) =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Patch]?: Exclude<Patch[Key], undefined>;
  };
