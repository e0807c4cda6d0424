/** Deliveries and attempts, as tools return them. */
import { z } from 'zod';
import { resultFix, resultText } from '#shared/labels/attempt-result.ts';
import type { Redaction } from '#shared/lib/redaction.ts';
import { type Setup, setupRedaction } from '#shared/lib/setup-redaction.ts';
import { builtInProfiles, signatureHeaders } from '#shared/profiles/profiles.ts';
import {
  type Attempt,
  AttemptCode,
  attemptOutcomes,
  type DeliveryDetail,
  DeliverySummary,
  WebhookProgress,
} from '#shared/schemas/delivery.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';
import { Timestamp } from '#shared/schemas/name.ts';
import { Excerpt, excerptOfBytes, headerText } from '../text-parts.ts';

export const DeliveryRow = DeliverySummary.pick({
  id: true,
  state: true,
  type: true,
  label: true,
  sourceName: true,
  destinationName: true,
  lastStatus: true,
  lastFailure: true,
  attempts: true,
  createdAt: true,
  nextAttemptAt: true,
});

export const Webhook = WebhookProgress.pick({
  url: true,
  state: true,
  attempts: true,
  lastStatus: true,
  nextAttemptAt: true,
}).extend({ result: z.string().nullable() });

export const AttemptRow = z.object({
  id: z.number().int(),
  url: z.string(),
  round: z.number().int(),
  startedAt: Timestamp,
  outcome: z.enum(attemptOutcomes),
  code: AttemptCode.nullable(),
  /** The result and how to fix it; null for a 2xx. */
  result: z.string().nullable(),
  fix: z.string().nullable(),
  durationMs: z.number(),
  requestHeaders: z.array(z.string()),
  response: z
    .object({ status: z.number().int(), headers: z.array(z.string()), body: Excerpt })
    .nullable(),
});
export type AttemptRow = z.infer<typeof AttemptRow>;

/**
 * Headers that are shown, in lower case: those that HTTP and built-in profiles set. Any other may be static with a
 * secret, also that of a destination which no longer exists.
 */
const shownNames: ReadonlySet<string> = new Set(
  [
    ...['host', 'connection', 'content-length', 'content-encoding', 'transfer-encoding', 'date'],
    ...['accept', 'accept-charset', 'accept-encoding', 'accept-language', 'sec-fetch-mode'],
    ...builtInProfiles.flatMap(({ headers }) => headers.map(([name]) => name.toLowerCase())),
  ].filter((name) => !signatureHeaders.has(name)),
);

/** Shorter parts of a value, such as its scheme, are no secrets. */
const minPartLength = 16;

/** The long parts of a value, also in the case that a receiver may print them in. */
function spellings(value: string): readonly string[] {
  const parts = value.split(/[\s,;=]+/).filter(({ length }) => length >= minPartLength);
  return [value, ...parts].flatMap((text) => [text, text.toUpperCase(), text.toLowerCase()]);
}

/** Shows only known headers of a request, and no signatures: the body may be forged (D61). */
export function unsignedRedaction(
  lines: HeaderLines,
  signatures: readonly (string | null | undefined)[],
  setup: Setup,
): Redaction {
  const hidden = lines.filter(([name]) => !shownNames.has(name.toLowerCase()));
  const values = new Set([
    ...signatures.filter((signature) => typeof signature === 'string'),
    ...hidden.map(([, value]) => value),
  ]);
  return setupRedaction(setup, {
    secrets: [...values].flatMap(spellings),
    headers: [...signatureHeaders, ...hidden.map(([name]) => name)],
  });
}

/**
 * Headers that may have secrets, signatures, cookies and secrets in URLs are redacted, also where a receiver repeats
 * them.
 */
export function redactionOf(
  { attemptList, expectedSignature }: DeliveryDetail,
  setup: Setup,
): Redaction {
  const lines = attemptList.flatMap(({ request }) => request.headers);
  const redaction = unsignedRedaction(lines, [expectedSignature], setup);
  for (const attempt of attemptList) redaction.learn(attempt);
  return redaction;
}

export function attemptRow(attempt: Attempt, redaction: Redaction): AttemptRow {
  const { result, response, request } = attempt;
  return {
    id: attempt.id,
    url: redaction.url(attempt.url),
    round: attempt.round,
    startedAt: attempt.startedAt,
    outcome: result.outcome,
    code: result.code,
    result: resultText(result),
    fix: resultFix(result),
    durationMs: Math.round(attempt.timings.totalMs),
    requestHeaders: [...headerText(redaction.headers(request.headers))],
    response: response && {
      status: response.status,
      headers: [...headerText(redaction.headers(response.headers))],
      body: excerptOfBytes(
        redaction.bytes(response.body),
        `part: "response", deliveryId: ${attempt.deliveryId}, attemptId: ${attempt.id}`,
      ),
    },
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
