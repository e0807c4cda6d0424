/** Tools that create bodies. */
import type { ProviderProfile } from '#shared/schemas/profile.ts';
import type { Random } from '../../ports.ts';

export interface BodyTools {
  /** Time of the core clock in milliseconds. */
  readonly now: () => number;
  readonly newMessageId: () => string;
  readonly random: Random;
  readonly profile: ProviderProfile;
}
