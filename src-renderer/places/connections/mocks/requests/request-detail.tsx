import { type ReactNode, useRef } from 'react';
import { collections, useCollection } from '#renderer/kit/data/collections.ts';
import { detailMark } from '#renderer/kit/keyboard/focus.ts';
import { openVerify } from '#renderer/kit/overlay.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { BodyCard } from '#renderer/requests/body-card.tsx';
import { Columns, HeadersCard } from '#renderer/requests/detail-cards.tsx';
import { SignatureStepsCard } from '#renderer/signatures/signature-steps.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { TextButton } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { type KeyValue, KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { useElementWidth } from '#renderer/ui/use-element-width.ts';
import { resultText } from '#shared/deliveries/text.ts';
import { formatDuration } from '#shared/kit/duration.ts';
import { formatBytes, formatDateTime } from '#shared/kit/format.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import type {
  ForwardedRequest,
  MockConnection,
  MockEntryDetail,
  ServerExchange,
} from '#shared/mocks/request.ts';
import { builtInProfile } from '#shared/profiles/profiles.ts';
import { kindTitles, problemTone, responseText, signatureResult } from './entry-labels.ts';
import { CopyResult, RequestActions } from './request-actions.tsx';
import type { RequestCopy } from './request-copy.ts';
import { ResponseMark, VerdictMark } from './request-marks.tsx';

interface RequestDetailProps {
  readonly entry: MockEntryDetail;
  readonly sending: RequestCopy;
  readonly onEdit: () => void;
  readonly mock: Mock;
}

/** Header width in pixels that fits the title next to all labels. */
const minWidthForLabels = 555;

/** One log entry: request, signature check, response and connection. */
export function RequestDetail({ entry, mock, sending, onEdit }: RequestDetailProps) {
  const { kind, method, path, status, fault, receivedAt, response, forwarded, connection } = entry;
  const tone = problemTone(entry);
  const title = method === null ? kindTitles[kind] : `${method} ${path}`;
  const header = useRef<HTMLElement>(null);
  const width = useElementWidth(header);
  return (
    <article {...detailMark} aria-label={title} className="h-full overflow-y-auto">
      <header ref={header} className="border-b border-line bg-bg-1 px-4 pt-3 pb-2.5">
        <div className="flex items-start gap-3">
          <h2 className="flex min-w-0 flex-1 items-center gap-2 font-semibold">
            <span className={method === null ? 'truncate' : 'bytes truncate'} title={title}>
              {title}
            </span>
            <ResponseMark status={status} fault={fault} />
          </h2>
          <RequestActions
            entry={entry}
            sending={sending}
            onEdit={onEdit}
            hasLabel={width >= minWidthForLabels}
          />
        </div>
        {tone === null && <p className="mt-1">{responseText(entry)}</p>}
        <div className="mt-0.5 flex flex-wrap gap-x-2 text-small text-fg-2">
          <span>received {formatDateTime(receivedAt)}</span>
          <span>
            from {connection.remoteAddress}:{connection.remotePort}
          </span>
          {entry.deliveryId !== null && (
            <RouteLink to={{ page: 'deliveries', path: [String(entry.deliveryId)] }}>
              View delivery
            </RouteLink>
          )}
        </div>
      </header>
      <div className="grid gap-3 p-4">
        <CopyResult sending={sending} />
        {tone !== null && <Banner tone={tone}>{responseText(entry)}</Banner>}
        {method === null ? (
          <ConnectionCard connection={connection} />
        ) : (
          <Columns
            start={
              <>
                <SignatureVerdicts entry={entry} hasSecret={mock.secret !== ''} />
                {entry.signature !== null && !entry.body.truncated && (
                  <SignatureStepsCard
                    request={{ received: { mockId: entry.mockId, requestId: entry.id } }}
                  />
                )}
                <BodyCard
                  title="Body"
                  body={entry.body}
                  headers={entry.headers}
                  empty="Empty body"
                />
              </>
            }
            end={
              <>
                {forwarded !== null && <ForwardedCard forwarded={forwarded} />}
                <HeadersCard
                  title="Request headers"
                  first={{ key: method, value: path ?? '' }}
                  headers={entry.headers}
                />
                {response !== null && (
                  <HeadersCard
                    title="Response headers"
                    first={{ key: 'Status', value: String(response.status) }}
                    headers={response.headers}
                  />
                )}
                {response !== null && response.body.byteLength > 0 && (
                  <BodyCard
                    title="Response body"
                    body={response.body}
                    headers={response.headers}
                    empty=""
                  />
                )}
                {forwarded !== null && <TargetCards forwarded={forwarded} />}
                <ConnectionCard connection={connection} />
              </>
            }
          />
        )}
      </div>
    </article>
  );
}

/** `200 in 12 ms` */
const exchangeText = ({ response, error, durationMs }: ServerExchange): string =>
  [response?.status, error === null ? null : resultText(error), `in ${formatDuration(durationMs)}`]
    .filter((part) => part != null)
    .join(' ');

function ForwardedCard({ forwarded }: { forwarded: ForwardedRequest }) {
  const { url, corrupted, exchanges } = forwarded;
  const results = exchanges.map((exchange, index) => ({
    key: exchanges.length === 1 ? 'Response' : `Response ${index + 1}`,
    value: exchangeText(exchange),
  }));
  return (
    <Card title="Forwarded" meta={corrupted && 'one bit changed'} padded={false}>
      <KeyValueList
        label="Forwarded"
        keyWidth={104}
        items={[{ key: 'To', value: url }, ...results]}
      />
    </Card>
  );
}

/** What your server received and returned. */
function TargetCards({ forwarded: { headers, exchanges } }: { forwarded: ForwardedRequest }) {
  const [first] = exchanges;
  return (
    <>
      <HeadersCard title="Forwarded headers" headers={headers} />
      {first?.response != null && (
        <>
          <HeadersCard
            title="Your server's headers"
            first={{ key: 'Status', value: String(first.response.status) }}
            headers={first.response.headers}
          />
          {first.response.body.byteLength > 0 && (
            <BodyCard
              title="Your server's body"
              body={first.response.body}
              headers={first.response.headers}
              empty=""
            />
          )}
        </>
      )}
    </>
  );
}

function connectionFacts(connection: MockConnection): readonly KeyValue[] {
  const { remoteAddress, remotePort, requestNumber, tls, httpBytes, error } = connection;
  return [
    { key: 'From', value: `${remoteAddress}:${remotePort}` },
    ...(requestNumber > 0
      ? [{ key: 'Request', value: `${requestNumber} on this connection` }]
      : []),
    ...(tls === null
      ? []
      : [
          { key: 'TLS', value: `${tls.version}, ${tls.cipher}` },
          { key: 'Server name', value: tls.serverName ?? 'none' },
        ]),
    {
      key: 'HTTP bytes',
      value: httpBytes === 0 ? 'none' : formatBytes(httpBytes),
    },
    ...(error === null ? [] : [{ key: 'Error', value: error }]),
  ];
}

function ConnectionCard({ connection }: { connection: MockConnection }) {
  return (
    <Card title="Connection" meta={connection.tls === null ? 'TCP' : 'TLS'} padded={false}>
      <KeyValueList label="Connection" keyWidth={104} items={connectionFacts(connection)} />
    </Card>
  );
}

interface SignatureVerdictsProps {
  readonly entry: MockEntryDetail;
  readonly hasSecret: boolean;
}

/** Of a built-in profile, or one that a destination defines. */
function useProfileName(profileId: string | undefined): string {
  const { items: destinations } = useCollection(collections.destinations);
  if (profileId === undefined) return '';
  const own = destinations.map(({ profile }) =>
    typeof profile === 'string' ? undefined : profile,
  );
  const profile = builtInProfile(profileId) ?? own.find((of) => of?.id === profileId);
  return profile?.name ?? profileId;
}

/** The received signature next to the expected digests of the raw and the parsed body. */
function SignatureVerdicts({ entry, hasSecret }: SignatureVerdictsProps) {
  const { id, mockId, signature } = entry;
  const profileName = useProfileName(signature?.profile);
  if (signature === null)
    return (
      <Card title="Signature" meta="not checked">
        <p className="text-fg-2">
          {hasSecret
            ? 'No body, the secret was set later, or the sender does not sign'
            : 'Set the secret under Behavior to check signatures'}
        </p>
      </Card>
    );
  const { header, received, expectedRaw, expectedParsed, raw, parsed } = signature;
  const { tone, text } = signatureResult(signature);
  return (
    <Card title="Signature" meta={profileName}>
      <dl className="grid gap-2 text-small">
        <Row name={header}>
          {received === null ? (
            <span className="text-fg-2">none</span>
          ) : (
            <Digest digest={received} />
          )}
        </Row>
        <Row name="Raw body" verdict={<VerdictMark over="Raw body" verdict={raw} hasText />}>
          <Digest digest={expectedRaw} />
        </Row>
        <Row
          name="Parsed body (JSON.stringify)"
          verdict={<VerdictMark over="Parsed body" verdict={parsed} hasText />}
        >
          {expectedParsed === null ? (
            <span className="text-fg-2">not JSON</span>
          ) : (
            <Digest digest={expectedParsed} />
          )}
        </Row>
      </dl>
      <div className="mt-2.5">
        <Banner
          tone={tone}
          action={
            raw !== 'match' && (
              <TextButton onClick={() => openVerify({ mockId, requestId: id })}>
                Diagnose
              </TextButton>
            )
          }
        >
          {text}
        </Banner>
      </div>
    </Card>
  );
}

interface RowProps {
  readonly name: string;
  readonly verdict?: ReactNode;
  readonly children: ReactNode;
}

function Row({ name, verdict, children }: RowProps) {
  return (
    <div>
      <dt className="flex items-center gap-2 text-fg-2">
        {name}
        {verdict}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function Digest({ digest }: { digest: string }) {
  return (
    <span className="flex items-start gap-1">
      <code className="bytes min-w-0 break-all text-fg">{digest}</code>
      <span className="-my-0.75">
        <CopyButton value={digest} label="Copy digest" />
      </span>
    </span>
  );
}
