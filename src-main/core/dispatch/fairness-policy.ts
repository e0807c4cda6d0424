/**
 * Who goes first when a webhook that fails at once and a healthy one both have much to do. A refused
 * connection costs the engine as much as a delivery, so in equal shares it would halve the rate of
 * the others. The failing one goes on with one attempt at a time and a rest after each, and as usual
 * when no other is at its limit: what is due is sent at once as long as there is room for all.
 */

/** Attempts quicker than this are held up by the engine, slower ones by who answers them. */
export const atOnceMs = 100;

/** Rest after an attempt of who gives way: twenty of them a second cost the others next to nothing. */
export const restMs = 50;

/** What is asked of a webhook's queue. */
export interface Contender {
  /** Whether its last attempt failed, and that at once. */
  readonly failsAtOnce: () => boolean;
  /**
   * Whether quick attempts come and go on all its connections, so that more would if the engine were
   * faster. One that is slow or hangs is full as well, but nothing is gained by letting it go first.
   */
  readonly isAtItsLimit: () => boolean;
}

export interface FairnessPolicy {
  /** Returns how to leave again. */
  join(contender: Contender): () => void;
  /** Whether it is to let others go first now. */
  shouldYield(contender: Contender): boolean;
}

export function createFairnessPolicy(): FairnessPolicy {
  const contenders = new Set<Contender>();
  return {
    join(contender) {
      contenders.add(contender);
      return () => void contenders.delete(contender);
    },
    shouldYield(contender) {
      if (!contender.failsAtOnce()) return false;
      for (const other of contenders) if (!other.failsAtOnce() && other.isAtItsLimit()) return true;
      return false;
    },
  };
}
