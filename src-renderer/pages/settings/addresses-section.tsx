import { useSystem } from '#renderer/stores/system-store.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CaCard } from './ca-card.tsx';
import { CopyLine } from './copy-line.tsx';
import { HttpsCard } from './https-card.tsx';

/** Where this page came from, if that is an address others can open as well. */
function interfaceAddress(): string | null {
  return location.protocol.startsWith('http') ? `${location.origin}/` : null;
}

export function AddressesSection() {
  const system = useSystem((state) => state.system);
  if (system === null) return null;
  const { ingestUrl, ingestNotice, apiUrl } = system;
  const { receiverUrl, receiverHttpsUrl, receiverNotice } = system;
  const page = interfaceAddress();
  return (
    <>
      <Card title="Ingestion" meta="where SDKs send events">
        <div className="grid gap-2.5">
          {ingestUrl !== null && <CopyLine text={ingestUrl} label="Copy the ingestion address" />}
          {ingestNotice !== null && (
            <Banner tone={ingestUrl === null ? 'bad' : 'warn'}>{ingestNotice}</Banner>
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
          {receiverNotice !== null && (
            <Banner tone={receiverUrl === null ? 'bad' : 'warn'}>{receiverNotice}</Banner>
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
