/**
 * Decides between a webhook that fails immediately and a healthy one when both have a backlog. A
 * rejected connection costs as much as a delivery, so equal shares would halve the rate of other
 * webhooks. The failing webhook is limited to one attempt at a time with a pause after each.
 * Without another webhook at its limit, it runs as usual.
 */

/** Faster attempts are limited by Hookwright, slower ones by the receiver. */
export const maxFastMs = 100;

/**
 * Pause after each attempt of a yielding webhook. Twenty attempts per second hardly affect others.
 */
export const pauseMs = 50;

/** State of a webhook queue. */
export interface Contender {
  /** Whether its last attempt failed immediately. */
  readonly failsFast: () => boolean;
  /**
   * Whether quick attempts use all its connections, so that it is limited by Hookwright. A slow or
   * hanging webhook also uses all connections, but wouldn't benefit from priority.
   */
  readonly isAtItsLimit: () => boolean;
}

export interface FairnessPolicy {
  /** Returns a function to leave. */
  join(contender: Contender): () => void;
  /** Whether it should let others go first. */
  shouldYield(contender: Contender): boolean;
}

/** For sandboxes, which measure no speed. */
export const withoutFairness: FairnessPolicy = {
  join: () => () => undefined,
  shouldYield: () => false,
};

export function createFairnessPolicy(): FairnessPolicy {
  const contenders = new Set<Contender>();
  return {
    join(contender) {
      contenders.add(contender);
      return () => void contenders.delete(contender);
    },
    shouldYield(contender) {
      if (!contender.failsFast()) return false;
      for (const other of contenders) if (!other.failsFast() && other.isAtItsLimit()) return true;
      return false;
    },
  };
}
