import { showOverlay } from '#renderer/kit/overlay.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { codeOfResult } from '#renderer/requests/no-status.ts';
import { isRejectedSignature } from '#renderer/signatures/use-diagnosis.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { TextButton } from '#renderer/ui/button.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import type { Attempt, AttemptResponse, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { resultFix, resultText } from '#shared/deliveries/text.ts';
import { formatLatency, formatSpan } from '#shared/kit/duration.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { ResultRow } from './result-row.tsx';
import { SignatureRow } from './signature-row.tsx';

interface StartResultProps {
  /** The event sent last; null before the first. */
  readonly delivery: DeliveryDetail | null;
  readonly isSending: boolean;
  /** Why nothing was sent. */
  readonly failure: string | null;
}

export function StartResult({ delivery, isSending, failure }: StartResultProps) {
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
          <ResultRow tone="bad" title="Not sent" text={failure} />
        ) : isSending || (delivery !== null && attempt === null) ? (
          <SendingRow delivery={isSending ? null : delivery} />
        ) : attempt === null ? (
          <ResultRow
            tone="idle"
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
      tone="warn"
      title={state === 'not_sent' ? 'Not sent' : `Not sent: ${state}`}
      text="Open it in Deliveries to see why"
    />
  ) : (
    <ResultRow tone="busy" title="Sending…" text="Waiting up to 5 s for a response" />
  );
}

/** In characters; a line shows fewer. */
const maxBodyStart = 200;

/** The start of the response body in one line; empty for HTML, which starts without content. */
function bodyStart({ body }: AttemptResponse): string {
  const text = (body.text ?? '').trim();
  return text.startsWith('<') ? '' : visibleLine(text.slice(0, maxBodyStart).replace(/\s+/g, ' '));
}

/** The outcome of the latest attempt, and its fix. */
function DeliveryRow({ attempt }: { attempt: Attempt }) {
  const { result, response, timings } = attempt;
  if (result.outcome === 'accepted' || result.outcome === 'refused') {
    const time = `Responded in ${formatLatency(timings.totalMs)}`;
    // The signature row says more about a rejected signature.
    const fix = isRejectedSignature(attempt) ? null : resultFix(result);
    return (
      <ResultRow
        tone={result.outcome === 'accepted' ? 'ok' : 'warn'}
        title={`${result.outcome === 'accepted' ? 'Delivered' : 'Refused'}: ${response?.status ?? ''}`}
        text={fix === null ? time : `${time}. ${fix}`}
      />
    );
  }
  const body = response === null ? '' : bodyStart(response);
  return (
    <ResultRow
      tone="bad"
      title={result.outcome === 'blocked' ? 'Not sent' : 'Not delivered'}
      text={
        <>
          {resultText(result)} {resultFix(result)}
          {body !== '' && <code className="bytes mt-0.5 block truncate">{body}</code>}
        </>
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
    <ResultRow tone="idle" title="Won't be retried" text="Fix it, then send again" />
  ) : (
    <ResultRow
      tone="wait"
      title="Will be retried"
      text={
        <span className="tabular-nums">
          Attempt {attempts + 1} {waitText}
        </span>
      }
    />
  );
}

/** Links to the other pages. Its space is reserved. */
function NextSteps({ delivery }: { delivery: DeliveryDetail | null }) {
  const link = 'flex h-control items-center';
  return (
    <nav
      aria-label="Next steps"
      className={`mt-3 flex flex-wrap items-center gap-x-5 ${delivery === null ? 'invisible' : ''}`}
    >
      <RouteLink to={{ page: 'deliveries', path: [String(delivery?.id ?? '')] }} className={link}>
        Open in Deliveries
      </RouteLink>
      <RouteLink to={{ page: 'sources', path: [delivery?.sourceId ?? ''] }} className={link}>
        Connect an SDK
      </RouteLink>
      <TextButton className={link} onClick={() => showOverlay('code')}>
        Verification code
      </TextButton>
      <RouteLink
        to={{
          page: 'signatures',
          path: ['certify'],
          query: { destination: delivery?.destinationId },
        }}
        className={link}
      >
        Certify this receiver
      </RouteLink>
    </nav>
  );
}
