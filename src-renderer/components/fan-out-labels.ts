import type { FanOut } from '#shared/schemas/destination.ts';

/** Labels of the choices, and their effects (D24). */
export const fanOutLabels: Readonly<Record<FanOut, string>> = { any: 'Any URL', each: 'Each URL' };

export const fanOutEffects: Readonly<Record<FanOut, string>> = {
  any: 'Stops when one URL succeeds',
  each: 'Retries each URL until it succeeds',
};
