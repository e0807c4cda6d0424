/** Certification of a sender: a receiver that judges its requests by a profile (D55). */
import { z } from 'zod';
import { fullUrl, ProfileChoice, SharedSecret } from '#shared/connections/destination.ts';
import { HeaderLines } from '#shared/ingestion/message.ts';
import { Timestamp } from '#shared/kit/name.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { publicKeyForm, secretProblem } from '#shared/profiles/secret.ts';
import { MachineBusy, ReportedProfile } from './receiver.ts';
import { SenderCase, SenderCheck, senderChecks, senderGroups } from './sender-checks.ts';

/** Certificates that a sender must not trust, and a valid one for comparison. */
export const senderCertificates = ['good', 'expired', 'wrong_host', 'self_signed'] as const;
export type SenderCertificate = (typeof senderCertificates)[number];

/** A URL each. */
export const senderTargets = ['webhook', 'gone', ...senderCertificates] as const;

export const maxTimeLimits = { minMs: 1_000, maxMs: 86_400_000 } as const;

/** A minute, five if the sender's clock is set step by step, or ten for people who send each message themselves. */
export function maxTimeOf({
  maxTimeMs,
  triggerUrl,
  clockUrl,
}: Pick<SenderCertificationRequest, 'maxTimeMs' | 'triggerUrl' | 'clockUrl'>): number {
  if (maxTimeMs !== undefined) return maxTimeMs;
  if (triggerUrl === undefined) return 600_000;
  return clockUrl === undefined ? 60_000 : 300_000;
}

export const SenderCertificationRequest = z
  .object({
    /** Profile to check the sender against. */
    profile: ProfileChoice.default(defaultProfileId),
    /** The secret that the sender signs with, or its public key. */
    secret: SharedSecret.default(''),
    /** During rotation, the sender signs with this secret too. */
    previousSecret: SharedSecret.optional(),
    /** Hookwright sends this URL a POST with `{ url, marker }`, and the sender then sends one message. */
    triggerUrl: fullUrl('Trigger URL').optional(),
    /** Hookwright sends this URL a POST with `{ now }`, an ISO 8601 time, to set the sender's clock. */
    clockUrl: fullUrl('Clock URL').optional(),
    /** Port of the webhook URL; 0 for a free one. */
    port: z
      .int({ error: 'Port must be a whole number.' })
      .min(0, 'Port must be from 0 to 65535.')
      .max(65_535, 'Port must be from 0 to 65535.')
      .default(0),
    /** First of four consecutive ports of the URLs with certificates; 0 for free ones. */
    tlsPort: z
      .int({ error: 'HTTPS port must be a whole number.' })
      .min(0, 'HTTPS port must be from 0 to 65532.')
      .max(65_532, 'HTTPS port must be from 0 to 65532.')
      .default(0),
    /** Ends after this long in real time, by default after 1 min, 5 min with a clock, or 10 min without a trigger. */
    maxTimeMs: z
      .int({ error: 'Maximum time must be a whole number of milliseconds.' })
      .min(maxTimeLimits.minMs, 'Maximum time must be at least 1 s.')
      .max(maxTimeLimits.maxMs, 'Maximum time must be at most 24 h.')
      .optional(),
    /** Checks to skip, each with a reason for the report. */
    skip: z
      .array(
        z.object({
          code: SenderCheck,
          reason: z
            .string({ error: 'Reason must be a string.' })
            .trim()
            .min(1, 'Reason is missing. Say why the check is skipped.')
            .max(500, 'Reason is too long: at most 500 characters.'),
        }),
      )
      .max(senderChecks.length)
      .default([]),
  })
  .superRefine(({ secret, previousSecret, profile }, ctx) => {
    const { signature } = profileOf({ profile });
    const keyForm = publicKeyForm(signature);
    const noun = keyForm === null ? 'Secret' : 'Public key';
    const fix = `Enter the ${noun.toLowerCase()} of the sender.`;
    /** The whole form, since a key of another kind may have the right encoding. */
    const keyProblem = (problem: string | null): string | null =>
      problem === null || keyForm === null ? problem : `${noun} must be ${keyForm}. ${fix}`;
    const problems = {
      secret:
        secret === '' && signature.kind !== 'none'
          ? `${noun} is empty. ${fix}`
          : keyProblem(secretProblem(signature, secret, noun, fix)),
      previousSecret:
        previousSecret === undefined
          ? null
          : secretProblem(signature, previousSecret, 'Previous secret', fix),
    };
    for (const [field, message] of Object.entries(problems))
      if (message !== null) ctx.addIssue({ code: 'custom', path: [field], message });
  });
export type SenderCertificationRequest = z.infer<typeof SenderCertificationRequest>;

/**
 * `warned`: should be fixed, or differs from what we assume where the provider documents nothing.
 * `not_observed`: the sender did not show it in time. `inconclusive`: this machine was too busy for a
 * judgment (D69).
 */
export const SenderOutcome = z.enum([
  'passed',
  'warned',
  'failed',
  'skipped',
  'not_observed',
  'inconclusive',
]);
export type SenderOutcome = z.infer<typeof SenderOutcome>;

/** One attempt that shows a check. */
export const SenderEvidence = z.object({
  /** Number of the message, from 1; null for a connection without a request. */
  message: z.number().int().nullable(),
  /** Number of the attempt, from 1. */
  attempt: z.number().int().nullable(),
  text: z.string(),
  /** How the body differs from that of the first attempt, around the first different byte. */
  difference: z
    .object({ expected: z.string(), found: z.string(), offset: z.number().int() })
    .nullable(),
});
export type SenderEvidence = z.infer<typeof SenderEvidence>;

export const SenderResult = z.object({
  code: SenderCheck,
  group: z.enum(senderGroups),
  title: z.string(),
  outcome: SenderOutcome,
  /**
   * `general`: holds for every sender. A difference is a warning if the check is `recommended`, or `undocumented`:
   * then the provider says nothing.
   */
  basis: z.enum(['documented', 'recommended', 'undocumented', 'general']),
  /** What was expected and observed, or what is missing. */
  message: z.string(),
  /** Only set if the check is inconclusive. */
  inconclusive: MachineBusy.optional(),
  evidence: z.array(SenderEvidence),
});
export type SenderResult = z.infer<typeof SenderResult>;

export const SenderAttempt = z.object({
  /** Time since the first request, on the sender's clock. */
  atMs: z.number(),
  method: z.string(),
  /** How the receiver responded; null for a reset connection or no response. */
  status: z.number().int().nullable(),
  bodyBytes: z.number().int(),
  signature: z.enum(['match', 'mismatch', 'missing', 'not_checked']).nullable(),
  /** Without secrets, and only the start of long values; null beyond the first 100 requests. */
  request: z
    .object({
      url: z.string(),
      headers: HeaderLines,
      body: z.string(),
      isBodyCut: z.boolean(),
    })
    .nullable(),
});

export const SenderMessage = z.object({
  number: z.number().int(),
  /** Null for messages beyond those needed. */
  case: SenderCase.nullable(),
  attempts: z.array(SenderAttempt),
});
export type SenderMessage = z.infer<typeof SenderMessage>;

export const SenderTarget = z.object({
  /**
   * `gone`: responds as a disabled endpoint, for profiles with disabling. The others have certificates of
   * the development CA, all but `good` invalid; none of them without a CA.
   */
  name: z.enum(senderTargets),
  url: z.string(),
  /** Messages, or connections for URLs with certificates. */
  needed: z.number().int(),
  received: z.number().int(),
});
export type SenderTarget = z.infer<typeof SenderTarget>;

export const SenderReport = z.object({
  profile: ReportedProfile,
  /** URL that the sender must send to. */
  url: z.string(),
  /** All URLs that the sender must send to, in order. */
  targets: z.array(SenderTarget),
  startedAt: Timestamp,
  /** The latest time at which the certification ends. */
  endsAt: Timestamp,
  /** Real time since the start. */
  durationMs: z.number(),
  /** Progress of the trigger; null without one. */
  trigger: z
    .object({
      sent: z.number().int(),
      total: z.number().int(),
      /** Why the trigger can't be reached, while it is tried again. */
      problem: z.string().nullable(),
    })
    .nullable(),
  complete: z.boolean(),
  /**
   * `incomplete`: nothing failed, but not everything was observed. `inconclusive`: nothing failed, but
   * this machine was too busy for a judgment.
   */
  verdict: z.enum(['certified', 'failed', 'incomplete', 'inconclusive']),
  counts: z.record(SenderOutcome, z.number().int()),
  /** Messages that the sender still has to send. */
  messagesNeeded: z.number().int(),
  /** Requests of a browser, which are ignored: a web page is not the sender. */
  browserRequests: z.number().int(),
  results: z.array(SenderResult),
  messages: z.array(SenderMessage),
});
export type SenderReport = z.infer<typeof SenderReport>;
