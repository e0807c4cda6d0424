/** Deliveries and attempts, as tools return them. */
import { z } from 'zod';
import type { ContractClient } from '#shared/contract/index.ts';
import { resultFix, resultText } from '#shared/labels/attempt-result.ts';
import { createRedaction, type Redaction } from '#shared/lib/redaction.ts';
import { isConnectionHeader } from '#shared/lib/static-header.ts';
import { builtInProfiles, signatureHeaders } from '#shared/profiles/profiles.ts';
import {
  type Attempt,
  AttemptCode,
  attemptOutcomes,
  type DeliveryDetail,
  DeliverySummary,
  WebhookProgress,
} from '#shared/schemas/delivery.ts';
import { webhooksOf } from '#shared/schemas/destination.ts';
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

/** Names of the static headers of all destinations: any may have a secret. */
export const staticHeaderNames = async (client: ContractClient): Promise<readonly string[]> =>
  (await client.destinations.list()).flatMap((destination) =>
    webhooksOf(destination).flatMap(({ headers }) => Object.keys(headers)),
  );

/** Shorter parts of a value, such as its scheme, are no secrets. */
const minPartLength = 16;

/** The long parts of a value, also in the case that a receiver may print them in. */
function spellings(value: string): readonly string[] {
  const parts = value.split(/[\s,;=]+/).filter(({ length }) => length >= minPartLength);
  return [value, ...parts].flatMap((text) => [text, text.toUpperCase(), text.toLowerCase()]);
}

/**
 * Also hides static headers, and signatures: the body may be forged (D61). Profiles of one's own can have
 * other signature headers.
 */
export function unsignedRedaction(
  lines: HeaderLines,
  signatures: readonly (string | null | undefined)[],
  staticNames: readonly string[],
): Redaction {
  const names = new Set([
    ...signatureHeaders,
    ...[
      ...staticNames,
      ...lines.map(([name]) => name).filter((name) => /signature|hmac/i.test(name)),
    ].map((name) => name.toLowerCase()),
  ]);
  const values = new Set([
    ...signatures.filter((signature) => typeof signature === 'string'),
    ...lines.filter(([name]) => names.has(name.toLowerCase())).map(([, value]) => value),
  ]);
  return createRedaction([...values].flatMap(spellings), [...names]);
}

/** Headers that a built-in profile doesn't send: they were static, maybe of a destination that is deleted. */
function namesBesides(profileName: string, lines: HeaderLines): readonly string[] {
  const profile = builtInProfiles.find(({ name }) => name === profileName);
  if (profile === undefined) return [];
  const sent = new Set(profile.headers.map(([name]) => name.toLowerCase()));
  return lines
    .map(([name]) => name)
    .filter((name) => !sent.has(name.toLowerCase()) && !isConnectionHeader(name));
}

/**
 * Authorization and static headers, signatures, cookies and secrets in URLs are redacted, also where a receiver
 * repeats them.
 */
export function redactionOf(
  { attemptList, expectedSignature, destination }: DeliveryDetail,
  staticNames: readonly string[],
): Redaction {
  const lines = attemptList.flatMap(({ request }) => request.headers);
  const names = [...staticNames, ...namesBesides(destination.profile, lines)];
  const redaction = unsignedRedaction(lines, [expectedSignature], names);
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
