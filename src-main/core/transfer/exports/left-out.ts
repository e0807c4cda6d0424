/** What an export has left out so far, by kind. */
import { maxRedacted, type Redacted } from '#shared/schemas/export.ts';

export interface LeftOut {
  /** What was left out of one delivery. */
  add(kinds: readonly string[]): void;
  tell(): Redacted[];
}

/** Kinds are named after headers and fields, which anybody can make up: the rest is counted as one. */
const others = 'others';

export function createLeftOut(): LeftOut {
  const counts = new Map<string, number>();
  let rest = 0;
  return {
    add(kinds) {
      for (const kind of kinds) {
        const count = counts.get(kind);
        if (count !== undefined || counts.size < maxRedacted) counts.set(kind, (count ?? 0) + 1);
        else rest += 1;
      }
    },
    tell: () => [
      ...[...counts].map(([what, count]) => ({ what, count })),
      ...(rest === 0 ? [] : [{ what: others, count: rest }]),
    ],
  };
}
