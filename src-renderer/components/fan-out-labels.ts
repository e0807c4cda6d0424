import type { FanOut } from '#shared/schemas/destination.ts';

/** Labels of the choices, and their effects (D24). */
export const fanOutLabels: Readonly<Record<FanOut, string>> = { any: 'Any URL', each: 'Each URL' };

export const fanOutEffects: Readonly<Record<FanOut, string>> = {
  any: "After one URL succeeds, the others aren't retried",
  each: 'Each URL is retried until it succeeds or the retry window ends',
};
