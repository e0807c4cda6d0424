/** What the definitions of profiles use. */
import type { z } from 'zod';
import type { ProviderProfile } from './profile.ts';

/** A profile with defaults left out. */
export type ProfileInput = z.input<typeof ProviderProfile>;

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
