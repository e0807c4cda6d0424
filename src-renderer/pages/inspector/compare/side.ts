/** One side of a comparison: a past or future request and its result. Pure. */

import { textBytes } from '#renderer/components/body-bytes.ts';
import { webhookName } from '#renderer/components/delivery-labels.ts';
import type { CopyDetail } from '#shared/schemas/copy.ts';
import type {
  Attempt,
  AttemptResponse,
  AttemptResult,
  AttemptTimings,
  Bytes,
  DeliveryDetail,
  SentRequest,
} from '#shared/schemas/delivery.ts';
import { attemptNumber, attemptShown } from '../deliveries/attempts.ts';
import { inOrder, type SideRef } from './compare-route.ts';

interface Result {
  readonly result: AttemptResult;
  readonly response: AttemptResponse | null;
  readonly timings: AttemptTimings;
}

export interface Side {
  readonly delivery: DeliveryDetail;
  /** Null for a request not sent yet and for a copy. */
  readonly attempt: Attempt | null;
  readonly copy: CopyDetail | null;
  /** Null if nothing is ever sent, or the webhook is unknown. */
  readonly request: SentRequest | null;
  /** Null if nothing is ever sent. */
  readonly body: Bytes | null;
  /** Null before there is a response. */
  readonly result: Result | null;
}

/** Null if the delivery has no such attempt. */
export function sideOf(
  ref: SideRef,
  delivery: DeliveryDetail,
  copy: CopyDetail | null,
): Side | null {
  if (ref.kind === 'copy') {
    if (copy === null || copy.deliveryId !== delivery.id) return null;
    const { request, body, attempt } = copy;
    return { delivery, attempt: null, copy, request, body, result: attempt };
  }
  const attempt =
    ref.kind === 'attempt' ? inOrder(delivery)[ref.position - 1] : attemptShown(delivery, null);
  if (attempt === undefined) return null;
  const { bodyText, bodyBytes } = delivery;
  return {
    delivery,
    attempt,
    copy: null,
    request: attempt?.request ?? delivery.nextRequest,
    body: bodyText === null ? null : textBytes(bodyText, bodyBytes),
    result: attempt,
  };
}

function shortName({ delivery, attempt, copy }: Side): string {
  if (copy !== null) return `copy ${copy.id}`;
  if (attempt !== null) return `attempt ${attemptNumber(delivery.attemptList, attempt)}`;
  return 'next request';
}

function nameAmongDeliveries(side: Side): string {
  const { delivery, attempt, copy } = side;
  const name = `delivery ${delivery.id}`;
  if (copy !== null) return `${shortName(side)} of ${name}`;
  if (attempt === null) return name;
  return delivery.attemptList.length === 1 ? name : `${shortName(side)} of ${name}`;
}

/** The names of the two sides. */
export function sideNames(before: Side, after: Side): readonly [string, string] {
  if (before.delivery.id !== after.delivery.id)
    return [nameAmongDeliveries(before), nameAmongDeliveries(after)];
  const sameWebhook =
    before.attempt === null || after.attempt === null || before.attempt.url === after.attempt.url;
  const name = (side: Side): string =>
    sameWebhook || side.attempt === null
      ? shortName(side)
      : `${shortName(side)} to ${webhookName(side.attempt.url)}`;
  return [name(before), name(after)];
}

// Moves from attempt to attempt on one side.

const positionOf = ({ delivery, attempt }: Side): number =>
  inOrder(delivery).findIndex(({ id }) => id === attempt?.id) + 1;

/** Why there is no attempt that many steps away; undefined if there is one. */
export function stepProblem(side: Side, steps: 1 | -1): string | undefined {
  if (side.copy !== null) return 'A copy has one attempt';
  if (side.attempt === null) return 'No attempts yet';
  const index = positionOf(side) + steps;
  if (index < 1) return 'First attempt';
  return index > side.delivery.attemptList.length ? 'Latest attempt' : undefined;
}

export function stepped(side: Side, steps: 1 | -1): SideRef | null {
  if (stepProblem(side, steps) !== undefined) return null;
  return { kind: 'attempt', deliveryId: side.delivery.id, position: positionOf(side) + steps };
}
