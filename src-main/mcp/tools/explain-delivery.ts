/** Why a delivery is in its state, and how to fix it. */
import { z } from 'zod';
import type { ContractClient } from '#shared/contract/index.ts';
import { resultFix, resultText } from '#shared/labels/attempt-result.ts';
import { destinationProblemText } from '#shared/labels/problems.ts';
import { causeTexts } from '#shared/labels/rejection-causes.ts';
import { printedDigest, rejectionCause } from '#shared/lib/printed-digest.ts';
import { responseLanguage } from '#shared/lib/response-language.ts';
import {
  type Attempt,
  type DeliveryDetail,
  DeliveryState,
  type ExhaustedReason,
} from '#shared/schemas/delivery.ts';
import type { Exclusion } from '#shared/schemas/message.ts';
import { RowId, Timestamp } from '#shared/schemas/name.ts';
import { Diagnosis } from '#shared/schemas/signature.ts';
import { readSetup } from '../setup.ts';
import { Excerpt } from '../text-parts.ts';
import { defineTool } from '../tool.ts';
import { attemptRow, redactionOf } from './delivery-parts.ts';
import { FoundMistake, unsignedMistakeOf } from './diagnose-signature.ts';

const exhaustedTexts: Readonly<Record<ExhaustedReason, string>> = {
  window_ended: 'The retry window ended.',
  attempts_used: 'All attempts were used.',
  not_retryable: "The profile doesn't retry this failure.",
  endpoint_disabled: 'The provider would disable the endpoint after this response.',
};

const exclusionTexts: Readonly<Record<Exclusion, string>> = {
  integrations: "The message's integrations exclude webhooks.",
  payload_required: "The destination's profile sends events of its provider, not messages.",
};

const Cause = z.object({
  /**
   * An outcome code, one of `destination`, `exclusion`, `number_precision`, or what the response of a receiver says
   * about a rejected signature, such as `body_parsed`.
   */
  code: z.string(),
  message: z.string(),
  fix: z.string().nullable(),
});
type Cause = z.infer<typeof Cause>;

async function diagnosisOf(client: ContractClient, delivery: DeliveryDetail, attempt: Attempt) {
  const observed = printedDigest(delivery, attempt);
  if (observed === null) return null;
  const language = responseLanguage(attempt.response?.headers ?? []);
  return client.signatures.diagnose({
    deliveryId: delivery.id,
    observed,
    ...(language !== undefined && { language }),
  });
}

function causesOf(delivery: DeliveryDetail, last: Attempt | undefined): readonly Cause[] {
  const { destination, exclusion, state, warnings } = delivery;
  const causes: Cause[] = [];
  if (exclusion !== null)
    causes.push({ code: 'exclusion', message: exclusionTexts[exclusion], fix: null });
  if (state === 'filtered')
    causes.push({
      code: 'filtered',
      message: "The destination's filter drops this event.",
      fix: "Change the destination's track filter.",
    });
  if (!destination.enabled)
    causes.push({
      code: 'destination',
      message: 'The destination is disabled.',
      fix: 'Enable it.',
    });
  if (destination.problem !== null)
    causes.push({
      code: 'destination',
      message: destinationProblemText(destination.problem),
      fix: null,
    });
  const result = last?.result;
  if (result?.code != null)
    causes.push({
      code: result.code,
      message: resultText(result) ?? '',
      fix: resultFix(result),
    });
  if (warnings.includes('number_precision'))
    causes.push({
      code: 'number_precision',
      message:
        "The body has a number that a double can't represent, so a receiver that re-serializes it computes a different signature.",
      fix: 'Compute the signature from the raw body.',
    });
  return causes;
}

function summaryOf({ state, attempts, reason, lastStatus }: DeliveryDetail): string {
  const status = lastStatus === null ? 'no response' : `status ${lastStatus}`;
  const head = `${state} after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  const last = attempts === 0 ? '' : `; the latest got ${status}`;
  return `${head}${last}.${reason === null ? '' : ` ${exhaustedTexts[reason]}`}`;
}

export const explainDelivery = defineTool({
  name: 'explain_delivery',
  title: 'Explain a delivery',
  description:
    'Why a delivery failed, was blocked or not sent, each cause with its fix. If the receiver printed the digest that it computed, the signature is diagnosed too.',
  level: 'read',
  isIdempotent: true,
  input: z.object({ id: RowId }),
  output: z.object({
    id: z.number().int(),
    state: DeliveryState,
    summary: z.string(),
    causes: z.array(Cause),
    signature: Diagnosis.pick({ verdict: true, message: true })
      .extend({ mistakes: z.array(FoundMistake) })
      .nullable(),
    latestResponse: z.object({ status: z.number().int(), body: Excerpt }).nullable(),
    nextAttemptAt: Timestamp.nullable(),
    next: z.string().nullable(),
  }),
  async run({ input: { id } }, { client }) {
    const delivery = await client.deliveries.get({ id });
    const last = delivery.attemptList.toSorted((a, b) => a.id - b.id).at(-1);
    const diagnosis = last === undefined ? null : await diagnosisOf(client, delivery, last);
    const rejection =
      last === undefined ||
      diagnosis?.verdict === 'explained' ||
      delivery.expectedSignature === null
        ? null
        : rejectionCause(delivery, last);
    const redaction = redactionOf(delivery, await readSetup(client));
    const row = last && attemptRow(last, redaction);
    const isUnauthorized = delivery.lastStatus === 401 || delivery.lastStatus === 403;
    return {
      id,
      state: delivery.state,
      summary: summaryOf(delivery),
      causes: [
        ...causesOf(delivery, last),
        ...(rejection === null ? [] : [{ code: rejection, ...causeTexts[rejection] }]),
      ],
      signature: diagnosis && {
        ...diagnosis,
        mistakes: diagnosis.findings.map((finding) => unsignedMistakeOf(finding, redaction)),
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
