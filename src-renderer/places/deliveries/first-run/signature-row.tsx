import { useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { collections, itemsOf } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { putCopy, useCopiesOf } from '#renderer/kit/data/pages.ts';
import { showOverlay } from '#renderer/kit/overlay.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { judgmentOf } from '#renderer/requests/copy/copy-judgment.ts';
import { DeliverySignature } from '#renderer/signatures/delivery-signature.tsx';
import { isRejectedSignature } from '#renderer/signatures/use-diagnosis.ts';
import { Button, TextButton } from '#renderer/ui/button.tsx';
import { type CertificationCode, certificationChecks } from '#shared/certification/receiver.ts';
import type { CopySummary } from '#shared/deliveries/copy.ts';
import type { DeliveryDetail } from '#shared/deliveries/delivery.ts';
import type { RejectionCause } from '#shared/signatures/rejection-causes.ts';
import { ResultRow, type RowMark } from './result-row.tsx';

// Whether the server verifies re-serialized JSON, which ordinary events don't show (D63).

const rawBytes: CertificationCode = 'accept_raw_bytes';

interface RawCheck {
  /** Of the delivery whose receiver was checked; null before the first. */
  readonly key: string | null;
  /** What was observed if the server verifies re-serialized JSON. */
  readonly warning: string | null;
}

/** Kept across reloads, so that a reload doesn't send again. */
const useRawCheck = create<RawCheck>()(
  persist((): RawCheck => ({ key: null, warning: null }), {
    name: 'hookwright.test.raw',
  }),
);

type Checked = Pick<DeliveryDetail, 'id' | 'createdAt' | 'destinationId'>;

/** IDs of deliveries repeat in another data folder, those of destinations do not. */
const keyOf = ({ id, createdAt, destinationId }: Checked): string =>
  `${destinationId} ${id} ${createdAt}`;

/** Of the delivery whose receiver is being checked. */
let runningKey: string | null = null;

async function check(key: string, destinationId: string): Promise<void> {
  const destination = itemsOf(collections.destinations).find((one) => one.id === destinationId);
  if (destination === undefined) return;
  const { webhookUrl: url, sharedSecret: secret, profile } = destination;
  const skip = certificationChecks
    .filter(({ code }) => code !== rawBytes)
    .map(({ code }) => ({ code, reason: 'Only raw bytes are checked.' }));
  const { results } = await core.certification.run({ url, secret, profile, skip });
  const result = results.find(({ code }) => code === rawBytes);
  const reserialized: RejectionCause = 'reserialized_json';
  const isReserialized = result?.causes?.some(({ code }) => code === reserialized) ?? false;
  useRawCheck.setState({
    key,
    warning: isReserialized ? `${result?.message} ${result?.note ?? ''}` : null,
  });
}

/** Checks the receiver of a signed, accepted delivery once. The warning is null if there is none. */
function useRawWarning(delivery: DeliveryDetail): string | null {
  const { destinationId, expectedSignature } = delivery;
  const { key: checked, warning } = useRawCheck();
  const key = keyOf(delivery);
  const isDue = checked !== key && expectedSignature !== null;
  useEffect(() => {
    if (!isDue || runningKey === key) return;
    runningKey = key;
    // Without a result there is no warning. The rows above show why nothing can be sent.
    check(key, destinationId).catch(() => undefined);
  }, [isDue, key, destinationId]);
  return checked === key ? warning : null;
}

/** Whether the receiver checks the signature: a 2xx alone does not show it. */
export function SignatureRow({ delivery }: { delivery: DeliveryDetail | null }) {
  const attempt = delivery?.attemptList.at(-1) ?? null;
  if (delivery === null || attempt === null || attempt.response === null)
    return (
      <ResultRow
        mark="idle"
        title="Signature check"
        text="Checks whether your server rejects a forged copy"
      />
    );
  const { status } = attempt.response;
  if (status >= 200 && status <= 299) return <TamperedRow key={delivery.id} delivery={delivery} />;
  if (isRejectedSignature(attempt))
    return (
      <>
        <DeliverySignature key={attempt.id} delivery={delivery} attempt={attempt} isShort />
        <ResultRow
          mark="idle"
          title="Once it accepts the event, a forged copy shows whether it checks signatures at all."
        />
      </>
    );
  return (
    <ResultRow
      mark="idle"
      title="Signature check not tested"
      text={`Return a 2xx to a signed event first, not ${status}`}
    />
  );
}

/** Of the delivery whose forged copy is sent, which must not be sent twice. */
let forgedKey: string | null = null;

function TamperedRow({ delivery }: { delivery: DeliveryDetail }) {
  const { items, status } = useCopiesOf(delivery.id);
  const tampered = items.find(({ signing }) => signing === 'tampered');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const sendTampered = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      putCopy(await core.copies.send({ deliveryId: delivery.id, signing: 'tampered' }));
    } catch (error) {
      setProblem(errorSentence(error));
    }
    setBusy(false);
  };
  const latestSend = useRef(sendTampered);
  latestSend.current = sendTampered;
  const isUnsigned = delivery.expectedSignature === null;
  const isDue = status === 'ready' && tampered === undefined && !isUnsigned;
  const key = keyOf(delivery);
  // The page says that it is sent.
  useEffect(() => {
    if (!isDue || forgedKey === key) return;
    forgedKey = key;
    void latestSend.current();
  }, [isDue, key]);
  const warning = useRawWarning(delivery);
  const verdict = tampered === undefined || isBusy ? null : verdictOf(tampered);
  const shown: Verdict | null =
    warning === null || isBusy || verdict?.mark === 'gave_up'
      ? verdict
      : { mark: 'refused', title: 'Verifies re-serialized JSON', text: warning };
  return (
    <ResultRow
      mark={isBusy ? 'busy' : problem !== null ? 'gave_up' : (shown?.mark ?? 'idle')}
      title={shown?.title ?? 'Signature check not tested'}
      text={
        problem ??
        (shown !== null ? (
          <>
            {shown.text}{' '}
            <Links tampered={tampered} hasFix={shown.mark === 'gave_up' || shown !== verdict} />
          </>
        ) : isUnsigned ? (
          'Not signed. Enter a shared secret, then send again'
        ) : (
          "A 2xx doesn't prove that signatures are checked"
        ))
      }
      action={
        // One button, so the focus stays when it changes.
        <Button
          variant={verdict === null ? 'default' : 'quiet'}
          busy={isBusy}
          disabledReason={isUnsigned ? 'Needs a shared secret' : undefined}
          onClick={() => void sendTampered()}
        >
          {verdict === null ? 'Send a forged copy' : 'Test again'}
        </Button>
      }
    />
  );
}

interface Verdict {
  readonly mark: RowMark;
  readonly title: string;
  readonly text: string;
}

const marks = { ok: 'delivered', warn: 'refused', bad: 'gave_up', info: 'idle' } as const;

function verdictOf(tampered: CopySummary): Verdict {
  const { tone, title, text } = judgmentOf(tampered);
  const mark = marks[tone];
  if (tampered.status === null) return { mark: tone === 'info' ? 'busy' : mark, title, text };
  const response = `Returned ${tampered.status} to a copy with one byte changed.`;
  if (tone === 'ok') return { mark, title: 'Rejects forged requests', text: response };
  if (tone === 'bad') return { mark, title: 'Accepts forged requests', text: response };
  return { mark: 'refused', title, text };
}

interface LinksProps {
  readonly tampered: CopySummary | undefined;
  readonly hasFix: boolean;
}

function Links({ tampered, hasFix }: LinksProps) {
  return (
    <>
      {tampered !== undefined && (
        <RouteLink
          to={{
            page: 'deliveries',
            path: [String(tampered.deliveryId), 'copies', String(tampered.id)],
          }}
        >
          View request
        </RouteLink>
      )}
      {hasFix && (
        <>
          {tampered !== undefined && ' · '}
          <TextButton onClick={() => showOverlay('code')}>Show how to verify</TextButton>
        </>
      )}
    </>
  );
}
