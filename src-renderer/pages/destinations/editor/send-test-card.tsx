import { Send } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { CertificatesCard } from '#renderer/components/certificates-card.tsx';
import { codeOfResult } from '#renderer/components/no-status.ts';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { collections, useItems } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { useDelivery } from '#renderer/data/details.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { findSentMessage } from '#renderer/data/sent-message.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { resultFix, resultText } from '#shared/labels/attempt-result.ts';
import { destinationProblemText } from '#shared/labels/problems.ts';
import { formatLatency } from '#shared/lib/duration.ts';
import type { Attempt } from '#shared/schemas/delivery.ts';
import type { Destination } from '#shared/schemas/destination.ts';
import type { DestinationDraft } from './destination-draft.ts';

type Test =
  | { readonly status: 'idle' | 'sending' }
  | { readonly status: 'sent'; readonly deliveryId: number }
  | { readonly status: 'failed'; readonly problem: string };

/** Sends a sample event and returns its delivery to the destination. */
async function sendSample(sourceId: string, destinationId: string): Promise<number> {
  const { messageIds, lastResponse } = await core.send.now({ source: sourceId, sample: 'track' });
  const message = messageIds[0] === undefined ? null : await findSentMessage(messageIds[0]);
  const delivery = message?.deliveries.find((delivery) => delivery.destinationId === destinationId);
  if (delivery === undefined)
    throw new Error(lastResponse?.message ?? 'Not delivered to this destination.');
  return delivery.id;
}

/** Sends a sample event with the saved settings, and shows the result. */
export function SendTestCard({ destination }: { destination: Destination }) {
  const { id, enabled, problem, sourceIds } = destination;
  const { isDirty } = useFormContext<DestinationDraft>().formState;
  const source = useItems(collections.sources).find(
    (source) => source.enabled && sourceIds.includes(source.id),
  );
  const otherDestinations = useItems(collections.destinations).filter(
    (destination) =>
      destination.id !== id &&
      destination.enabled &&
      source !== undefined &&
      destination.sourceIds.includes(source.id),
  ).length;
  const [test, setTest] = useState<Test>({ status: 'idle' });
  const reason = isDirty
    ? 'Save your changes'
    : !enabled
      ? 'Enable the destination'
      : source === undefined
        ? 'Connect an enabled source'
        : problem !== null
          ? destinationProblemText(problem)
          : undefined;
  const send = async (): Promise<void> => {
    if (source === undefined || test.status === 'sending') return;
    setTest({ status: 'sending' });
    try {
      setTest({ status: 'sent', deliveryId: await sendSample(source.id, id) });
    } catch (error) {
      setTest({ status: 'failed', problem: errorSentence(error) });
    }
  };
  useCommands([
    {
      id: 'destination.send-test',
      title: 'Send test',
      section: 'Destinations',
      enabled: () => reason === undefined,
      run: () => void send(),
    },
  ]);
  return (
    <>
      <Card
        title="Test"
        actions={
          <Button
            icon={Send}
            className="h-6.5"
            busy={test.status === 'sending'}
            disabledReason={reason}
            onClick={() => void send()}
          >
            Send test
          </Button>
        }
      >
        <div role="status">
          {test.status === 'failed' ? (
            <Banner tone="bad" title="Not sent.">
              {test.problem}
            </Banner>
          ) : test.status === 'sent' ? (
            <TestResult deliveryId={test.deliveryId} />
          ) : (
            <p className="text-fg-2">
              {reason ??
                (otherDestinations === 0
                  ? 'Sends a sample event'
                  : 'Sends a sample event, also to other connected destinations')}
            </p>
          )}
        </div>
      </Card>
      {test.status === 'sent' && <TestCertificates deliveryId={test.deliveryId} />}
    </>
  );
}

/** The latest attempt, which may be followed by retries. */
function useLastAttempt(deliveryId: number): Attempt | undefined {
  return useDelivery(deliveryId).value?.attemptList.at(-1);
}

function TestResult({ deliveryId }: { deliveryId: number }) {
  const attempt = useLastAttempt(deliveryId);
  const link = (
    <RouteLink to={{ page: 'inspector', path: ['deliveries', String(deliveryId)] }}>
      View in Inspector
    </RouteLink>
  );
  if (attempt === undefined) return <p className="text-fg-2">Waiting… {link}</p>;
  const { result, timings } = attempt;
  const time = `Responded in ${formatLatency(timings.totalMs)}`;
  return (
    <div className="grid gap-2">
      <p className="flex items-center gap-2">
        <StatusCode code={codeOfResult(attempt)} />
        <span className="font-medium">
          {result.outcome === 'delivered' ? 'Delivered' : 'Not delivered'}
        </span>
        <span className="ml-auto">{link}</span>
      </p>
      <p className="text-fg-2">
        {[resultText(result) ?? time, resultFix(result)].filter(Boolean).join(' ')}
      </p>
    </div>
  );
}

function TestCertificates({ deliveryId }: { deliveryId: number }) {
  const certificates = useLastAttempt(deliveryId)?.result.params.certificates;
  return certificates === undefined ? null : <CertificatesCard certificates={certificates} />;
}
