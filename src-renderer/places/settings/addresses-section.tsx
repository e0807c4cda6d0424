import { type ReactNode, useState } from 'react';
import { perform } from '#renderer/kit/actions/perform.ts';
import { core } from '#renderer/kit/data/core.ts';
import { setSettings, useSettings, useSystem } from '#renderer/kit/data/system.ts';
import { host } from '#renderer/kit/host/host.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Switch } from '#renderer/ui/toggles.tsx';
import { listenProblemText } from '#shared/kit/problem.ts';

/** Null in the desktop app, whose page has no HTTP address. */
function interfaceAddress(): string | null {
  return location.protocol.startsWith('http') ? `${location.origin}/` : null;
}

export function AddressesSection() {
  const system = useSystem();
  if (system === null) return null;
  const { ingestUrl, ingestProblem, apiUrl } = system;
  const { mockUrl, mockHttpsUrl, mockProblem } = system;
  const page = interfaceAddress();
  return (
    <>
      <Card title="Ingestion" meta="for SDKs">
        <div className="grid gap-2.5">
          {ingestUrl !== null && <CopyLine text={ingestUrl} label="Copy ingestion URL" />}
          {ingestProblem !== null && (
            <Banner tone={ingestUrl === null ? 'bad' : 'warn'}>
              {listenProblemText(ingestProblem)}
            </Banner>
          )}
        </div>
      </Card>
      <HttpsCard />
      <Card title="Mock endpoints" meta="/mock/{name}">
        <div className="grid gap-2.5">
          {mockUrl !== null && <CopyLine text={mockUrl} label="Copy mock endpoint URL" />}
          {mockHttpsUrl !== null && (
            <CopyLine text={mockHttpsUrl} label="Copy mock endpoint HTTPS URL" />
          )}
          {mockProblem !== null && (
            <Banner tone={mockUrl === null ? 'bad' : 'warn'}>
              {listenProblemText(mockProblem)}
            </Banner>
          )}
          <p className="text-fg-2">TLS and connection faults use separate ports</p>
        </div>
      </Card>
      {apiUrl !== null && (
        <Card title="API" meta="REST">
          <div className="grid gap-2.5">
            <CopyLine
              text={`curl -H 'Authorization: Bearer TOKEN' ${apiUrl}/ledger`}
              label="Copy command"
            />
            <p className="text-fg-2">
              {host.desktop === null
                ? 'The terminal shows the token.'
                : 'The token is in running-host.json in the data folder.'}{' '}
              Reference: <code className="bytes">/api/openapi.json</code>
            </p>
          </div>
        </Card>
      )}
      {page !== null && (
        <Card title="Interface" meta="this page">
          <div className="grid gap-2.5">
            <CopyLine text={page} label="Copy interface URL" />
            <p className="text-fg-2">The terminal shows the URL for other browsers</p>
          </div>
        </Card>
      )}
    </>
  );
}

/** Some SDKs require HTTPS. */
function HttpsCard() {
  const settings = useSettings();
  const address = useSystem()?.ingestHttpsUrl ?? null;
  const problem = useSystem()?.ingestHttpsProblem ?? null;
  const [isBusy, setBusy] = useState(false);

  const change = async (ingestHttps: boolean): Promise<void> => {
    setBusy(true);
    await perform("Can't change HTTPS", async () =>
      setSettings(await core.settings.update({ ingestHttps })),
    );
    setBusy(false);
  };

  if (settings === null) return null;
  return (
    <Card title="Ingestion over HTTPS" meta="for SDKs that require it">
      <div className="grid gap-2.5">
        <Switch
          checked={settings.ingestHttps}
          disabled={isBusy}
          onChange={(isEnabled) => void change(isEnabled)}
          label="Accept HTTPS"
          hint="Signed by the development CA"
        />
        {problem !== null && <Banner tone="bad">{listenProblemText(problem)}</Banner>}
        {address !== null && <CopyLine text={address} label="Copy HTTPS URL" />}
      </div>
    </Card>
  );
}

interface CopyLineProps {
  readonly text: string;
  /** Accessible name of the copy button. */
  readonly label: string;
  readonly actions?: ReactNode;
}

export function CopyLine({ text, label, actions }: CopyLineProps) {
  return (
    <div className="flex items-start gap-1 rounded-control border border-line bg-bg-2 py-0.75 pr-0.75 pl-2.5">
      <code className="bytes min-w-0 flex-1 py-0.75 leading-4.5 [overflow-wrap:anywhere]">
        {text}
      </code>
      {actions}
      <CopyButton value={text} label={label} />
    </div>
  );
}
