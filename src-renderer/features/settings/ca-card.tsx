import { Download, RefreshCw } from 'lucide-react';
import { core } from '#renderer/core-client/core.ts';
import { errorSentence } from '#renderer/core-client/error-sentence.ts';
import { host } from '#renderer/host/host.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { showToast } from '#renderer/ui/toast.tsx';

async function saveCertificate(): Promise<void> {
  try {
    const { pem } = await core.developmentAuthority.get();
    host.saveTextFile('hookwright-ca.pem', pem, 'application/x-pem-file');
  } catch (error) {
    showToast({
      title: "Can't save the certificate",
      description: errorSentence(error),
      tone: 'bad',
    });
  }
}

async function renewCa(): Promise<void> {
  try {
    await core.developmentAuthority.renew();
    showToast({
      title: 'Development CA renewed',
      description: 'Save the new certificate and trust it where you trusted the old one.',
    });
  } catch (error) {
    showToast({ title: "Can't renew the CA", description: errorSentence(error), tone: 'bad' });
  }
}

/** The CA that clients must trust to use https (D51). */
export function CaCard() {
  return (
    <Card title="Development CA" meta="signs the https certificates of this app">
      <div className="grid gap-2.5">
        <p className="text-fg-2">
          Trust its certificate in clients that use https (in Node,{' '}
          <code className="bytes">NODE_EXTRA_CA_CERTS</code>). Valid for a year, for local names and
          private addresses only.
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <Button icon={Download} onClick={() => void saveCertificate()}>
            Save certificate
          </Button>
          <Button variant="quiet" icon={RefreshCw} onClick={() => void renewCa()}>
            Renew
          </Button>
        </div>
      </div>
    </Card>
  );
}
