/** Explanations for states that the timeline doesn't make obvious. Pure. */

import { outcomeLabel, webhookName } from '#renderer/components/delivery-labels.ts';
import { resultExplanation, resultFix, resultText } from '#shared/labels/attempt-result.ts';
import { destinationProblemText } from '#shared/labels/problems.ts';
import { type Backoff, windowMsOf } from '#shared/lib/backoff.ts';
import { formatDuration } from '#shared/lib/duration.ts';
import { formatTime } from '#shared/lib/format.ts';
import {
  type Attempt,
  type DeliveryDetail,
  isOpenState,
  type WebhookProgress,
} from '#shared/schemas/delivery.ts';
import { currentAttempts, successOf } from './attempts.ts';

export interface Explanation {
  readonly id: string;
  readonly tone: 'info' | 'warn' | 'bad';
  readonly text: string;
  /** Label of the link to the destination's settings, if they can change it. */
  readonly settings?: string;
  /** Whether to show the switch for fan-out to each URL. */
  readonly offersEachUrl?: true;
}

export function explanationsOf(delivery: DeliveryDetail): readonly Explanation[] {
  return [
    ...(delivery.deletion?.cancelled === true ? [] : stateExplanation(delivery)),
    ...deletionExplanation(delivery),
    ...skippedExplanation(delivery),
    ...resultExplanations(delivery),
    ...precisionExplanation(delivery),
  ];
}

/** A retry may reach the receiver after the deletion notice of its user. */
function deletionExplanation({ deletion, state }: DeliveryDetail): readonly Explanation[] {
  if (deletion === null) return [];
  const { cancelled, startedAt } = deletion;
  const requested = `User deletion requested at ${formatTime(startedAt)}`;
  const text = cancelled
    ? `${requested}: cancelled, as set in Settings.`
    : isOpenState(state) || state === 'paused'
      ? `${requested}. Attempts continue, as set in Settings.`
      : `${requested}: the receiver may have received the notice earlier.`;
  return [{ id: 'deletion', tone: cancelled ? 'info' : 'warn', text }];
}

/** Re-serializing the body changes its signature (D46). */
const precisionExplanation = ({ warnings }: DeliveryDetail): readonly Explanation[] =>
  warnings.includes('number_precision')
    ? [
        {
          id: 'number_precision',
          tone: 'warn',
          text: 'A number exceeds JSON parser precision. Verify the signature over the raw body.',
        },
      ]
    : [];

/** Blocked attempts and non-2xx successes; webhooks with the same text share a line. */
function resultExplanations({ webhooks }: DeliveryDetail): readonly Explanation[] {
  const results = webhooks.flatMap((webhook) => resultSentence(webhook) ?? []);
  return [...Map.groupBy(results, ({ text }) => text)].flatMap(([text, explanations]) => {
    const names = explanations.map(({ url }) => webhookName(url)).join(', ');
    const tone = explanations[0]?.tone ?? 'warn';
    return [{ id: text, tone, text: webhooks.length === 1 ? text : `${names}: ${text}` }];
  });
}

/** Whether the explanations say why this attempt ended as it did. */
export function isAttemptExplained(
  { state, webhooks, attemptList }: Pick<DeliveryDetail, 'state' | 'webhooks' | 'attemptList'>,
  { id, url, result }: Attempt,
): boolean {
  const isLatest = attemptList.findLast((attempt) => attempt.url === url)?.id === id;
  const webhook = webhooks.find((one) => one.url === url);
  if (!isLatest || webhook === undefined) return false;
  return (
    webhook.state === result.outcome || (webhook.state === 'exhausted' && state === 'exhausted')
  );
}

interface ResultSentence {
  readonly url: string;
  readonly tone: Explanation['tone'];
  readonly text: string;
}

function resultSentence({ url, state, lastResult }: WebhookProgress): ResultSentence | null {
  if (lastResult === null || lastResult.outcome !== state) return null;
  const text = resultExplanation(lastResult);
  return text === null ? null : { url, tone: state === 'blocked' ? 'bad' : 'warn', text };
}

function stateExplanation(delivery: DeliveryDetail): readonly Explanation[] {
  const { state, label, destinationName, destination, webhooks, canUndoCancel } = delivery;
  switch (state) {
    case 'filtered':
      return [
        {
          id: state,
          tone: 'info',
          text: `Filtered: "${destinationName}" excludes "${label}".`,
          settings: 'Edit filter',
        },
      ];
    case 'excluded':
      return [
        delivery.exclusion === 'payload_required'
          ? {
              id: state,
              tone: 'info',
              text: `Not sent: the profile of "${destinationName}" sends payloads, not messages. Send one from Send.`,
              settings: 'Change profile',
            }
          : {
              id: state,
              tone: 'info',
              text: `Excluded by the message's integrations. Set "Webhooks" to true.`,
            },
      ];
    case 'paused':
      return [
        {
          id: state,
          tone: 'info',
          text: pausedText(destinationName, destination),
          settings: 'Open destination',
        },
      ];
    case 'cancelled':
      return [
        {
          id: state,
          tone: 'info',
          text: canUndoCancel
            ? 'Cancelled. No more attempts follow.'
            : 'The destination was deleted before delivery.',
        },
      ];
    case 'exhausted':
      return [
        {
          id: state,
          tone: 'bad',
          text: exhaustedText(delivery),
        },
      ];
    case 'pending':
    case 'retrying':
      return webhooks.length > 0
        ? []
        : [
            {
              id: state,
              tone: 'warn',
              text: `"${destinationName}" has no webhook URL.`,
              settings: 'Add a URL',
            },
          ];
    default:
      return [];
  }
}

function pausedText(name: string, { enabled, problem }: DeliveryDetail['destination']): string {
  if (!enabled) return `"${name}" is disabled. The retry window is not extended.`;
  if (problem !== null)
    return `"${name}": ${destinationProblemText(problem)} The retry window is not extended.`;
  return `"${name}" is available again. Delivery continues shortly.`;
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
    : `No attempt fits in the ${formatDuration(windowMs)} window.`;
}

const newWindowText = ({ backoff }: DeliveryDetail['destination']): string =>
  hasNoRetries(backoff) ? 'Retry to send it again.' : 'Retry to start a new window.';

/** With fan-out to each URL, other webhooks may have received it. */
function exhaustedText({ webhooks, reason, destination }: DeliveryDetail): string {
  const results = webhooks.flatMap(({ state, lastResult }) =>
    state === 'exhausted' && lastResult !== null ? [lastResult] : [],
  );
  const reasons = [...new Set(results.map(resultText))];
  // The same request would get the same status.
  const fixes = new Set(results.filter(({ code }) => code === 'unexpected_status').map(resultFix));
  const advice = fixes.size > 0 ? [...fixes].join(' ') : newWindowText(destination);
  const delivered = namesOf(webhooks, 'delivered');
  const failed =
    delivered === '' ? '' : `${namesOf(webhooks, 'exhausted')} failed; ${delivered} received it. `;
  return `${failed}${reasons.join(' ')} ${limitText(reason, destination)} ${advice}`.trim();
}

/** More names are replaced by their count. */
const maxNamed = 2;

/** Explains that fan-out to the first success skipped other webhooks (spec 4.1 rule 1, D24). */
function skippedExplanation(delivery: DeliveryDetail): readonly Explanation[] {
  const { webhooks } = delivery;
  const count = webhooks.filter(({ state }) => state === 'skipped').length;
  if (count === 0) return [];
  const skippedText =
    count > maxNamed ? `${count} of ${webhooks.length} webhooks` : namesOf(webhooks, 'skipped');
  const success = successOf(currentAttempts(delivery));
  const reasonText =
    success === undefined
      ? 'another webhook received it'
      : `${webhookName(success.url)} returned ${outcomeLabel(success)} at ${formatTime(success.startedAt)}`;
  return [
    {
      id: 'skipped',
      tone: 'warn',
      text: `${skippedText} missed this event: ${reasonText}, which stops the others.`,
      settings: 'Change fan-out',
      offersEachUrl: true,
    },
  ];
}
