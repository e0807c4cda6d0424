import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { samplesFor } from '#renderer/connections/send-sample.ts';
import { ActionButton, type BoundAction } from '#renderer/kit/actions/actions.tsx';
import { useDelivery } from '#renderer/kit/data/details.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { CertificatesCard } from '#renderer/requests/detail-cards.tsx';
import { codeOfResult } from '#renderer/requests/no-status.ts';
import { ResultFix } from '#renderer/requests/result-fix.tsx';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { Destination } from '#shared/connections/destination.ts';
import type { Attempt, AttemptOutcome } from '#shared/deliveries/delivery.ts';
import { resultText, webhookName } from '#shared/deliveries/text.ts';
import { formatLatency } from '#shared/kit/duration.ts';
import { Section } from '../../editor/section.tsx';
import { chooseTestSample, useTest, useTestSample } from '../send-test.ts';

interface SendTestCardProps {
  readonly destination: Destination;
  readonly send: BoundAction;
}

/** Sends a chosen event, and shows the result. */
export function SendTestCard({ destination, send }: SendTestCardProps) {
  const { id } = destination;
  const test = useTest(id);
  const card = useRef<HTMLDivElement>(null);
  const { value: delivery } = useDelivery(test.status === 'sent' ? test.deliveryId : null);
  const attempts = delivery?.attemptList ?? [];
  const hasResult = attempts.length > 0;
  // The menu may have sent it while other settings were in view.
  const isNew = useRef(false);
  useEffect(() => {
    isNew.current ||= test.status === 'sending';
    void hasResult;
    if (isNew.current) card.current?.scrollIntoView({ block: 'nearest' });
  }, [test.status, hasResult]);
  const chosen = useTestSample(id);
  const certificates = attempts.at(-1)?.result.params.certificates;
  const { data = [] } = useQuery(api.samples.list.queryOptions());
  const samples = samplesFor(destination, data);
  return (
    <div ref={card} className="flex-none border-t border-line">
      <Section title="Test">
        <div className="mb-2 flex gap-1.5">
          {samples.length > 0 && (
            <Select
              aria-label="Event of the test"
              className="flex-1"
              value={chosen ?? samples[0]?.name ?? null}
              onChange={(name) => chooseTestSample(id, name)}
              options={samples.map(({ name, title }) => ({ value: name, label: title }))}
            />
          )}
          <ActionButton action={send} />
        </div>
        <div role="status">
          {test.status === 'failed' ? (
            <Banner tone="bad" title="Sending failed.">
              {test.problem}
            </Banner>
          ) : test.status === 'sent' ? (
            <TestResult deliveryId={test.deliveryId} attempts={attempts} />
          ) : (
            <p className="text-fg-2">{send.problem ?? 'It is sent to this destination only.'}</p>
          )}
        </div>
      </Section>
      {certificates !== undefined && <CertificatesCard certificates={certificates} />}
    </div>
  );
}

const outcomeNames: Readonly<Record<AttemptOutcome, string>> = {
  accepted: 'Accepted',
  refused: 'Refused',
  failed: 'Failed',
  blocked: 'Not sent',
};

interface TestResultProps {
  readonly deliveryId: number;
  readonly attempts: readonly Attempt[];
}

function TestResult({ deliveryId, attempts }: TestResultProps) {
  // The latest one of each URL.
  const latest = [...new Map(attempts.map((attempt) => [attempt.url, attempt])).values()];
  const link = (
    <RouteLink to={{ page: 'deliveries', path: [String(deliveryId)] }}>
      View in Deliveries
    </RouteLink>
  );
  if (latest.length === 0) return <p className="text-fg-2">Waiting… {link}</p>;
  return (
    <div className="grid gap-2">
      {latest.map((attempt, index) => (
        <div key={attempt.url} className="grid gap-0.5">
          <p className="flex min-w-0 items-center gap-2">
            <StatusCode code={codeOfResult(attempt)} />
            <span className="font-medium">{outcomeNames[attempt.result.outcome]}</span>
            {latest.length > 1 && (
              <span className="bytes truncate text-fg-2">{webhookName(attempt.url)}</span>
            )}
            {index === 0 && <span className="ml-auto flex-none">{link}</span>}
          </p>
          <ResultText attempt={attempt} />
        </div>
      ))}
    </div>
  );
}

function ResultText({ attempt }: { attempt: Attempt }) {
  const { result, timings } = attempt;
  const time = `Responded in ${formatLatency(timings.totalMs)}`;
  return (
    <p className="text-fg-2">
      {resultText(result) ?? time} <ResultFix attempt={attempt} />
    </p>
  );
}
