import { ClipboardList } from 'lucide-react';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { cutOffText, textBytes } from '#renderer/requests/body-bytes.ts';
import { BodyCard } from '#renderer/requests/body-card.tsx';
import { CertificatesCard } from '#renderer/requests/detail-cards.tsx';
import { codeOfResult } from '#renderer/requests/no-status.ts';
import { ResultFix } from '#renderer/requests/result-fix.tsx';
import { isRejectedSignature } from '#renderer/signatures/use-diagnosis.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import { type KeyValue, KeyValueList } from '#renderer/ui/key-value-list.tsx';
import type { Attempt, AttemptResponse, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { isUnauthorized, resultText } from '#shared/deliveries/text.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { formatLatency } from '#shared/kit/duration.ts';
import { counted } from '#shared/kit/format.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { receivedRequest } from '#shared/signatures/receiver-response.ts';
import { useReadOnly } from '../use-deliveries-view.ts';
import { attemptNumber, isAttemptExplained } from './attempts.ts';
import { SignatureCard } from './signature-card.tsx';
import { TimingsCard } from './timings-card.tsx';

interface RequestResponseProps {
  readonly delivery: DeliveryDetail;
  /** What it sends. */
  readonly bodyText: string;
  /** Null before the first. */
  readonly attempt: Attempt | null;
}

/** The request byte for byte, and beside it the response, its timings and its explanation. */
export function RequestResponse({ delivery, bodyText, attempt }: RequestResponseProps) {
  const isRejected = attempt !== null && isRejectedSignature(attempt);
  const isReadOnly = useReadOnly();
  const limitMs = useTimeLimit(delivery);
  return (
    <div className="grid items-start gap-3 @2xl:grid-cols-2">
      <RequestCard delivery={delivery} bodyText={bodyText} attempt={attempt} />
      <div className="grid min-w-0 gap-3">
        <ResponseCard attempt={attempt} />
        {attempt !== null && (
          <Explanation
            delivery={delivery}
            attempt={attempt}
            isDiagnosed={isRejected && !isReadOnly}
          />
        )}
        {attempt !== null && attempt.result.outcome !== 'blocked' && (
          <TimingsCard
            timings={attempt.timings}
            gaveUp={attempt.response === null}
            limitMs={attempt.result.params.limitMs ?? limitMs}
          />
        )}
        {(!isRejected || isReadOnly) && <SignatureCard delivery={delivery} attempt={attempt} />}
      </div>
    </div>
  );
}

/** Of an attempt now; unknown for a deleted destination and in a run. */
function useTimeLimit({ destinationId }: DeliveryDetail): number | undefined {
  const isReadOnly = useReadOnly();
  const destination = useItems(collections.destinations).find(({ id }) => id === destinationId);
  return isReadOnly || destination === undefined ? undefined : profileOf(destination).timeLimitMs;
}

const headKeyWidth = 112;

interface HeadProps {
  /** Of the request or the response. */
  readonly label: string;
  readonly first?: KeyValue;
  readonly headers: HeaderLines;
}

/** Headers of the connection and of every message, which rarely explain a result. */
const transportHeaders: ReadonlySet<string> = new Set([
  ...['accept', 'accept-encoding', 'connection', 'content-length', 'date', 'host'],
  ...['keep-alive', 'transfer-encoding', 'user-agent'],
]);

/** Names and values, those of the transport folded, and a button that copies all. */
function Head({ label, first, headers }: HeadProps) {
  const items = headers.map(([key, value]) => ({ key, value }));
  const isTransport = ({ key }: KeyValue): boolean => transportHeaders.has(key.toLowerCase());
  const shown = items.filter((item) => !isTransport(item));
  const folded = items.filter(isTransport);
  const text = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  if (first === undefined && items.length === 0) return null;
  return (
    <div className="group relative">
      <KeyValueList
        label={label}
        keyWidth={headKeyWidth}
        compact
        items={first === undefined ? shown : [first, ...shown]}
      />
      {folded.length > 0 && (
        <div className="-mt-1.5 pb-1.5">
          <Disclosure
            name={label}
            title={`${counted(folded.length, 'more header')}`}
            className="h-5 rounded-chip px-2 text-small text-fg-2 hover:text-fg"
          >
            <KeyValueList
              label={`More ${label.toLowerCase()}`}
              keyWidth={headKeyWidth}
              compact
              items={folded}
            />
          </Disclosure>
        </div>
      )}
      {headers.length > 0 && (
        <span className="absolute top-0.5 right-1 rounded-control bg-bg-2 opacity-0 group-hover:opacity-100 has-focus-visible:opacity-100">
          <CopyButton icon={ClipboardList} value={text} label={`Copy ${label.toLowerCase()}`} />
        </span>
      )}
    </div>
  );
}

/** The timeline names the host. */
function pathOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? url : `${parsed.pathname}${parsed.search}`;
}

/** Before the first attempt, the next request. */
function RequestCard({ delivery, bodyText, attempt }: RequestResponseProps) {
  const { bodyBytes, nextRequest, attemptList } = delivery;
  const request = attempt?.request ?? nextRequest;
  const stage =
    attempt === null
      ? ', not sent yet'
      : attempt.result.outcome === 'blocked'
        ? ', not sent'
        : attemptList.length > 1
          ? `, attempt ${attemptNumber(attemptList, attempt)}`
          : '';
  const head = request && {
    label: 'Request headers',
    first: { key: request.method, value: request.url, shown: pathOf(request.url) },
    headers: request.headers,
  };
  return (
    <BodyCard
      title="Request"
      bodyName="Request body"
      meta={(size) => `${size}${stage}`}
      head={
        head === null ? (
          <p className="px-3 py-2 text-fg-2">Headers are set when the attempt starts.</p>
        ) : (
          <Head {...head} />
        )
      }
      body={textBytes(bodyText, bodyBytes)}
      empty="Empty body"
      note={<AtMock delivery={delivery} attempt={attempt} />}
    />
  );
}

/** The attempt in the log of a mock endpoint: it arrived while the attempt was in flight. */
function AtMock({ delivery, attempt }: Pick<RequestResponseProps, 'delivery' | 'attempt'>) {
  const entry = attempt === null ? undefined : receivedRequest(delivery, attempt);
  if (useReadOnly() || entry === undefined) return null;
  return (
    <p className="border-t border-line px-3 py-2 text-small">
      <RouteLink
        to={{ page: 'connections', path: ['mocks', entry.mockId, 'requests', String(entry.id)] }}
      >
        View in Connections
      </RouteLink>
    </p>
  );
}

function ResponseCard({ attempt }: Pick<RequestResponseProps, 'attempt'>) {
  const certificates = attempt?.result.params.certificates;
  if (certificates !== undefined) return <CertificatesCard certificates={certificates} />;
  if (attempt === null || attempt.response === null)
    return (
      <Card title="Response" meta={attempt && <Outcome attempt={attempt} />}>
        <p className="text-fg-2">{attempt === null ? 'Not sent yet' : 'No response received'}</p>
      </Card>
    );
  return <ReceivedResponse attempt={attempt} response={attempt.response} />;
}

/** `503 after 3.4 ms` */
function Outcome({ attempt }: { attempt: Attempt }) {
  return (
    <>
      <StatusCode code={codeOfResult(attempt)} />
      {attempt.result.outcome !== 'blocked' && ` after ${formatLatency(attempt.timings.totalMs)}`}
    </>
  );
}

function ReceivedResponse({ attempt, response }: { attempt: Attempt; response: AttemptResponse }) {
  const { headers, body } = response;
  const head = { label: 'Response headers', headers };
  return (
    <BodyCard
      title="Response"
      bodyName="Response body"
      meta={(_, from) => (
        <>
          <Outcome attempt={attempt} />
          {from !== null && `, decoded from ${from}`}
        </>
      )}
      head={<Head {...head} />}
      body={body}
      headers={headers}
      cutOff={cutOffText(body)}
      empty="No body. The status alone decides."
    />
  );
}

interface ExplanationProps {
  readonly delivery: DeliveryDetail;
  readonly attempt: Attempt;
  /** Whether the diagnosis of its signature says more. */
  readonly isDiagnosed: boolean;
}

/** Whether the status alone says why an attempt was not accepted. */
const isStatusEnough = ({ code, params }: Attempt['result']): boolean =>
  code === 'server_error' || (code === 'client_error' && !isUnauthorized(params.status));

/** Why the attempt was not accepted and how to fix it, unless it stands elsewhere. */
function Explanation({ delivery, attempt, isDiagnosed }: ExplanationProps) {
  const { result } = attempt;
  const isReadOnly = useReadOnly();
  const text = resultText(result);
  if (text === null || isStatusEnough(result)) return null;
  if (isDiagnosed || isAttemptExplained(delivery, attempt)) return null;
  return (
    <Banner tone={result.outcome === 'refused' ? 'warn' : 'bad'}>
      {text}
      {/* A rejected signature has a diagnosis of its own. */}
      {!isUnauthorized(result.params.status) && (
        <>
          {' '}
          <ResultFix attempt={attempt} isOfRun={isReadOnly} />
        </>
      )}
    </Banner>
  );
}
