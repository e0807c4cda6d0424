/** Certification: a suite of requests to a receiver, and the judgement of its responses. */
import { z } from 'zod';
import { SharedSecret, StaticHeaders, WebhookUrl } from './destination.ts';
import { Moment } from './name.ts';

export const certificationGroups = ['time', 'accepts', 'rejects', 'repeats'] as const;
export type CertificationGroup = (typeof certificationGroups)[number];

export const certificationGroupTitles: Readonly<Record<CertificationGroup, string>> = {
  time: 'Responds in time',
  accepts: 'Accepts signed requests',
  rejects: 'Rejects all others',
  repeats: 'Repeats and order',
};

/** Every check, in the order in which they run. */
export const certificationChecks = [
  { code: 'responds_in_time', group: 'time', title: 'Responds within 5 seconds' },
  { code: 'ten_at_once', group: 'time', title: 'Responds to ten requests at once' },
  { code: 'accept_track', group: 'accepts', title: 'A signed track' },
  { code: 'accept_identify', group: 'accepts', title: 'A signed identify' },
  { code: 'accept_page', group: 'accepts', title: 'A signed page' },
  { code: 'accept_screen', group: 'accepts', title: 'A signed screen' },
  { code: 'accept_group', group: 'accepts', title: 'A signed group' },
  { code: 'accept_alias', group: 'accepts', title: 'A signed alias' },
  { code: 'accept_delete', group: 'accepts', title: 'A signed delete' },
  { code: 'accept_unicode', group: 'accepts', title: 'Text beyond ASCII' },
  { code: 'accept_special_characters', group: 'accepts', title: 'Quotes, slashes, <, > and &' },
  { code: 'accept_empty_objects', group: 'accepts', title: 'Empty objects and lists' },
  { code: 'accept_numbers', group: 'accepts', title: 'Numbers at the edge' },
  { code: 'accept_key_order', group: 'accepts', title: 'Unusual key orders' },
  { code: 'accept_32_kb', group: 'accepts', title: 'A body of 32 KB' },
  {
    code: 'accept_raw_bytes',
    group: 'accepts',
    title: 'Bytes that a parser would write otherwise',
  },
  { code: 'reject_unsigned', group: 'rejects', title: 'No signature' },
  { code: 'reject_empty', group: 'rejects', title: 'An empty signature' },
  { code: 'reject_wrong_secret', group: 'rejects', title: 'A signature with another secret' },
  { code: 'reject_other_body', group: 'rejects', title: 'The signature of another body' },
  { code: 'reject_tampered_body', group: 'rejects', title: 'A body with one byte changed' },
  { code: 'reject_added_white_space', group: 'rejects', title: 'A body with a line end added' },
  { code: 'reject_truncated', group: 'rejects', title: 'Half of the signature' },
  { code: 'reject_upper_case', group: 'rejects', title: 'The signature in upper case' },
  { code: 'duplicate_accepted', group: 'repeats', title: 'The same message twice is accepted' },
  {
    code: 'duplicate_processed_once',
    group: 'repeats',
    title: 'The same message twice is processed once',
  },
  { code: 'out_of_order', group: 'repeats', title: 'An earlier message after a later one' },
] as const satisfies readonly { code: string; group: CertificationGroup; title: string }[];

const codes = certificationChecks.map(({ code }) => code);
export const CertificationCode = z.enum(codes, {
  error: ({ input }) =>
    `There is no check named "${String(input)}": name one of ${codes.join(', ')}.`,
});
export type CertificationCode = z.infer<typeof CertificationCode>;

const status = z
  .number({ error: 'A status must be a number.' })
  .int('A status must be a whole number.')
  .min(300, 'A status that means refusal is between 300 and 499: any other is none.')
  .max(499, 'A status that means refusal is between 300 and 499: any other is none.');

/** The place of a messageId in the look-up URL. */
export const messageIdPlace = '{messageId}';

export const LookUpUrl = z
  .string({ error: 'Look-up URL must be a text.' })
  .superRefine((url, ctx) => {
    const parsed = URL.parse(url.replace(messageIdPlace, 'id'));
    if (
      !url.includes(messageIdPlace) ||
      /[\p{C}\s]/u.test(url) ||
      !/^https?:$/.test(parsed?.protocol ?? '')
    )
      ctx.addIssue({
        code: 'custom',
        message: `The look-up URL is an http or https URL with ${messageIdPlace} in it, such as http://127.0.0.1:3000/processed?id=${messageIdPlace}.`,
      });
  });

export const CertificationRequest = z.object({
  /** The receiver's webhook. */
  url: WebhookUrl,
  secret: SharedSecret.min(
    1,
    'Shared secret is empty: without one there is no signature to judge.',
  ),
  /** Static headers of every request. */
  headers: StaticHeaders.default({}),
  /** Statuses that count as rejected; any 4xx when absent. */
  expectReject: z
    .array(status)
    .min(1, 'Name at least one status that counts as refused, or leave them out for any 4xx.')
    .max(100)
    .optional(),
  /** Answers a GET with how often that message was processed: a number, or a list of them. */
  lookUpUrl: LookUpUrl.optional(),
  /** Checks that are switched off, each with a reason that stays in the report. */
  skip: z
    .array(
      z.object({
        code: CertificationCode,
        reason: z
          .string({ error: 'Reason must be a text.' })
          .trim()
          .min(1, 'A check is switched off with a reason: say why.')
          .max(500, 'A reason is too long: at most 500 characters.'),
      }),
    )
    .max(codes.length)
    .default([]),
});
export type CertificationRequest = z.infer<typeof CertificationRequest>;

/**
 * `warned`: works today, but should be fixed. `skipped`: switched off. `not_run`: could not be, as
 * an earlier check or something missing says.
 */
export const CertificationOutcome = z.enum(['passed', 'warned', 'failed', 'skipped', 'not_run']);
export type CertificationOutcome = z.infer<typeof CertificationOutcome>;

export const CertificationResult = z.object({
  code: CertificationCode,
  group: z.enum(certificationGroups),
  title: z.string(),
  outcome: CertificationOutcome,
  /** What was seen, or why it was not looked at. */
  message: z.string(),
  /** What the service makes of such an answer; null where there is nothing to point out. */
  note: z.string().nullable(),
  /** The answers in the order of the requests; a status is null where there was no answer. */
  responses: z.array(z.object({ status: z.number().int().nullable(), durationMs: z.number() })),
});
export type CertificationResult = z.infer<typeof CertificationResult>;

export const CertificationReport = z.object({
  url: z.string(),
  startedAt: Moment,
  /** False while checks are missing, and when one failed or could not be run for an answer's sake. */
  certified: z.boolean(),
  /** True once every check has its result. */
  complete: z.boolean(),
  counts: z.record(CertificationOutcome, z.number().int()),
  results: z.array(CertificationResult),
});
export type CertificationReport = z.infer<typeof CertificationReport>;
