import type { z } from 'zod';
import type { ProviderProfile } from '../schemas/profile.ts';

/** A profile with defaults left out. */
export type ProfileInput = z.input<typeof ProviderProfile>;
