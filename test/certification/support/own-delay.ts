import type { OwnDelay } from '#main/certification/own-delay.ts';

/** A process that is always this late. */
export const delayOf = (ms: () => number): OwnDelay => ({
  since: ms,
  recent: ms,
  stop: () => undefined,
});
