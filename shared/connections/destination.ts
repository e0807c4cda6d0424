/** The webhook destination and its settings (spec 2.2; D13 to D22). */
import { z } from 'zod';
import { meantText } from '#shared/kit/closest-name.ts';
import { limitedTexts } from '#shared/kit/limited-texts.ts';
import { Id, Name, Timestamp } from '#shared/kit/name.ts';
import { DestinationProblem } from '#shared/kit/problem.ts';
import { headerNameProblem, headerValueProblem } from '#shared/kit/static-header.ts';
import { visibleText } from '#shared/kit/visible-text.ts';
import { completedUrl, webhookUrlProblem } from '#shared/kit/webhook-url.ts';
import { ProviderProfile } from '#shared/profiles/profile.ts';
import { builtInProfiles, defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { defaultRetryPolicy, RetryPolicy } from '#shared/profiles/retry-policy.ts';
import { secretProblem } from '#shared/profiles/secret.ts';
import { maxItems } from './limits.ts';

/** Webhook URLs per destination, the single URL included (spec 8, D18). */
export const maxWebhooks = 5;
/** Static headers per webhook (spec 2.2, D18). */
export const maxStaticHeaders = 5;

/** A URL that Hookwright sends to; `noun` names it in errors. */
export const fullUrl = (noun: string) =>
  z
    .string({ error: `${noun} is missing.` })
    .overwrite(completedUrl)
    .superRefine((url, ctx) => {
      const problem = webhookUrlProblem(url, noun);
      if (problem !== null) ctx.addIssue({ code: 'custom', message: problem });
    });

export const WebhookUrl = fullUrl('URL');
export type WebhookUrl = z.infer<typeof WebhookUrl>;

/** The single URL of a destination; empty for none (D18). */
const OptionalWebhookUrl = z
  .string({ error: 'URL must be a string. Use "" for none.' })
  .overwrite(completedUrl)
  .superRefine((url, ctx) => {
    const problem = url === '' ? null : webhookUrlProblem(url);
    if (problem !== null) ctx.addIssue({ code: 'custom', message: problem });
  });

/** Static headers of one webhook, name to value (D19). */
export const StaticHeaders = limitedTexts(
  z.string({ error: 'A header value must be a string. Put numbers and booleans in quotes.' }),
  maxStaticHeaders,
  (count) =>
    `A webhook can have at most ${maxStaticHeaders} static headers; this one has ${count}.`,
  'Headers must be an object of names and values.',
).superRefine((headers, ctx) => {
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const problem = headerNameProblem(name) ?? headerValueProblem(name, value);
    if (problem !== null) ctx.addIssue({ code: 'custom', path: [name], message: problem });
    if (seen.has(name.toLowerCase()))
      ctx.addIssue({
        code: 'custom',
        path: [name],
        message: `Header "${name}" occurs twice. Header names are case-insensitive.`,
      });
    seen.add(name.toLowerCase());
  }
});
export type StaticHeaders = z.infer<typeof StaticHeaders>;

/** One entry of the list of webhooks: a URL with its static headers. */
export const Webhook = z.strictObject({ url: WebhookUrl, headers: StaticHeaders.default({}) });
export type Webhook = z.infer<typeof Webhook>;

/** Drops track events by name: those listed (`block`) or all others (`allow`) (D22). */
export const TrackFilter = z.strictObject({
  mode: z.enum(['block', 'allow'], { error: 'Filter mode must be "block" or "allow".' }),
  events: z
    .array(z.string().min(1, 'An event name in the filter is empty. Remove it.').max(1_000))
    .max(1_000, 'A filter can have at most 1,000 event names.'),
});
export type TrackFilter = z.infer<typeof TrackFilter>;

/** `documented`: the body of spec 2.1. `full`: with the fields the live system adds (D16). */
export const PayloadShape = z.enum(['documented', 'full'], {
  error: 'Payload shape must be "documented" or "full".',
});
export type PayloadShape = z.infer<typeof PayloadShape>;

/** `any`: one success finishes all webhooks (spec 4.1). `each`: every webhook is retried on its own (D24). */
export const FanOut = z.enum(['any', 'each'], { error: 'fanOut must be "any" or "each".' });
export type FanOut = z.infer<typeof FanOut>;

/** The shared secret, used exactly as typed; empty means no signature (D20). */
export const SharedSecret = z
  .string({ error: 'Shared secret must be a string.' })
  .max(1_024, 'Shared secret is too long: at most 1,024 characters.');
export type SharedSecret = z.infer<typeof SharedSecret>;

const profileIds = builtInProfiles.map(({ id }) => id);

/** A built-in provider profile by its ID, or a definition of one's own (D55). */
export const ProfileChoice = z.union([z.enum(profileIds), ProviderProfile], {
  error: ({ input }) => {
    const choices = `Profile must be one of ${profileIds.join(', ')}, or a definition.`;
    if (typeof input !== 'string') return choices;
    return `Unknown profile "${input}". ${meantText(input, profileIds) ?? choices}`;
  },
});
export type ProfileChoice = z.infer<typeof ProfileChoice>;

const settingsShape = {
  name: Name,
  enabled: z.boolean({ error: 'Enabled must be true or false.' }),
  sharedSecret: SharedSecret,
  webhookUrl: OptionalWebhookUrl,
  // With duplicates.
  webhooks: z.array(Webhook).max(100),
  /** Connected sources. */
  sourceIds: z.array(Id).max(maxItems),
  trackFilter: TrackFilter,
  payloadShape: PayloadShape,
  fanOut: FanOut,
  /** How its requests are signed, judged and retried. */
  profile: ProfileChoice,
  /** Of profiles without a schedule of their own. */
  retry: RetryPolicy,
};

/** Webhooks in sending order: the single URL, then the list, without duplicates (D18). */
export function webhooksOf(destination: {
  readonly webhookUrl: string;
  readonly webhooks: readonly Webhook[];
}): readonly Webhook[] {
  const listed = new Map(destination.webhooks.map((webhook) => [webhook.url, webhook]));
  const single = destination.webhookUrl;
  if (single === '') return [...listed.values()];
  const first = listed.get(single) ?? { url: single, headers: {} };
  listed.delete(single);
  return [first, ...listed.values()];
}

/** The secret has the form that the profile needs. */
export function checkSecretForm(
  destination: { readonly sharedSecret?: string | undefined; readonly profile: ProfileChoice },
  ctx: z.RefinementCtx,
): void {
  const { signature } = profileOf(destination);
  const problem = secretProblem(signature, destination.sharedSecret ?? '');
  if (problem !== null) ctx.addIssue({ code: 'custom', path: ['sharedSecret'], message: problem });
}

/** At most five webhooks (spec 8). */
export function checkWebhookCount(
  destination: { readonly webhookUrl: string; readonly webhooks: readonly Webhook[] },
  ctx: z.RefinementCtx,
): void {
  const count = webhooksOf(destination).length;
  if (count > maxWebhooks)
    ctx.addIssue({
      code: 'custom',
      path: ['webhooks'],
      message: `A destination can have at most ${maxWebhooks} URLs; this one has ${count}.`,
    });
}

export const Destination = z.object({
  id: Id,
  ...settingsShape,
  // Stored URLs may predate the URL rules.
  webhookUrl: z.string(),
  webhooks: z.array(Webhook.extend({ url: z.string() })),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** Why nothing can be sent although it is enabled; null otherwise. */
  problem: DestinationProblem.nullable(),
});
export type Destination = z.infer<typeof Destination>;

/** Defaults are the documented behavior. */
export const NewDestination = z
  .object({
    name: settingsShape.name,
    enabled: settingsShape.enabled.default(true),
    sharedSecret: settingsShape.sharedSecret.default(''),
    webhookUrl: settingsShape.webhookUrl.default(''),
    webhooks: settingsShape.webhooks.default([]),
    sourceIds: settingsShape.sourceIds.default([]),
    trackFilter: settingsShape.trackFilter.default({ mode: 'block', events: [] }),
    payloadShape: settingsShape.payloadShape.default('documented'),
    fanOut: settingsShape.fanOut.default('any'),
    profile: settingsShape.profile.default(defaultProfileId),
    retry: settingsShape.retry.default(defaultRetryPolicy),
  })
  .superRefine(checkWebhookCount)
  .superRefine(checkSecretForm);
export type NewDestination = z.infer<typeof NewDestination>;

/** Absent fields are unchanged; given ones are replaced whole. Webhook count and secret are checked on the result. */
export const DestinationPatch = z.object(settingsShape).partial();
export type DestinationPatch = z.infer<typeof DestinationPatch>;

/** Whitespace around a secret is kept, but rarely intended (D20). Some of it is invisible. */
export function sharedSecretWarning(secret: string): string | null {
  const ends = /^[\s\p{Cf}\p{Cc}]+|[\s\p{Cf}\p{Cc}]+$/gu;
  const found = secret.match(ends)?.join('');
  return found === undefined
    ? null
    : `The secret starts or ends with whitespace (${visibleText(found)}). Receivers that trim it will reject the signature.`;
}

export const PlannedDestination = z.object({ destinationId: Id, destinationName: z.string() });
export type PlannedDestination = z.infer<typeof PlannedDestination>;
