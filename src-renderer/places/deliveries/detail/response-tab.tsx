import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { cutOffText, textBytes } from '#renderer/requests/body-bytes.ts';
import { BodyCard } from '#renderer/requests/body-card.tsx';
import { CertificatesCard, Columns, HeadersCard } from '#renderer/requests/detail-cards.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import type { Attempt, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { resultExplanation } from '#shared/deliveries/text.ts';
import { receivedRequest } from '#shared/signatures/receiver-response.ts';
import { useReadOnly } from '../use-deliveries-view.ts';
import { SignatureCard } from './signature-card.tsx';
import { TimingsCard } from './timings-card.tsx';

interface ResponseTabProps {
  readonly attempt: Attempt | null;
  /** Whether the overview says it already. */
  readonly isExplained: boolean;
  /** Whether another attempt at this webhook is scheduled. */
  readonly willRetry: boolean;
}

/** The response and its timings. */
export function ResponseTab({ attempt, isExplained, willRetry }: ResponseTabProps) {
  if (attempt === null) {
    return (
      <Card title="Response" meta="none">
        <p className="text-fg-2">Not sent yet</p>
      </Card>
    );
  }
  const { response } = attempt;
  const { certificates } = attempt.result.params;
  return (
    <div className="grid gap-3">
      {!isExplained && <ResultBanner attempt={attempt} willRetry={willRetry} />}
      <Columns
        start={
          certificates !== undefined ? (
            <CertificatesCard certificates={certificates} />
          ) : response === null ? (
            <Card title="Response" meta="none">
              <p className="text-fg-2">No response received</p>
            </Card>
          ) : (
            <BodyCard
              title="Body"
              body={response.body}
              headers={response.headers}
              cutOff={cutOffText(response.body)}
              empty="Only the status counts"
            />
          )
        }
        end={
          <>
            {response !== null && (
              <HeadersCard
                title="Headers"
                first={{ key: 'Status', value: String(response.status) }}
                headers={response.headers}
              />
            )}
            {attempt.result.outcome !== 'blocked' && (
              <TimingsCard timings={attempt.timings} gaveUp={response === null} />
            )}
          </>
        }
      />
    </div>
  );
}

interface ResultBannerProps {
  readonly attempt: Attempt;
  readonly willRetry: boolean;
}

function ResultBanner({ attempt: { result }, willRetry }: ResultBannerProps) {
  const explanation = resultExplanation(result);
  if (explanation === null) return null;
  return (
    <Banner tone={result.outcome === 'refused' ? 'warn' : 'bad'}>
      {explanation}
      {willRetry && ' Will retry.'}
    </Banner>
  );
}

interface RequestTabProps {
  readonly delivery: DeliveryDetail;
  readonly attempt: Attempt | null;
}

/** The request, byte for byte; before the first attempt, the next one. */
export function RequestTab({ delivery, attempt }: RequestTabProps) {
  const { bodyText, bodyBytes } = delivery;
  if (bodyText === null) {
    return (
      <Card title="Request" meta="none">
        Not sent
      </Card>
    );
  }
  return (
    <Columns
      start={<BodyCard title="Body" body={textBytes(bodyText, bodyBytes)} empty="Empty body" />}
      end={
        <>
          <RequestHeaders delivery={delivery} attempt={attempt} />
          <AtMock delivery={delivery} attempt={attempt} />
          <SignatureCard delivery={delivery} attempt={attempt} />
        </>
      }
    />
  );
}

/** The attempt in the log of a mock endpoint: it arrived while the attempt was in flight. */
function AtMock({ delivery, attempt }: RequestTabProps) {
  const entry = attempt === null ? undefined : receivedRequest(delivery, attempt);
  if (useReadOnly() || entry === undefined) return null;
  return (
    <p className="px-3">
      <RouteLink to={{ page: 'mocks', path: [entry.mockId, 'requests', String(entry.id)] }}>
        View in Mock endpoints
      </RouteLink>
    </p>
  );
}

function RequestHeaders({ delivery, attempt }: RequestTabProps) {
  const request = attempt?.request ?? delivery.nextRequest;
  if (request === null) {
    return (
      <Card title="Headers" meta="not sent yet">
        Set when the attempt starts
      </Card>
    );
  }
  const { method, url, headers } = request;
  return (
    <HeadersCard
      title={headersTitle(attempt)}
      first={{ key: method, value: url }}
      headers={headers}
    />
  );
}

function headersTitle(attempt: Attempt | null): string {
  if (attempt === null) return 'Headers, not sent yet';
  return attempt.result.outcome === 'blocked' ? 'Headers, not sent' : 'Headers';
}
