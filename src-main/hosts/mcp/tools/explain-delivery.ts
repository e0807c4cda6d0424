/** Why a delivery is in its state, and how to fix it. */
import { z } from 'zod';
import {
  type Attempt,
  type DeliveryDetail,
  DeliveryReason,
  DeliveryState,
} from '#shared/deliveries/delivery.ts';
import { resultFix, resultText } from '#shared/deliveries/text.ts';
import { RowId, Timestamp } from '#shared/kit/name.ts';
import { destinationProblemText } from '#shared/kit/problem.ts';
import { rejectionCause } from '#shared/signatures/receiver-response.ts';
import { namedCause } from '#shared/signatures/rejection-causes.ts';
import { Diagnosis } from '#shared/signatures/signature.ts';
import { Excerpt } from '../text-parts.ts';
import { action, pick } from '../tool.ts';
import { attemptRow, redactionOf } from './delivery-parts.ts';
import { ShownCause, shownCauseOf } from './diagnose-signature.ts';

const reasonTexts: Readonly<Record<DeliveryReason, string>> = {
  window_ended: 'The retry window ended.',
  attempts_used: 'All attempts were used.',
  not_retryable: "The profile doesn't retry this failure.",
  endpoint_disabled: 'The provider would disable the endpoint after this response.',
  filtered: "The destination's filter drops this event.",
  excluded: "The message's integrations exclude webhooks.",
  unrouted: 'No enabled destination is connected to the source.',
  payload_required: "The destination's profile sends events of its provider, not messages.",
};

const Cause = z.object({
  /**
   * An outcome code, a reason why it is not sent, `destination`, `number_precision`, or what the response of a receiver says
   * about a rejected signature, such as `body_parsed`.
   */
  code: z.string(),
  message: z.string(),
  fix: z.string().nullable(),
});
type Cause = z.infer<typeof Cause>;

function causesOf(delivery: DeliveryDetail, last: Attempt | undefined): readonly Cause[] {
  const { destination, reason, state, warnings } = delivery;
  const { enabled, problem } = destination;
  const result = last?.result;
  const causes: readonly (Cause | false)[] = [
    state === 'not_sent' &&
      reason !== null && {
        code: reason,
        message: reasonTexts[reason],
        fix: reason === 'filtered' ? "Change the destination's track filter." : null,
      },
    !enabled && {
      ...{ code: 'destination', message: 'The destination is disabled.', fix: 'Enable it.' },
    },
    problem !== null && {
      ...{ code: 'destination', message: destinationProblemText(problem), fix: null },
    },
    result?.code != null && {
      ...{ code: result.code, message: resultText(result) ?? '', fix: resultFix(result) },
    },
    warnings.includes('number_precision') && {
      code: 'number_precision',
      message:
        "The body has a number that a double can't represent, so a receiver that re-serializes it computes a different signature.",
      fix: 'Compute the signature from the raw body.',
    },
  ];
  return causes.filter((cause) => cause !== false);
}

function summaryOf({ state, attempts, reason, lastStatus }: DeliveryDetail): string {
  const status = lastStatus === null ? 'no response' : `status ${lastStatus}`;
  const head = `${state.replace('_', ' ')} after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  const last = attempts === 0 ? '' : `; the latest got ${status}`;
  return `${head}${last}.${reason === null ? '' : ` ${reasonTexts[reason]}`}`;
}

export const explainDelivery = action({
  description:
    'Why a delivery was refused, gave up, was blocked or not sent, each cause with its fix. If the receiver printed the digest that it computed, the signature is diagnosed too.',
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
    const isUnauthorized = delivery.lastStatus === 401 || delivery.lastStatus === 403;
    return {
      id,
      state: delivery.state,
      reason: delivery.reason,
      summary: summaryOf(delivery),
      causes: [...causesOf(delivery, last), ...(rejection === null ? [] : [namedCause(rejection)])],
      signature: diagnosis && {
        ...diagnosis,
        causes: diagnosis.causes.map((cause) => shownCauseOf(cause, redaction)),
      },
      latestResponse: row?.response ?? null,
      nextAttemptAt: delivery.nextAttemptAt,
      next:
        isUnauthorized &&
        delivery.expectedSignature !== null &&
        diagnosis === null &&
        rejection === null
          ? 'Log the digest that the receiver computes, and pass it to diagnose_signature with this delivery.'
          : null,
    };
  },
});
