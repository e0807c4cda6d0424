/** Why a delivery is in its state, and what to do. */
import { formatDuration } from '#shared/kit/duration.ts';
import { formatTime } from '#shared/kit/format.ts';
import { destinationProblemText } from '#shared/kit/problem.ts';
import { type Backoff, windowMsOf } from '#shared/profiles/backoff.ts';
import { currentAttempts, finalOf } from './attempts.ts';
import {
  type AttemptCode,
  type AttemptResult,
  type DeliveryDetail,
  type DeliveryReason,
  type DeliveryWarning,
  isFinishedState,
  type WebhookProgress,
} from './delivery.ts';
import {
  outcomeLabel,
  resultExplanation,
  resultFix,
  resultText,
  warningLabels,
  webhookName,
} from './text.ts';

/**
 * `destination`: it is disabled, or can't send. `user_deleted`: cancelled by a deletion request; `deletion`: continues in
 * spite of one. `skipped`: another webhook finished it.
 */
export type CauseCode =
  | AttemptCode
  | DeliveryReason
  | DeliveryWarning
  | 'gave_up'
  | 'destination'
  | 'no_webhook'
  | 'cancelled'
  | 'user_deleted'
  | 'deletion'
  | 'skipped';

export interface DeliveryCause {
  readonly code: CauseCode;
  readonly message: string;
  /** Null if there is nothing to fix, or the message says how. */
  readonly fix: string | null;
}

const cause = (code: CauseCode, message: string, fix: string | null = null): DeliveryCause => ({
  ...{ code, message, fix },
});

/** Empty for an ordinary delivery that was delivered or is waiting. */
export const explainDelivery = (delivery: DeliveryDetail): readonly DeliveryCause[] => [
  ...(delivery.deletion?.cancelled === true ? [] : stateCauses(delivery)),
  ...deletionCauses(delivery),
  ...skippedCauses(delivery),
  ...finalResults(delivery),
  // Re-serializing the body changes its signature (D46).
  ...delivery.warnings.map((code) =>
    cause(code, `${warningLabels[code]}.`, 'Verify the signature over the raw body.'),
  ),
];

/** Why an attempt was not accepted; null if it was. */
export const resultCause = (result: AttemptResult): DeliveryCause | null =>
  result.code === null ? null : cause(result.code, resultText(result) ?? '', resultFix(result));

function stateCauses(delivery: DeliveryDetail): readonly DeliveryCause[] {
  const { state, destinationName, webhooks, canUndoCancel } = delivery;
  switch (state) {
    case 'not_sent':
      return [notSentCause(delivery)];
    case 'paused':
      return [pausedCause(delivery)];
    case 'cancelled': {
      const text = canUndoCancel
        ? 'Cancelled. No more attempts follow.'
        : 'The destination was deleted before delivery.';
      return [cause(state, text)];
    }
    case 'gave_up':
      return [gaveUpCause(delivery)];
    case 'waiting':
      return webhooks.length > 0
        ? []
        : [cause('no_webhook', `"${destinationName}" has no URL.`, 'Add a URL.')];
    default:
      return [];
  }
}

function notSentCause({ reason, label, destinationName: name }: DeliveryDetail): DeliveryCause {
  switch (reason) {
    case 'filtered':
      return cause(
        reason,
        `Not sent: the filter of "${name}" excludes "${label}".`,
        "Change the destination's track filter.",
      );
    case 'payload_required':
      return cause(
        reason,
        `Not sent: the profile of "${name}" sends payloads, not messages.`,
        "Change the destination's profile.",
      );
    default:
      return cause(
        'excluded',
        "Not sent: excluded by the message's integrations.",
        'Set "Webhooks" to true in the integrations.',
      );
  }
}

function pausedCause({ destination, destinationName: name }: DeliveryDetail): DeliveryCause {
  const { enabled, problem } = destination;
  const window = 'The retry window is not extended.';
  if (!enabled) return cause('destination', `"${name}" is disabled. ${window}`, 'Enable it.');
  return problem !== null
    ? cause('destination', `"${name}": ${destinationProblemText(problem)} ${window}`)
    : cause('destination', `"${name}" is available again. Delivery continues shortly.`);
}

const namesOf = (webhooks: readonly WebhookProgress[], state: WebhookProgress['state']): string =>
  webhooks
    .filter((webhook) => webhook.state === state)
    .map(({ url }) => webhookName(url))
    .join(', ');

const hasNoRetries = (backoff: Backoff): boolean =>
  windowMsOf(backoff) === 0 || ('kind' in backoff && backoff.kind === 'none');

/** Why no attempt follows. */
function limitText(
  reason: DeliveryDetail['reason'],
  { profile, backoff }: DeliveryDetail['destination'],
): string {
  if (reason === 'endpoint_disabled')
    return `${profile} disables endpoints with this status. Enable the destination.`;
  const windowMs = windowMsOf(backoff);
  if (hasNoRetries(backoff))
    return 'kind' in backoff ? `${profile} doesn't retry.` : 'Retries are disabled.';
  if (reason === 'not_retryable') return `${profile} doesn't retry this failure.`;
  return reason === 'attempts_used' || !Number.isFinite(windowMs)
    ? 'All attempts are used.'
    : `The next attempt would be after the retry window of ${formatDuration(windowMs)}.`;
}

/** With fan-out to each URL, other webhooks may have received it. */
function gaveUpCause({ webhooks, reason, destination }: DeliveryDetail): DeliveryCause {
  const results = webhooks.flatMap(({ state, lastResult }) =>
    state === 'gave_up' && lastResult !== null ? [lastResult] : [],
  );
  const texts = [...new Set(results.map(resultText))].filter((text) => text !== null);
  const delivered = namesOf(webhooks, 'delivered');
  const failed =
    delivered === '' ? [] : [`${namesOf(webhooks, 'gave_up')} failed; ${delivered} received it.`];
  // The same request would get the same status.
  const fixes = new Set(results.filter(({ code }) => code === 'unexpected_status').map(resultFix));
  const retry = hasNoRetries(destination.backoff) ? 'send it again' : 'start a new retry window';
  return cause(
    reason ?? 'gave_up',
    [...failed, ...texts, limitText(reason, destination)].join(' '),
    fixes.size > 0 ? [...fixes].join(' ') : `Retry to ${retry}.`,
  );
}

/** A retry may reach the receiver after the deletion notice of its user. */
function deletionCauses({ deletion, state }: DeliveryDetail): readonly DeliveryCause[] {
  if (deletion === null) return [];
  const requested = `User deletion requested at ${formatTime(deletion.startedAt)}`;
  if (deletion.cancelled)
    return [cause('user_deleted', `${requested}: cancelled, as set in Settings.`)];
  const effect = isFinishedState(state)
    ? ': the receiver may have received the notice earlier.'
    : '. Attempts continue, as set in Settings.';
  return [cause('deletion', `${requested}${effect}`)];
}

/** More names are replaced by their count. */
const maxNamed = 2;

/** Fan-out to any webhook skipped the others (spec 4.1 rule 1, D24). */
function skippedCauses(delivery: DeliveryDetail): readonly DeliveryCause[] {
  const { webhooks } = delivery;
  const count = webhooks.filter(({ state }) => state === 'skipped').length;
  if (count === 0) return [];
  const skipped =
    count > maxNamed ? `${count} of ${webhooks.length} URLs` : namesOf(webhooks, 'skipped');
  const final = finalOf(currentAttempts(delivery));
  const reason =
    final === undefined
      ? 'another URL received it'
      : `${webhookName(final.url)} returned ${outcomeLabel(final)} at ${formatTime(final.startedAt)}`;
  return [
    cause(
      'skipped',
      `${skipped} missed this event: ${reason}, which stops the others.`,
      'Set the destination to be done when every URL accepts.',
    ),
  ];
}

/** Refused and blocked attempts; webhooks with the same text share a cause. */
function finalResults({ webhooks }: DeliveryDetail): readonly DeliveryCause[] {
  const results = webhooks.flatMap(({ url, state, lastResult: result }) => {
    if (result?.code == null || result.outcome !== state) return [];
    const text = resultExplanation(result) ?? '';
    return [{ url, result, text: state === 'blocked' ? text : `${text} It isn't retried.` }];
  });
  return [...Map.groupBy(results, ({ text }) => text).values()].flatMap((same) =>
    same.slice(0, 1).map(({ result, text }) => {
      const names = same.map(({ url }) => webhookName(url)).join(', ');
      const message = webhooks.length === 1 ? text : `${names}: ${text}`;
      return cause(result.code, message, resultFix(result));
    }),
  );
}
