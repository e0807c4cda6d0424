/** What the overview says in full sentences, where silence or success needs explaining. Pure. */

import {
  durationText,
  outcomeLabel,
  timeText,
  webhookName,
} from '#renderer/components/delivery-labels.ts';
import { resultExplanation } from '#shared/labels/attempt-result.ts';
import {
  type DeliveryDetail,
  isOpenState,
  type WebhookProgress,
} from '#shared/schemas/delivery.ts';
import { currentAttempts, successOf } from './attempts.ts';

export interface Explanation {
  readonly id: string;
  readonly tone: 'info' | 'warn' | 'bad';
  readonly text: string;
  /** What the link to the destination is called, where its settings can change it. */
  readonly settings?: string;
  /** Whether the switch to strict fan-out stands beside it. */
  readonly offersStrict?: true;
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

/** Delete races retry: what the receiver may get of a user after it was told to forget the user. */
function deletionExplanation({ deletion, state }: DeliveryDetail): readonly Explanation[] {
  if (deletion === null) return [];
  const { cancelled, startedAt } = deletion;
  const asked = `The deletion of this user was requested at ${timeText(startedAt)}`;
  const text = cancelled
    ? `${asked}, before this delivery had ended: it was dropped, as Settings say.`
    : isOpenState(state) || state === 'paused'
      ? `${asked}. What is still sent here comes after the “delete”; in Settings such deliveries can be dropped.`
      : `${asked}, before this delivery had ended: the receiver may have got it after the “delete”.`;
  return [{ id: 'deletion', tone: cancelled ? 'info' : 'warn', text }];
}

/** A receiver that parses and re-serializes the body computes a different signature (D46). */
const precisionExplanation = ({ warnings }: DeliveryDetail): readonly Explanation[] =>
  warnings.includes('number_precision')
    ? [
        {
          id: 'number_precision',
          tone: 'warn',
          text: 'A number in the body has more digits than most JSON parsers keep. Verify the signature over the raw body.',
        },
      ]
    : [];

/** Blocked attempts and odd successes; webhooks that share a sentence share the line. */
function resultExplanations({ webhooks }: DeliveryDetail): readonly Explanation[] {
  const said = webhooks.flatMap((webhook) => resultSentence(webhook) ?? []);
  return [...Map.groupBy(said, ({ text }) => text)].flatMap(([text, same]) => {
    const names = same.map(({ url }) => webhookName(url)).join(', ');
    const tone = same[0]?.tone ?? 'warn';
    return [{ id: text, tone, text: webhooks.length === 1 ? text : `${names}: ${text}` }];
  });
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

function stateExplanation({
  state,
  label,
  destinationName,
  destination,
  webhooks,
  canUndoCancel,
}: DeliveryDetail): readonly Explanation[] {
  switch (state) {
    case 'filtered':
      return [
        {
          id: state,
          tone: 'info',
          text: `The track filter of “${destinationName}” drops “${label}”, so nothing was sent. The message was accepted and counts as usage.`,
          settings: 'Open the filter',
        },
      ];
    case 'excluded':
      return [
        {
          id: state,
          tone: 'info',
          text: 'The message’s own “integrations” turn webhook destinations off, so nothing was sent. Leave them out, or set "Webhooks" to true, where it should be delivered.',
        },
      ];
    case 'paused':
      return [
        {
          id: state,
          tone: 'info',
          text: pausedText(destinationName, destination),
          settings: 'Open the destination',
        },
      ];
    case 'cancelled':
      return [
        {
          id: state,
          tone: 'info',
          text: canUndoCancel
            ? 'It was cancelled by hand: no further attempt is made, unless that is undone.'
            : 'The destination was deleted before this was delivered.',
        },
      ];
    case 'exhausted':
      return [
        {
          id: state,
          tone: 'bad',
          text: exhaustedText(webhooks, destination.retry.windowMs),
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
              text: `“${destinationName}” has no webhook URL, so there is nowhere to send it.`,
              settings: 'Give it a URL',
            },
          ];
    default:
      return [];
  }
}

function pausedText(name: string, { enabled, problem }: DeliveryDetail['destination']): string {
  if (!enabled)
    return `“${name}” is switched off. The delivery goes on when it is switched on; its window is not extended.`;
  if (problem !== null) return `“${name}”: ${problem} The window of this one is not extended.`;
  return `“${name}” can be sent to again, and the delivery goes on in a moment.`;
}

const namesOf = (webhooks: readonly WebhookProgress[], state: WebhookProgress['state']): string =>
  webhooks
    .filter((webhook) => webhook.state === state)
    .map(({ url }) => webhookName(url))
    .join(', ');

/** With strict fan-out others may have it. */
function exhaustedText(webhooks: readonly WebhookProgress[], windowMs: number): string {
  const when =
    windowMs === 0
      ? ' at its one attempt'
      : `, and no further attempt fits into its ${durationText(windowMs)}`;
  const delivered = namesOf(webhooks, 'delivered');
  return delivered === ''
    ? `No webhook took it${when}, so it is not tried again by itself. “Retry now” begins a new window.`
    : `${namesOf(webhooks, 'exhausted')} did not take it${when}, so it is not tried again by itself; ${delivered} did. “Retry now” begins a new window, and sends to all of them.`;
}

/** More names than this are counted. */
const mostNamed = 2;

/** What the documented fan-out loses, with who had it instead (spec 4.1 rule 1, D24). */
function skippedExplanation(delivery: DeliveryDetail): readonly Explanation[] {
  const { webhooks } = delivery;
  const count = webhooks.filter(({ state }) => state === 'skipped').length;
  if (count === 0) return [];
  const who =
    count > mostNamed ? `${count} of ${webhooks.length} webhooks` : namesOf(webhooks, 'skipped');
  const success = successOf(currentAttempts(delivery));
  const why =
    success === undefined
      ? 'another webhook succeeded'
      : `${webhookName(success.url)} answered ${outcomeLabel(success)} at ${timeText(success.startedAt)}`;
  return [
    {
      id: 'skipped',
      tone: 'warn',
      text: `${who} ${count === 1 ? 'does' : 'do'} not get this event: ${why}, and as soon as one webhook succeeds, the others are not tried again. With strict fan-out each webhook is retried until it has it.`,
      settings: 'Open the fan-out setting',
      offersStrict: true,
    },
  ];
}
