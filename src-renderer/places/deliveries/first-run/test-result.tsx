import { ListTree } from 'lucide-react';
import { useIsMock } from '#renderer/connections/mock-of.ts';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { showOverlay } from '#renderer/kit/overlay.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { navigate } from '#renderer/kit/routing/route-store.ts';
import { codeOfResult } from '#renderer/requests/no-status.ts';
import { ResultFix } from '#renderer/requests/result-fix.tsx';
import { isRejectedSignature } from '#renderer/signatures/use-diagnosis.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Button, TextButton } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { useReadNow } from '#renderer/ui/time.tsx';
import type { Attempt, AttemptResponse, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { resultText } from '#shared/deliveries/text.ts';
import { formatLatency, formatSpan } from '#shared/kit/duration.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { ResultRow } from './result-row.tsx';
import { SignatureRow } from './signature-row.tsx';

interface TestResultProps {
  /** The event sent last; null before the first. */
  readonly delivery: DeliveryDetail | null;
  readonly isSending: boolean;
  /** Why there is no delivery to show. */
  readonly failure: string | null;
}

export function TestResult({ delivery, isSending, failure }: TestResultProps) {
  const attempt = delivery?.attemptList.at(-1) ?? null;
  const isDone = !isSending && failure === null && attempt !== null;
  return (
    <>
      <section
        aria-label="Result"
        aria-busy={isSending}
        className="mt-6 overflow-hidden rounded-card border border-line bg-bg-1 shadow-rest"
      >
        {failure !== null ? (
          <ResultRow mark="gave_up" title="Sending failed" text={failure} />
        ) : isSending || (delivery !== null && attempt === null) ? (
          <SendingRow delivery={isSending ? null : delivery} />
        ) : attempt === null ? (
          <ResultRow
            mark="idle"
            title="Delivery"
            text="Delivery status and response time appear here"
          />
        ) : (
          <DeliveryRow attempt={attempt} />
        )}
        {isDone &&
        delivery !== null &&
        attempt.result.outcome !== 'accepted' &&
        attempt.result.outcome !== 'refused' ? (
          <RetryRow delivery={delivery} />
        ) : (
          <SignatureRow delivery={isDone ? delivery : null} />
        )}
      </section>
      <NextSteps delivery={isDone ? delivery : null} />
    </>
  );
}

/** Reasons other than a response, such as a track filter that the user has set. */
function SendingRow({ delivery }: { delivery: DeliveryDetail | null }) {
  const state = delivery?.state;
  return state === 'not_sent' || state === 'paused' || state === 'cancelled' ? (
    <ResultRow
      mark={state}
      title={state === 'not_sent' ? 'Not sent' : `Not sent: ${state}`}
      text="Open it in Deliveries to see why"
    />
  ) : (
    <ResultRow mark="busy" title="Sending…" text="Waiting up to 5 s for a response" />
  );
}

/** In characters; a line shows fewer. */
const maxBodyStart = 200;

/** The start of the response body in one line; empty for HTML, which starts without content. */
function bodyStart({ body }: AttemptResponse): string {
  const text = (body.text ?? '').trim();
  return text.startsWith('<') ? '' : visibleLine(text.slice(0, maxBodyStart).replace(/\s+/g, ' '));
}

/** `Connected in 0.4 ms, responded in 12 ms.` */
function timesText({ connectMs, totalMs }: Attempt['timings']): string {
  const responded = `esponded in ${formatLatency(totalMs)}.`;
  return connectMs === null
    ? `R${responded}`
    : `Connected in ${formatLatency(connectMs)}, r${responded}`;
}

/** Whether the latest attempt reached the server, what it returned, and the fix. */
function DeliveryRow({ attempt }: { attempt: Attempt }) {
  const { result, response, timings, url } = attempt;
  const isMock = useIsMock(url);
  // The signature row says more about a rejected signature.
  const isFine = result.outcome === 'accepted' || isRejectedSignature(attempt);
  const body = response === null || isFine ? '' : bodyStart(response);
  const marks = {
    accepted: 'delivered',
    refused: 'refused',
    failed: 'gave_up',
    blocked: 'blocked',
  } as const;
  return (
    <ResultRow
      mark={isFine ? 'delivered' : marks[result.outcome]}
      title={
        response !== null
          ? `Reached ${isMock ? 'the mock endpoint' : 'your server'}`
          : result.outcome === 'blocked'
            ? 'Not sent'
            : 'No response'
      }
      text={
        isFine ? (
          timesText(timings)
        ) : (
          <>
            {resultText(result)} <ResultFix attempt={attempt} />
            {body !== '' && <code className="bytes mt-0.5 block truncate">{body}</code>}
          </>
        )
      }
      action={response !== null && <StatusCode code={codeOfResult(attempt)} />}
    />
  );
}

/** When a failed event is retried. */
function RetryRow({ delivery }: { delivery: DeliveryDetail }) {
  const { nextAttemptAt, attempts } = delivery;
  const waitText = useReadNow((now) =>
    nextAttemptAt === null || now === undefined || nextAttemptAt <= now
      ? 'now'
      : `in ${formatSpan(nextAttemptAt - now)}`,
  );
  return nextAttemptAt === null ? (
    <ResultRow mark="idle" title="Won't be retried" text="Fix it, then send again" />
  ) : (
    <ResultRow
      mark="waiting"
      title="Will be retried"
      text={
        <span className="tabular-nums">
          Attempt {attempts + 1} {waitText}
        </span>
      }
    />
  );
}

/** Where to go next. Its space is reserved. */
function NextSteps({ delivery }: { delivery: DeliveryDetail | null }) {
  const id = delivery?.id;
  const [open] = useActions('Deliveries', [
    {
      id: 'test.open-delivery',
      title: 'Open delivery',
      shortcut: 'o',
      icon: ListTree,
      isShown: id !== undefined,
      run: () => navigate({ page: 'deliveries', path: [String(id)] }),
    },
  ]);
  return (
    <nav
      aria-label="Next steps"
      className={cx('mt-3 flex flex-wrap items-center gap-x-5', id === undefined && 'invisible')}
    >
      <Button shortcut="o" onClick={open.run}>
        Open delivery
      </Button>
      <RouteLink
        to={{
          page: 'rehearse',
          path: ['certify-receiver'],
          query: { destination: delivery?.destinationId },
        }}
      >
        Certify this receiver
      </RouteLink>
      <TextButton onClick={() => showOverlay('code')}>Verification code</TextButton>
    </nav>
  );
}
