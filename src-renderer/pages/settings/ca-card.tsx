import { Download, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { host } from '#renderer/host/host.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Popover } from '#renderer/ui/popover.tsx';
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
          <RenewButton />
        </div>
      </div>
    </Card>
  );
}

/** Confirms first: every client that trusts the present certificate stops trusting the app. */
function RenewButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      title="Renew the development CA?"
      open={isOpen}
      onOpenChange={setOpen}
      className="w-[280px]"
      trigger={
        <Button variant="quiet" icon={RefreshCw}>
          Renew
        </Button>
      }
    >
      <p className="text-fg-2">Every client has to trust the new certificate.</p>
      <div className="mt-3 flex gap-2">
        <Button onClick={() => setOpen(false)}>Cancel</Button>
        <Button
          variant="danger"
          onClick={() => {
            setOpen(false);
            void renewCa();
          }}
        >
          Renew
        </Button>
      </div>
    </Popover>
  );
}
