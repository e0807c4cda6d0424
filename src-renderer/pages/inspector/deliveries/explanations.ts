/** Explanations for states that the timeline doesn't make obvious. Pure. */

import { outcomeLabel, webhookName } from '#renderer/components/delivery-labels.ts';
import {
  type Attempt,
  type DeliveryDetail,
  isFinishedState,
  type WebhookProgress,
} from '#shared/deliveries/delivery.ts';
import { resultExplanation, resultFix, resultText } from '#shared/deliveries/text.ts';
import { formatDuration } from '#shared/kit/duration.ts';
import { formatTime } from '#shared/kit/format.ts';
import { destinationProblemText } from '#shared/kit/problem.ts';
import { type Backoff, windowMsOf } from '#shared/profiles/backoff.ts';
import { currentAttempts, finalOf } from './attempts.ts';

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
    : isFinishedState(state)
      ? `${requested}: the receiver may have received the notice earlier.`
      : `${requested}. Attempts continue, as set in Settings.`;
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

/** Refused and blocked attempts; webhooks with the same text share a line. */
function resultExplanations({ webhooks }: DeliveryDetail): readonly Explanation[] {
  const results = webhooks.flatMap((webhook) => webhookResult(webhook) ?? []);
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
  return webhook.state === result.outcome || (webhook.state === 'gave_up' && state === 'gave_up');
}

interface WebhookResult {
  readonly url: string;
  readonly tone: Explanation['tone'];
  readonly text: string;
}

function webhookResult({ url, state, lastResult }: WebhookProgress): WebhookResult | null {
  if (lastResult === null || lastResult.outcome !== state) return null;
  const text = resultExplanation(lastResult);
  if (text === null) return null;
  return state === 'blocked'
    ? { url, tone: 'bad', text }
    : { url, tone: 'warn', text: `${text} It isn't retried.` };
}

function stateExplanation(delivery: DeliveryDetail): readonly Explanation[] {
  const { state, destinationName, destination, webhooks, canUndoCancel } = delivery;
  switch (state) {
    case 'not_sent':
      return [notSentExplanation(delivery)];
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
    case 'gave_up':
      return [
        {
          id: state,
          tone: 'bad',
          text: gaveUpText(delivery),
        },
      ];
    case 'waiting':
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

function notSentExplanation({ reason, label, destinationName }: DeliveryDetail): Explanation {
  const id = 'not_sent';
  switch (reason) {
    case 'filtered':
      return {
        ...{ id, tone: 'info', settings: 'Edit filter' },
        text: `Not sent: the filter of "${destinationName}" excludes "${label}".`,
      };
    case 'payload_required':
      return {
        ...{ id, tone: 'info', settings: 'Change profile' },
        text: `Not sent: the profile of "${destinationName}" sends payloads, not messages. Send one from Send.`,
      };
    default:
      return {
        ...{ id, tone: 'info' },
        text: `Not sent: excluded by the message's integrations. Set "Webhooks" to true.`,
      };
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
function gaveUpText({ webhooks, reason, destination }: DeliveryDetail): string {
  const results = webhooks.flatMap(({ state, lastResult }) =>
    state === 'gave_up' && lastResult !== null ? [lastResult] : [],
  );
  const reasons = [...new Set(results.map(resultText))];
  // The same request would get the same status.
  const fixes = new Set(results.filter(({ code }) => code === 'unexpected_status').map(resultFix));
  const advice = fixes.size > 0 ? [...fixes].join(' ') : newWindowText(destination);
  const delivered = namesOf(webhooks, 'delivered');
  const failed =
    delivered === '' ? '' : `${namesOf(webhooks, 'gave_up')} failed; ${delivered} received it. `;
  return `${failed}${reasons.join(' ')} ${limitText(reason, destination)} ${advice}`.trim();
}

/** More names are replaced by their count. */
const maxNamed = 2;

/** Explains that fan-out to any webhook skipped the others (spec 4.1 rule 1, D24). */
function skippedExplanation(delivery: DeliveryDetail): readonly Explanation[] {
  const { webhooks } = delivery;
  const count = webhooks.filter(({ state }) => state === 'skipped').length;
  if (count === 0) return [];
  const skippedText =
    count > maxNamed ? `${count} of ${webhooks.length} URLs` : namesOf(webhooks, 'skipped');
  const final = finalOf(currentAttempts(delivery));
  const reasonText =
    final === undefined
      ? 'another URL received it'
      : `${webhookName(final.url)} returned ${outcomeLabel(final)} at ${formatTime(final.startedAt)}`;
  return [
    {
      id: 'skipped',
      tone: 'warn',
      text: `${skippedText} missed this event: ${reasonText}, which stops the others.`,
      settings: 'Change when it is done',
      offersEachUrl: true,
    },
  ];
}
