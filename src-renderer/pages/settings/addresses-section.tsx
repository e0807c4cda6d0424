import { Download, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { LearnMore } from '#renderer/components/learn-more.tsx';
import { showFailure } from '#renderer/components/show-failure.ts';
import { core } from '#renderer/data/core.ts';
import { showSettings, useSettings, useSystem } from '#renderer/data/system.ts';
import { host } from '#renderer/host/host.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import { Switch } from '#renderer/ui/switch.tsx';
import { showToast } from '#renderer/ui/toast.tsx';

/** Where this page came from, if that is an address others can open as well. */
function interfaceAddress(): string | null {
  return location.protocol.startsWith('http') ? `${location.origin}/` : null;
}

export function AddressesSection() {
  const system = useSystem();
  if (system === null) return null;
  const { ingestUrl, ingestProblem, apiUrl } = system;
  const { receiverUrl, receiverHttpsUrl, receiverProblem } = system;
  const page = interfaceAddress();
  return (
    <>
      <Card title="Ingestion" meta="where SDKs send events">
        <div className="grid gap-2.5">
          {ingestUrl !== null && <CopyLine text={ingestUrl} label="Copy the ingestion address" />}
          {ingestProblem !== null && (
            <Banner tone={ingestUrl === null ? 'bad' : 'warn'}>{ingestProblem}</Banner>
          )}
          <p className="text-fg-2">
            Only this machine reaches it, unless Hookwright was started with another host.
          </p>
        </div>
      </Card>
      <HttpsCard />
      <CaCard />
      <Card title="Receivers" meta="built-in endpoints, each under /r/ and its name">
        <div className="grid gap-2.5">
          {receiverUrl !== null && (
            <CopyLine text={receiverUrl} label="Copy the address of the receivers" />
          )}
          {receiverHttpsUrl !== null && (
            <CopyLine text={receiverHttpsUrl} label="Copy the https address of the receivers" />
          )}
          {receiverProblem !== null && (
            <Banner tone={receiverUrl === null ? 'bad' : 'warn'}>{receiverProblem}</Banner>
          )}
          <p className="text-fg-2">
            Receivers with a bad certificate or a refused connection have a port of their own.
          </p>
        </div>
      </Card>
      {apiUrl !== null && (
        <Card title="API" meta="everything the interface does, over HTTP">
          <div className="grid gap-2.5">
            <CopyLine
              text={`curl -H 'Authorization: Bearer TOKEN' ${apiUrl}/ledger`}
              label="Copy the command"
            />
            <p className="text-fg-2">
              TOKEN is the access token printed in the terminal. All operations are described at{' '}
              <code className="bytes">/api/openapi.json</code>.
            </p>
          </div>
        </Card>
      )}
      {page !== null && (
        <Card title="Interface" meta="this page">
          <div className="grid gap-2.5">
            <CopyLine text={page} label="Copy the address of the interface" />
            <p className="text-fg-2">
              To use another browser, open the URL printed in the terminal.
            </p>
          </div>
        </Card>
      )}
    </>
  );
}

async function saveCertificate(): Promise<void> {
  try {
    const { pem } = await core.developmentCa.get();
    host.saveTextFile('hookwright-ca.pem', pem, 'application/x-pem-file');
  } catch (error) {
    showFailure("Can't save the certificate", error);
  }
}

async function renewCa(): Promise<void> {
  try {
    await core.developmentCa.renew();
    showToast({
      title: 'Development CA renewed',
      description: 'Save the new certificate and trust it where you trusted the old one.',
    });
  } catch (error) {
    showFailure("Can't renew the CA", error);
  }
}

/** The CA that clients must trust to use https (D51). */
function CaCard() {
  return (
    <Card
      title="Development CA"
      meta="signs the https certificates of this app"
      actions={<LearnMore topic="certificates" />}
    >
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

/** Some SDKs require https. */
function HttpsCard() {
  const settings = useSettings();
  const address = useSystem()?.ingestHttpsUrl ?? null;
  const problem = useSystem()?.ingestHttpsProblem ?? null;
  const [busy, setBusy] = useState(false);

  const change = async (ingestHttps: boolean): Promise<void> => {
    setBusy(true);
    try {
      showSettings(await core.settings.update({ ingestHttps }));
    } catch (error) {
      showFailure('It was not changed', error);
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
        {problem !== null && <Banner tone="bad">{problem}</Banner>}
        {address !== null && <CopyLine text={address} label="Copy the https address" />}
      </div>
    </Card>
  );
}

interface CopyLineProps {
  readonly text: string;
  /** What is copied, as a command: "Copy the address". */
  readonly label: string;
  readonly actions?: ReactNode;
}

/** Bytes to take along: one click copies them. */
export function CopyLine({ text, label, actions }: CopyLineProps) {
  return (
    <div className="flex items-start gap-1 rounded-control border border-line bg-bg-2 py-[3px] pr-[3px] pl-2.5">
      <code className="bytes min-w-0 flex-1 py-[3px] leading-[18px] [overflow-wrap:anywhere]">
        {text}
      </code>
      {actions}
      <CopyButton value={text} label={label} />
    </div>
  );
}
