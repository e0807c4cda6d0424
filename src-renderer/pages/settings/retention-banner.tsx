import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { setSettings, useSystem } from '#renderer/data/system.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { defaultRetention, type Retention, unlimitedRetention } from '#shared/schemas/retention.ts';

const useStorage = () => useSystem()?.storage ?? null;

export const useHasRetentionBanner = (): boolean => {
  const storage = useStorage();
  return storage !== null && (storage.offersLimits || storage.alert !== null);
};

export async function saveRetention(retention: Retention): Promise<string | null> {
  try {
    setSettings(await core.settings.update({ retention }));
    return null;
  } catch (error) {
    return errorSentence(error);
  }
}

async function choose(retention: Retention): Promise<void> {
  const problem = await saveRetention(retention);
  if (problem !== null)
    showToast({ title: "Can't save the limits", description: problem, tone: 'bad' });
}

/** Offers limits once to databases from before they existed, and warns when they can't be met. */
export function RetentionBanner() {
  const storage = useStorage();
  if (storage === null) return null;
  return (
    <>
      {storage.alert === 'storage_limit_exceeded' && (
        <Banner tone="warn" title="Storage limit exceeded.">
          Cancel pending deliveries, or raise the limit in Settings.
        </Banner>
      )}
      {storage.offersLimits && (
        <Banner
          tone="info"
          title="Enable storage limits?"
          action={
            <span className="flex gap-1">
              <Button
                variant="quiet"
                className="-my-1 text-current"
                onClick={() => void choose(defaultRetention)}
              >
                Enable
              </Button>
              <Button
                variant="quiet"
                className="-my-1 text-current"
                onClick={() => void choose(unlimitedRetention)}
              >
                Keep everything
              </Button>
            </span>
          }
        >
          Deletes settled deliveries after 30 days, or beyond 250,000 or 5 GB.
        </Banner>
      )}
    </>
  );
}
