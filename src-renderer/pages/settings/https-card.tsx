import { useState } from 'react';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { showSettings, useSettings } from '#renderer/stores/settings-store.ts';
import { useSystem } from '#renderer/stores/system-store.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Switch } from '#renderer/ui/switch.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { CopyLine } from './copy-line.tsx';

/** Some SDKs require https. */
export function HttpsCard() {
  const settings = useSettings((state) => state.settings);
  const address = useSystem((state) => state.system?.ingestHttpsUrl ?? null);
  const notice = useSystem((state) => state.system?.ingestHttpsNotice ?? null);
  const [busy, setBusy] = useState(false);

  const change = async (ingestHttps: boolean): Promise<void> => {
    setBusy(true);
    try {
      showSettings(await core.settings.update({ ingestHttps }));
    } catch (error) {
      showToast({ title: 'It was not changed', description: errorSentence(error), tone: 'bad' });
    }
    setBusy(false);
  };

  if (settings === null) return null;
  return (
    <Card title="Ingestion over https" meta="for SDKs that insist on it">
      <div className="grid gap-2.5">
        <Switch
          checked={settings.ingestHttps}
          disabled={busy}
          onChange={(on) => void change(on)}
          label="Serve it over https as well"
          hint="Uses a certificate signed by the development CA"
        />
        {notice !== null && <Banner tone="bad">{notice}</Banner>}
        {address !== null && <CopyLine text={address} label="Copy the https address" />}
      </div>
    </Card>
  );
}
