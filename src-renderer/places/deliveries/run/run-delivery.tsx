import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { BodyCard } from '#renderer/requests/body-card.tsx';
import { Columns, HeadersCard } from '#renderer/requests/detail-cards.tsx';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { ErrorState } from '#renderer/ui/content-states.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { webhookName } from '#shared/deliveries/text.ts';
import type { RunDelivery, RunRequestSummary } from '#shared/scenarios/schema/run-data.ts';
import type { RunTarget } from '../deliveries-route.ts';
import { attemptNumber as numberOf } from '../detail/attempts.ts';
import { DeliveryView } from '../detail/delivery-detail.tsx';
import { DetailSection, openSection } from '../detail/detail-section.tsx';
import { useAttemptChoice } from '../detail/use-attempt-choice.ts';

/** A mock endpoint's URL has its name; that of a server is in the scenario only. */
const isAt = (url: string, webhook: string | null): boolean => {
  if (webhook === null || url === webhook) return true;
  const [, name] = /^\/mock\/([^/]+)/.exec(new URL(url).pathname) ?? [];
  return webhook.startsWith('server:') ? name === undefined : webhook === `mock:${name}`;
};

const attemptIdOf = (
  { attemptList }: DeliveryDetail,
  { attempt: number, webhook, copiedBy }: RunTarget,
): number | null =>
  copiedBy === null
    ? (attemptList.find(
        (attempt) => isAt(attempt.url, webhook) && numberOf(attemptList, attempt) === number,
      )?.id ?? null)
    : null;

interface RunDeliveryViewProps {
  readonly runId: string;
  readonly delivery: RunDelivery;
  /** Without an attempt, the success or the latest is shown. */
  readonly target: RunTarget;
}

/** A delivery of a run, with what its mock endpoints logged. */
export function RunDeliveryView({ runId, delivery, target }: RunDeliveryViewProps) {
  const { mockRequests, copies } = delivery;
  const { isReceived, copiedBy } = target;
  useEffect(() => {
    if (isReceived) openSection('received');
    else if (copiedBy !== null) openSection('copies');
  }, [isReceived, copiedBy]);
  return (
    <DeliveryView
      delivery={delivery}
      chosen={useAttemptChoice(delivery, attemptIdOf(delivery, target))}
    >
      <DetailSection
        name="received"
        title="Received by mock endpoints"
        meta={mockRequests.length || 'none'}
      >
        <Received runId={runId} delivery={delivery} target={target} />
      </DetailSection>
      <DetailSection
        name="copies"
        title="Copies"
        meta={copies.length || 'none'}
        isOpenAtFirst={copies.length > 0}
      >
        <Copies copies={copies} />
      </DetailSection>
    </DeliveryView>
  );
}

const isTarget = (request: RunRequestSummary, target: RunTarget): boolean =>
  `mock:${request.mock}` === target.webhook &&
  request.attempt === target.attempt &&
  request.copiedBy === target.copiedBy;

const requestName = ({ mock, attempt, copiedBy }: RunRequestSummary): string =>
  `${copiedBy === null ? `Attempt ${attempt}` : `Copy by ${copiedBy}`} at ${mock}`;

/** The mock endpoints' account of the delivery: what arrived, and what was returned. */
function Received({ runId, delivery, target }: RunDeliveryViewProps) {
  const [chosen, choose] = useState<number | null>(null);
  const { data, error } = useQuery(
    api.scenarios.requests.queryOptions({
      input: { id: runId, messageId: delivery.messageId, limit: 500 },
    }),
  );
  if (error !== null) return <ErrorState>{errorSentence(error)}</ErrorState>;
  if (data === undefined) return <LateSpinner label="Loading requests" />;
  const requests = data.items.filter((request) => request.deliveryId === delivery.id);
  const shown =
    requests.find(({ id }) => id === chosen) ??
    requests.find((request) => isTarget(request, target)) ??
    requests.at(-1);
  if (shown === undefined) return <p className="text-fg-2">No mock endpoint logged a request.</p>;
  return (
    <div className="grid gap-3">
      <Select
        aria-label="Request shown"
        className="max-w-96"
        value={String(shown.id)}
        onChange={(id) => choose(Number(id))}
        options={requests.map((request) => ({
          value: String(request.id),
          label: requestName(request),
          mark: <StatusCode code={request.status} />,
        }))}
      />
      <ReceivedRequest runId={runId} requestId={shown.id} />
    </div>
  );
}

function ReceivedRequest({ runId, requestId }: { runId: string; requestId: number }) {
  const { data, error } = useQuery(
    api.scenarios.request.queryOptions({ input: { id: runId, requestId } }),
  );
  if (error !== null) return <ErrorState>{errorSentence(error)}</ErrorState>;
  if (data === undefined) return <LateSpinner label="Loading the request" />;
  const { method, path, headers, body, response } = data;
  return (
    <>
      <Columns
        start={<BodyCard title="Received body" body={body} headers={headers} empty="Empty body" />}
        end={
          <HeadersCard
            title="Received headers"
            first={{ key: method ?? '', value: path ?? '' }}
            headers={headers}
          />
        }
      />
      {response !== null && (
        <Columns
          start={
            <BodyCard
              title="Returned body"
              body={response.body}
              headers={response.headers}
              empty="Empty body"
            />
          }
          end={
            <HeadersCard
              title="Returned headers"
              first={{ key: 'Status', value: String(response.status) }}
              headers={response.headers}
            />
          }
        />
      )}
    </>
  );
}

function Copies({ copies }: Pick<RunDelivery, 'copies'>) {
  if (copies.length === 0) return <p className="text-fg-2">No copies</p>;
  return (
    <div className="grid gap-3">
      {copies.map(({ id, url, request, body, attempt, status }) => (
        <Columns
          key={id}
          start={<BodyCard title={`Copy to ${webhookName(url)}`} body={body} empty="Empty body" />}
          end={
            <>
              <HeadersCard
                title="Headers"
                first={{ key: request.method, value: request.url }}
                headers={request.headers}
              />
              {attempt?.response != null && (
                <HeadersCard
                  title="Response headers"
                  first={{ key: 'Status', value: String(status) }}
                  headers={attempt.response.headers}
                />
              )}
            </>
          }
        />
      ))}
    </div>
  );
}
