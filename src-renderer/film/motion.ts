/** Asked once: it is looked at in each frame. */
const reducedMotion = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');

export const prefersReducedMotion = (): boolean => reducedMotion?.matches === true;
