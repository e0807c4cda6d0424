import { Send } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { sendSample } from '#renderer/connections/send-sample.ts';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { useDelivery } from '#renderer/kit/data/details.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { CertificatesCard } from '#renderer/requests/detail-cards.tsx';
import { codeOfResult } from '#renderer/requests/no-status.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import type { Destination } from '#shared/connections/destination.ts';
import type { Attempt, AttemptOutcome } from '#shared/deliveries/delivery.ts';
import { resultFix, resultText } from '#shared/deliveries/text.ts';
import { formatLatency } from '#shared/kit/duration.ts';
import { destinationProblemText } from '#shared/kit/problem.ts';
import { takesPayloads } from '#shared/profiles/profiles.ts';
import { Section } from '../../editor/section.tsx';
import type { DestinationDraft } from './destination-draft.ts';

type Test =
  | { readonly status: 'idle' | 'sending' }
  | { readonly status: 'sent'; readonly deliveryId: number }
  | { readonly status: 'failed'; readonly problem: string };

/** Sends a sample event with the saved settings, and shows the result. */
export function SendTestCard({ destination }: { destination: Destination }) {
  const { enabled, problem, sourceIds } = destination;
  const isProvider = takesPayloads(destination);
  const { isDirty } = useFormContext<DestinationDraft>().formState;
  const source = useItems(collections.sources).find(
    (source) => source.enabled && sourceIds.includes(source.id),
  );
  const [test, setTest] = useState<Test>({ status: 'idle' });
  const reason = isDirty
    ? 'Save your changes'
    : !enabled
      ? 'Enable the destination'
      : source === undefined && !isProvider
        ? 'Connect an enabled source'
        : problem !== null
          ? destinationProblemText(problem)
          : undefined;
  const [send] = useActions('Destinations', [
    {
      id: 'destination.send-test',
      title: 'Send test',
      icon: Send,
      busy: test.status === 'sending',
      problem: reason,
      run: async () => {
        setTest({ status: 'sending' });
        try {
          setTest({ status: 'sent', deliveryId: await sendSample(destination, source) });
        } catch (error) {
          setTest({ status: 'failed', problem: errorSentence(error) });
        }
      },
    },
  ]);
  return (
    <>
      <Section title="Test" actions={<ActionButton action={send} className="h-6.5" />}>
        <div role="status">
          {test.status === 'failed' ? (
            <Banner tone="bad" title="Not sent.">
              {test.problem}
            </Banner>
          ) : test.status === 'sent' ? (
            <TestResult deliveryId={test.deliveryId} />
          ) : (
            <p className="text-fg-2">{reason ?? 'Sends a sample event to this destination only'}</p>
          )}
        </div>
      </Section>
      {test.status === 'sent' && <TestCertificates deliveryId={test.deliveryId} />}
    </>
  );
}

/** The latest attempt, which may be followed by retries. */
function useLastAttempt(deliveryId: number): Attempt | undefined {
  return useDelivery(deliveryId).value?.attemptList.at(-1);
}

const outcomeNames: Readonly<Record<AttemptOutcome, string>> = {
  accepted: 'Accepted',
  refused: 'Refused',
  failed: 'Failed',
  blocked: 'Not sent',
};

function TestResult({ deliveryId }: { deliveryId: number }) {
  const attempt = useLastAttempt(deliveryId);
  const link = (
    <RouteLink to={{ page: 'deliveries', path: [String(deliveryId)] }}>
      View in Deliveries
    </RouteLink>
  );
  if (attempt === undefined) return <p className="text-fg-2">Waiting… {link}</p>;
  const { result, timings } = attempt;
  const time = `Responded in ${formatLatency(timings.totalMs)}`;
  return (
    <div className="grid gap-2">
      <p className="flex items-center gap-2">
        <StatusCode code={codeOfResult(attempt)} />
        <span className="font-medium">{outcomeNames[result.outcome]}</span>
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
