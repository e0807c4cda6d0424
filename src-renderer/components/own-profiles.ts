/** Definitions of profiles that were chosen from files, until the window is closed. */
import { create } from 'zustand';
import type { ProviderProfile } from '#shared/schemas/profile.ts';

interface OwnProfiles {
  readonly profiles: readonly ProviderProfile[];
}

export const useOwnProfiles = create<OwnProfiles>()(() => ({ profiles: [] }));
