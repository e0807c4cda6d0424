import { sameData } from './rebased-draft.ts';

/** Only the fields that differ, so that what somebody else changed meanwhile stays. Pure. */
export function changedFields<Settings extends object>(
  before: Settings,
  after: Settings,
): Partial<Settings> {
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => !sameData(known.get(key), value)),
  ) as Partial<Settings>;
}
