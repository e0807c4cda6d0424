import { ClipboardList } from 'lucide-react';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { cutOffText, textBytes } from '#renderer/requests/body-bytes.ts';
import { BodyCard } from '#renderer/requests/body-card.tsx';
import { CertificatesCard } from '#renderer/requests/detail-cards.tsx';
import { codeOfResult } from '#renderer/requests/no-status.ts';
import { isRejectedSignature } from '#renderer/signatures/use-diagnosis.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { type KeyValue, KeyValueList } from '#renderer/ui/key-value-list.tsx';
import type { Attempt, AttemptResponse, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { isUnauthorized, resultFix, resultText } from '#shared/deliveries/text.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { formatLatency } from '#shared/kit/duration.ts';
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

interface HeadProps {
  /** Of the request or the response. */
  readonly label: string;
  readonly first?: KeyValue;
  readonly headers: HeaderLines;
}

/** Names and values, and a button that copies all. */
function Head({ label, first, headers }: HeadProps) {
  const items = headers.map(([key, value]) => ({ key, value }));
  const all = first === undefined ? items : [first, ...items];
  const text = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  if (all.length === 0) return null;
  return (
    <div className="group relative">
      <KeyValueList label={label} keyWidth={126} items={all} />
      {headers.length > 0 && (
        <span className="absolute top-0.5 right-1 rounded-control bg-bg-2 opacity-0 group-hover:opacity-100 has-focus-visible:opacity-100">
          <CopyButton icon={ClipboardList} value={text} label={`Copy ${label.toLowerCase()}`} />
        </span>
      )}
    </div>
  );
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
    first: { key: request.method, value: request.url },
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
        View in Mock endpoints
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
  const text = resultText(result);
  if (text === null || isStatusEnough(result)) return null;
  if (isDiagnosed || isAttemptExplained(delivery, attempt)) return null;
  // A rejected signature has a diagnosis of its own.
  const fix = isUnauthorized(result.params.status) ? '' : ` ${resultFix(result)}`;
  return (
    <Banner tone={result.outcome === 'refused' ? 'warn' : 'bad'}>
      {text}
      {fix}
    </Banner>
  );
}
