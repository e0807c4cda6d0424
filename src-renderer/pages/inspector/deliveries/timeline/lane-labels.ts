/** What a lane says beside its marks: where its webhook stands, and why it is silent. Pure. */

import {
  failureLabels,
  outcomeLabel,
  refusalLabels,
  webhookName,
} from '#renderer/components/delivery-labels.ts';
import type { TimelineLane } from '#renderer/ui/timeline-lanes.ts';
import type {
  Attempt,
  DeliveryDetail,
  RefusalReason,
  WebhookProgress,
} from '#shared/schemas/delivery.ts';
import { currentAttempts, successOf } from '../attempts.ts';

function lastWord({ lastStatus, lastVerdict }: WebhookProgress): string {
  if (lastVerdict?.kind === 'refused') return refusalLabels[lastVerdict.reason];
  if (lastVerdict?.kind === 'failed' && lastVerdict.reason !== 'server_error')
    return failureLabels[lastVerdict.reason];
  return lastStatus === null ? '' : String(lastStatus);
}

export function countLabels(made: number, expected: number): string {
  if (expected > made) return `${made} of ~${expected}`;
  return made === 1 ? '1 attempt' : `${made} attempts`;
}

export function laneSummary(webhook: WebhookProgress, made: number, expected: number): string {
  const last = lastWord(webhook);
  switch (webhook.state) {
    case 'refused':
      return last === '' ? 'refused' : `refused · ${last}`;
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

const refusalNotes: Record<RefusalReason, string> = {
  self_signed: 'certificate is self-signed: no request was sent, not retried',
  expired: 'certificate has expired: no request was sent, not retried',
  not_yet_valid: 'certificate is not valid yet: no request was sent, not retried',
  wrong_host: 'certificate is for another host: no request was sent, not retried',
  unknown_issuer: 'certificate is of an unknown issuer: no request was sent, not retried',
  untrusted: 'certificate is not trusted: no request was sent, not retried',
  own_endpoint: "points to Hookwright's own ingestion endpoint: not sent, not retried",
};

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
  const { lastVerdict } = webhook;
  if (webhook.state === 'refused' && lastVerdict?.kind === 'refused')
    return { text: refusalNotes[lastVerdict.reason], tone: 'ref' };
  if (webhook.state === 'skipped')
    return { text: missedText(successOf(currentAttempts(delivery))), tone: 'warn' };
  if (webhook.state === 'delivered' && lastVerdict?.kind === 'delivered' && lastVerdict.warning)
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
