/** Deliveries and attempts, as tools return them. */
import { z } from 'zod';
import {
  Attempt,
  AttemptCode,
  attemptOutcomes,
  type DeliveryDetail,
  DeliverySummary,
  WebhookProgress,
} from '#shared/deliveries/delivery.ts';
import { type KnownSecrets, knownRedaction, type Redaction } from '#shared/deliveries/redaction.ts';
import { resultFix, resultText } from '#shared/deliveries/text.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { signatureHeaders } from '#shared/profiles/profiles.ts';
import { shownNames } from '../agent-secrets.ts';
import { headerText, ShownResponse, shownResponse } from '../text-parts.ts';
import { pick } from '../tool.ts';

export const DeliveryRow = pick(
  DeliverySummary,
  'id state type label sourceName destinationName lastStatus lastCode attempts createdAt nextAttemptAt',
);

export const Webhook = pick(WebhookProgress, 'url state attempts lastStatus nextAttemptAt').extend({
  result: z.string().nullable(),
});

export const AttemptRow = pick(Attempt, 'id url round startedAt').extend({
  outcome: z.enum(attemptOutcomes),
  code: AttemptCode.nullable(),
  /** The result and how to fix it; null for a 2xx. */
  result: z.string().nullable(),
  fix: z.string().nullable(),
  durationMs: z.number(),
  requestHeaders: z.array(z.string()),
  response: ShownResponse.nullable(),
});
export type AttemptRow = z.infer<typeof AttemptRow>;

/** Shorter parts of a value, such as its scheme, are no secrets. */
const minPartLength = 16;

/** A value, and its long parts. */
const withParts = (value: string): readonly string[] => [
  value,
  ...value.split(/[\s,;=]+/).filter(({ length }) => length >= minPartLength),
];

/** Of the headers of requests, which anyone may have sent. */
const maxSecrets = 2_000;

/** Shows only known headers of a request, and no signatures: the body may be forged (D61). */
export function unsignedRedaction(
  lines: HeaderLines,
  signatures: readonly (string | null | undefined)[],
  known: KnownSecrets,
): Redaction {
  const hidden = lines.filter(([name]) => !shownNames.has(name.toLowerCase()));
  const values = new Set([
    ...signatures.filter((signature) => typeof signature === 'string'),
    ...hidden.map(([, value]) => value),
  ]);
  return knownRedaction(known, {
    secrets: [...new Set([...values].flatMap(withParts))].slice(0, maxSecrets),
    headers: [...signatureHeaders, ...hidden.map(([name]) => name)],
  });
}

/**
 * Headers that may have secrets, signatures, cookies and secrets in URLs are redacted, also where a receiver repeats
 * them; first of all those of the attempts that are shown.
 */
export function redactionOf(
  { attemptList, expectedSignature }: DeliveryDetail,
  shown: readonly Attempt[],
  known: KnownSecrets,
): Redaction {
  const lines = [...shown, ...attemptList].flatMap(({ request }) => request.headers);
  const redaction = unsignedRedaction(lines, [expectedSignature], known);
  for (const { request } of attemptList) redaction.learn({ request });
  return redaction;
}

export function attemptRow(attempt: Attempt, redaction: Redaction): AttemptRow {
  redaction.learn(attempt);
  const { result, response, request } = attempt;
  const rest = `part: "response", deliveryId: ${attempt.deliveryId}, attemptId: ${attempt.id}`;
  return {
    ...{ ...attempt, ...result },
    url: redaction.url(attempt.url),
    result: resultText(result),
    fix: resultFix(result),
    durationMs: Math.round(attempt.timings.totalMs),
    requestHeaders: headerText(redaction.headers(request.headers)),
    response: response && shownResponse(response, redaction, rest),
  };
}

export const webhookRow = (
  webhook: DeliveryDetail['webhooks'][number],
  redaction: Redaction,
): z.input<typeof Webhook> => ({
  ...webhook,
  url: redaction.url(webhook.url),
  result: webhook.lastResult && resultText(webhook.lastResult),
});
