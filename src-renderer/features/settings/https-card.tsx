import { Download } from 'lucide-react';
import { useState } from 'react';
import { core } from '#renderer/core-client/core.ts';
import { errorSentence } from '#renderer/core-client/error-sentence.ts';
import { host } from '#renderer/host/host.ts';
import { showSettings, useSettings } from '#renderer/stores/settings-store.ts';
import { useSystem } from '#renderer/stores/system-store.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Switch } from '#renderer/ui/switch.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { CopyLine } from './copy-line.tsx';

async function saveAuthority(): Promise<void> {
  try {
    const { pem } = await core.developmentAuthority.get();
    host.saveTextFile('hookwright-authority.pem', pem, 'application/x-pem-file');
  } catch (error) {
    showToast({ title: 'It was not saved', description: errorSentence(error), tone: 'bad' });
  }
}

/** Some SDKs insist on https; the certificate is of an authority that only this machine knows. */
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
          hint="With a certificate of Hookwright’s own development authority."
        />
        {notice !== null && <Banner tone="bad">{notice}</Banner>}
        {address !== null && (
          <>
            <CopyLine text={address} label="Copy the https address" />
            <div className="flex flex-wrap items-center gap-3">
              <Button icon={Download} onClick={() => void saveAuthority()}>
                Save the authority’s certificate
              </Button>
              <span className="min-w-0 flex-1 basis-60 text-fg-2">
                The program that sends events has to trust it; Node takes it from{' '}
                <code className="bytes">NODE_EXTRA_CA_CERTS</code>.
              </span>
            </div>
          </>
        )}
      </div>
    </Card>
  );
}
