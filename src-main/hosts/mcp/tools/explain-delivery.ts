/** Why a delivery is in its state, and how to fix it. */
import { z } from 'zod';
import {
  type Attempt,
  type DeliveryDetail,
  DeliveryReason,
  DeliveryState,
  outcomeOf,
} from '#shared/deliveries/delivery.ts';
import { explainDelivery as explain, resultCause } from '#shared/deliveries/explain.ts';
import type { Redaction } from '#shared/deliveries/redaction.ts';
import { isUnauthorized, reasonLabels, stateLabel } from '#shared/deliveries/text.ts';
import { capitalized, counted } from '#shared/kit/format.ts';
import { RowId, Timestamp } from '#shared/kit/name.ts';
import { rejectionCause } from '#shared/signatures/receiver-response.ts';
import { namedCause } from '#shared/signatures/rejection-causes.ts';
import { Diagnosis } from '#shared/signatures/signature.ts';
import { Excerpt } from '../text-parts.ts';
import { action, pick } from '../tool.ts';
import { attemptRow, redactionOf } from './delivery-parts.ts';
import { ShownCause, shownCauseOf } from './diagnose-signature.ts';

const Cause = z.object({
  /**
   * A `CauseCode`, such as `client_error` or `window_ended`, or what the response of a receiver says about a rejected
   * signature, such as `body_parsed`.
   */
  code: z.string(),
  message: z.string(),
  fix: z.string().nullable(),
});
type Cause = z.infer<typeof Cause>;

/** Why it is in its state, and why its latest attempt was not accepted. */
function causesOf(
  delivery: DeliveryDetail,
  last: Attempt | undefined,
  redaction: Redaction,
): readonly Cause[] {
  const withoutSecrets = <Of extends { readonly url: string }>(one: Of): Of => ({
    ...one,
    url: redaction.url(one.url),
  });
  const causes = explain({
    ...delivery,
    webhooks: delivery.webhooks.map(withoutSecrets),
    attemptList: delivery.attemptList.map(withoutSecrets),
  });
  const latest = last === undefined ? null : resultCause(last.result);
  return latest === null || causes.some(({ code }) => code === latest.code)
    ? causes
    : [...causes, latest];
}

function latestText({ lastStatus, lastCode }: DeliveryDetail): string {
  if (outcomeOf(lastCode) === 'blocked') return 'was blocked';
  return lastStatus === null ? 'got no response' : `got status ${lastStatus}`;
}

function summaryOf(delivery: DeliveryDetail): string {
  const { state, attempts, reason } = delivery;
  const why = reason === null ? '' : ` (${reasonLabels[reason]})`;
  const head = capitalized(`${stateLabel(state)}${why}`);
  return attempts === 0
    ? `${head}. No attempt has been made.`
    : `${head} after ${counted(attempts, 'attempt')}; the latest ${latestText(delivery)}.`;
}

export const explainDelivery = action({
  description:
    'Explains why a delivery was refused, gave up, was blocked or not sent: each cause with its fix. If the receiver printed the digest that it computed, the signature is diagnosed too.',
  operations: ['deliveries.get', 'signatures.diagnoseAttempt'],
  input: z.object({ id: RowId }),
  output: z.object({
    id: z.number().int(),
    state: DeliveryState,
    reason: DeliveryReason.nullable(),
    summary: z.string(),
    causes: z.array(Cause),
    signature: pick(Diagnosis, 'verdict message')
      .extend({ causes: z.array(ShownCause) })
      .nullable(),
    latestResponse: z.object({ status: z.number().int(), body: Excerpt }).nullable(),
    nextAttemptAt: Timestamp.nullable(),
    next: z.string().nullable(),
  }),
  async run({ id }, { api, signal, readSecrets }) {
    const delivery = await api.deliveries.get({ id });
    const last = delivery.attemptList.toSorted((a, b) => a.id - b.id).at(-1);
    const { diagnosis } =
      last === undefined
        ? { diagnosis: null }
        : await api.signatures.diagnoseAttempt({ id, attemptId: last.id }, { signal });
    const rejection =
      last === undefined ||
      diagnosis?.verdict === 'explained' ||
      delivery.expectedSignature === null
        ? null
        : rejectionCause(delivery, last);
    const redaction = redactionOf(delivery, last ? [last] : [], await readSecrets());
    const row = last && attemptRow(last, redaction);
    return {
      id,
      state: delivery.state,
      reason: delivery.reason,
      summary: summaryOf(delivery),
      causes: [
        ...causesOf(delivery, last, redaction),
        ...(rejection === null ? [] : [namedCause(rejection)]),
      ],
      signature: diagnosis && {
        ...diagnosis,
        causes: diagnosis.causes.map((cause) => shownCauseOf(cause, redaction)),
      },
      latestResponse: row?.response ?? null,
      nextAttemptAt: delivery.nextAttemptAt,
      next:
        isUnauthorized(delivery.lastStatus) &&
        delivery.expectedSignature !== null &&
        diagnosis === null &&
        rejection === null
          ? 'Log the digest that the receiver computes, and pass it to diagnose_signature with this delivery.'
          : null,
    };
  },
});
