/** What a lane says beside its marks: where its webhook stands, and why it is silent. Pure. */

import { outcomeLabel, webhookName } from '#renderer/components/delivery-labels.ts';
import type { TimelineLane } from '#renderer/ui/timeline-lanes.ts';
import { blockedLabels, failureLabels } from '#shared/labels/attempt-result.ts';
import type { Attempt, DeliveryDetail, WebhookProgress } from '#shared/schemas/delivery.ts';
import { currentAttempts, successOf } from '../attempts.ts';

function lastWord({ lastStatus, lastResult }: WebhookProgress): string {
  if (lastResult?.outcome === 'blocked') return blockedLabels[lastResult.code];
  if (lastResult?.outcome === 'failed' && lastResult.code !== 'server_error')
    return failureLabels[lastResult.code];
  return lastStatus === null ? '' : String(lastStatus);
}

export function countLabels(made: number, expected: number): string {
  if (expected > made) return `${made} of ~${expected}`;
  return made === 1 ? '1 attempt' : `${made} attempts`;
}

export function laneSummary(webhook: WebhookProgress, made: number, expected: number): string {
  const last = lastWord(webhook);
  switch (webhook.state) {
    case 'blocked':
      return last === '' ? 'blocked' : `blocked · ${last}`;
    case 'skipped':
      return made === 0 ? 'missed' : `missed · ${last} · ${countLabels(made, made)}`;
    case 'cancelled':
      return 'cancelled';
    case 'exhausted':
      return `exhausted · ${last} · ${countLabels(made, made)}`;
    default:
      return made === 0 ? 'not sent yet' : `${last} · ${countLabels(made, expected)}`;
  }
}

/** Who had it first, so that this one is not tried again (spec 4.1 rule 1). */
export function missedText(success: Attempt | undefined): string {
  const who =
    success === undefined
      ? 'another webhook succeeded'
      : `${webhookName(success.url)} answered ${outcomeLabel(success)}`;
  return `missed: ${who}, and one success stops the others`;
}

function cancelReason({ cancelledByHand, deletion }: DeliveryDetail): string {
  if (cancelledByHand) return 'by hand';
  return deletion?.dropped === true ? 'the user was deleted' : 'the destination was deleted';
}

export function laneNote(delivery: DeliveryDetail, webhook: WebhookProgress): TimelineLane['note'] {
  const { state, destination } = delivery;
  const { lastResult } = webhook;
  if (webhook.state === 'blocked' && lastResult?.outcome === 'blocked')
    return { text: `${blockedLabels[lastResult.code]}: not sent, not retried`, tone: 'ref' };
  if (webhook.state === 'skipped')
    return { text: missedText(successOf(currentAttempts(delivery))), tone: 'warn' };
  if (webhook.state === 'delivered' && lastResult?.code === 'non_2xx')
    return { text: `${webhook.lastStatus} counts as delivered`, tone: 'warn' };
  if (webhook.state === 'cancelled') {
    const why =
      state === 'cancelled' ? cancelReason(delivery) : 'no longer a webhook of the destination';
    return { text: `cancelled: ${why}`, tone: 'neutral' };
  }
  if (state === 'paused' && !destination.enabled)
    return { text: 'paused: the destination is switched off', tone: 'neutral' };
  return undefined;
}
