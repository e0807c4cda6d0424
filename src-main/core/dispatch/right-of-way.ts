/**
 * Who goes first when a webhook that fails at once and a healthy one both have much to do. A refused
 * connection costs the engine as much as a delivery, so in equal shares it would halve the rate of
 * the others. The failing one goes on with one connection, and with all when the others have
 * nothing under way.
 */

/** A failure quicker than this costs the engine more than it costs time. */
export const atOnceMs = 100;

/** What is asked of a webhook's lane. */
export interface Contender {
  /** Whether its last attempt failed, and that at once. */
  readonly failsAtOnce: () => boolean;
  /** Whether it has something under way. */
  readonly isBusy: () => boolean;
}

export interface RightOfWay {
  join(contender: Contender): void;
  /** Connections it may use now, of the `wanted` that it would like to. */
  limit(contender: Contender, wanted: number): number;
}

export function createRightOfWay(): RightOfWay {
  const contenders = new Set<Contender>();
  return {
    join: (contender) => void contenders.add(contender),
    limit(contender, wanted) {
      if (!contender.failsAtOnce()) return wanted;
      for (const other of contenders) if (!other.failsAtOnce() && other.isBusy()) return 1;
      return wanted;
    },
  };
}
