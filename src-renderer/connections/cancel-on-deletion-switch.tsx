import type { ReactNode } from 'react';
import { perform } from '#renderer/kit/actions/perform.ts';
import { core } from '#renderer/kit/data/core.ts';
import { setSettings, useSettings } from '#renderer/kit/data/system.ts';
import { Switch } from '#renderer/ui/toggles.tsx';

const change = (cancelPendingOnDeletion: boolean): Promise<boolean> =>
  perform("Can't change the setting", async () =>
    setSettings(await core.settings.update({ cancelPendingOnDeletion })),
  );

/** A global setting: whether deletion requests cancel waiting deliveries of their users. `children` follow its hint. */
export function CancelOnDeletionSwitch({ children }: { readonly children?: ReactNode }) {
  const isOn = useSettings()?.cancelPendingOnDeletion;
  if (isOn === undefined) return null;
  return (
    <Switch
      checked={isOn}
      onChange={(isEnabled) => void change(isEnabled)}
      label="Cancel waiting deliveries of deleted users"
      hint={<>Off: deliveries already waiting are still sent. {children}</>}
    />
  );
}
