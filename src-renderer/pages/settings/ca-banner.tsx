import { showFailure } from '#renderer/components/show-failure.ts';
import { core } from '#renderer/data/core.ts';
import { reloadSystem, useSystem } from '#renderer/data/system.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import type { DevelopmentCaAlert } from '#shared/schemas/system.ts';

const texts: Readonly<Record<DevelopmentCaAlert, readonly [title: string, text: string]>> = {
  development_ca_replaced: [
    'The development CA was replaced.',
    'Trust the new one and remove the old one.',
  ],
  development_ca_expiring: [
    'The development CA expires in less than 30 days.',
    'Renew it, then trust the new one.',
  ],
};

const useCaAlert = () => useSystem()?.developmentCaAlert ?? null;

export const useHasCaBanner = (): boolean => useCaAlert() !== null;

async function dismiss(): Promise<void> {
  try {
    await core.developmentCa.dismissAlert();
    await reloadSystem();
  } catch (error) {
    showFailure("Can't dismiss", error);
  }
}

export function CaBanner() {
  const alert = useCaAlert();
  if (alert === null) return null;
  const [title, text] = texts[alert];
  return (
    <Banner
      tone="warn"
      title={title}
      onDismiss={() => void dismiss()}
      action={
        <Button
          variant="quiet"
          className="-my-1 text-current"
          onClick={() => navigate({ page: 'settings', path: ['addresses'] })}
        >
          Open settings
        </Button>
      }
    >
      {text}
    </Banner>
  );
}
