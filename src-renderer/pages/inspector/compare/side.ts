/** One side of a comparison: a request that was made or is to be made, and what came of it. Pure. */

import { textBytes } from '#renderer/components/body-bytes.ts';
import { webhookName } from '#renderer/components/delivery-labels.ts';
import type {
  Attempt,
  AttemptResponse,
  AttemptResult,
  AttemptTimings,
  Bytes,
  DeliveryDetail,
  SentRequest,
} from '#shared/schemas/delivery.ts';
import type { ResendDetail } from '#shared/schemas/resend.ts';
import { attemptNumber, attemptShown } from '../deliveries/attempts.ts';
import { inOrder, type SideRef } from './compare-route.ts';

interface Result {
  readonly result: AttemptResult;
  readonly response: AttemptResponse | null;
  readonly timings: AttemptTimings;
}

export interface Side {
  readonly delivery: DeliveryDetail;
  /** Null for what is not sent yet, and for a resend. */
  readonly attempt: Attempt | null;
  readonly resend: ResendDetail | null;
  /** Null where nothing is ever sent, or it is not known to where. */
  readonly request: SentRequest | null;
  /** Null where nothing is ever sent. */
  readonly body: Bytes | null;
  /** Null before there is one. */
  readonly result: Result | null;
}

/** Null where the delivery has no such attempt. */
export function sideOf(
  ref: SideRef,
  delivery: DeliveryDetail,
  resend: ResendDetail | null,
): Side | null {
  if (ref.kind === 'resend') {
    if (resend === null || resend.deliveryId !== delivery.id) return null;
    const { request, body, attempt } = resend;
    return { delivery, attempt: null, resend, request, body, result: attempt };
  }
  const attempt =
    ref.kind === 'attempt' ? inOrder(delivery)[ref.place - 1] : attemptShown(delivery, null);
  if (attempt === undefined) return null;
  const { bodyText, bodyBytes } = delivery;
  return {
    delivery,
    attempt,
    resend: null,
    request: attempt?.request ?? delivery.nextRequest,
    body: bodyText === null ? null : textBytes(bodyText, bodyBytes),
    result: attempt,
  };
}

function shortName({ delivery, attempt, resend }: Side): string {
  if (resend !== null) return `resend ${resend.id}`;
  if (attempt !== null) return `attempt ${attemptNumber(delivery.attemptList, attempt)}`;
  return 'the request to come';
}

function nameAmongDeliveries(side: Side): string {
  const { delivery, attempt, resend } = side;
  const name = `delivery ${delivery.id}`;
  if (resend !== null) return `${shortName(side)} of ${name}`;
  if (attempt === null) return name;
  return delivery.attemptList.length === 1 ? name : `${shortName(side)} of ${name}`;
}

/** What the two are called beside each other. */
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

// From attempt to attempt of one side.

const placeOf = ({ delivery, attempt }: Side): number =>
  inOrder(delivery).findIndex(({ id }) => id === attempt?.id) + 1;

/** Why there is no attempt that many steps away; undefined where there is one. */
export function stepProblem(side: Side, steps: 1 | -1): string | undefined {
  if (side.resend !== null) return 'A resend has one attempt';
  if (side.attempt === null) return 'There is no attempt yet';
  const place = placeOf(side) + steps;
  if (place < 1) return 'This is the first attempt';
  return place > side.delivery.attemptList.length ? 'This is the latest attempt' : undefined;
}

export function stepped(side: Side, steps: 1 | -1): SideRef | null {
  if (stepProblem(side, steps) !== undefined) return null;
  return { kind: 'attempt', deliveryId: side.delivery.id, place: placeOf(side) + steps };
}
