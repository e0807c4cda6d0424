import { z } from 'zod';
import { tokenProblem } from '../lib/static-header.ts';
import { Moment } from './name.ts';
import { defaultRetention, Retention } from './retention.ts';

/** More would be no webhook in this world, and run into the limit of open files. */
export const maxConcurrency = 512;

/** Enough for 640 deliveries a second to a receiver that answers in 100 ms. */
export const usualConcurrency = 64;

const WebhookConcurrency = z
  .int({ error: 'Requests at once must be a whole number.' })
  .min(1, 'Requests at once must be at least 1: nothing would be sent with less.')
  .max(maxConcurrency, `Requests at once must be at most ${maxConcurrency}.`);

const CancelPendingOnDeletion = z.boolean({
  error: 'cancelPendingOnDeletion must be true or false.',
});

const maxHeadersToRedact = 100;

export const HeadersToRedact = z
  .array(
    z.string().superRefine((name, ctx) => {
      const problem = tokenProblem(name);
      if (problem !== null) ctx.addIssue({ code: 'custom', message: problem });
    }),
  )
  .max(maxHeadersToRedact, `headersToRedact can have at most ${maxHeadersToRedact} names.`);

/** What the user can set for the whole product, with the documented behaviour as the default. */
export const Settings = z.object({
  /**
   * Serve the ingestion over https as well, with a certificate of the development authority: some
   * SDKs insist on it. Default off.
   */
  ingestHttps: z.boolean({ error: 'ingestHttps must be true or false.' }).default(false),
  /** Requests under way at once to one webhook URL. Default 64. */
  webhookConcurrency: WebhookConcurrency.default(usualConcurrency),
  /**
   * Drop the deliveries of a user that still wait when the user's deletion is requested. Default off:
   * they are sent, also after the `delete`.
   */
  cancelPendingOnDeletion: CancelPendingOnDeletion.default(false),
  /** Names of further headers to redact in exports and copies, case-insensitive. */
  headersToRedact: HeadersToRedact.default([]),
  /** How much settled data is kept. Default 30 days, 250,000 deliveries, 5 GB; unlimited after an upgrade. */
  retention: Retention.default(defaultRetention),
});
export type Settings = z.infer<typeof Settings>;

export const SettingsPatch = z.object({
  ingestHttps: z.boolean({ error: 'ingestHttps must be true or false.' }).optional(),
  webhookConcurrency: WebhookConcurrency.optional(),
  cancelPendingOnDeletion: CancelPendingOnDeletion.optional(),
  headersToRedact: HeadersToRedact.optional(),
  retention: Retention.optional(),
});
export type SettingsPatch = z.infer<typeof SettingsPatch>;

/** The app's own certificate authority, for listeners on this machine. Only the public part. */
export const DevelopmentCa = z.object({
  pem: z.string(),
  /** SHA-256 of the certificate, as colon-separated hex. */
  fingerprint: z.string(),
  validTo: Moment,
});
export type DevelopmentCa = z.infer<typeof DevelopmentCa>;
