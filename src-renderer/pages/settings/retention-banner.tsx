import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { setSettings, useSystem } from '#renderer/data/system.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import type { Retention } from '#shared/schemas/retention.ts';

export const useHasRetentionBanner = (): boolean =>
  useSystem()?.storage.alert === 'storage_limit_exceeded';

export async function saveRetention(retention: Retention): Promise<string | null> {
  try {
    setSettings(await core.settings.update({ retention }));
    return null;
  } catch (error) {
    return errorSentence(error);
  }
}

/** Warns when the limits can't be met. */
export function RetentionBanner() {
  return useHasRetentionBanner() ? (
    <Banner tone="warn" title="Storage limit exceeded.">
      Cancel pending deliveries, or raise the limit in Settings.
    </Banner>
  ) : null;
}
