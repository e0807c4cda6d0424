import { z } from 'zod';
import { isMessagePath } from '#shared/filter/term.ts';
import { Timestamp } from '#shared/kit/name.ts';
import { tokenProblem } from '#shared/kit/static-header.ts';
import { defaultRetention, Retention } from './retention.ts';

/** More would exceed the limit of open files. */
export const maxConcurrency = 512;

/** Enough for 640 deliveries per second at 100 ms per response. */
export const defaultConcurrency = 64;

const WebhookConcurrency = z
  .int({ error: 'Concurrent requests must be a whole number.' })
  .min(1, 'Concurrent requests must be at least 1.')
  .max(maxConcurrency, `Concurrent requests must be at most ${maxConcurrency}.`);

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

/** The list column of the user: `userId`, or `anonymousId` without one. */
export const userColumn = 'user';

/** What identifies a row in lists: the user, or a path into the message. */
export const ListColumn = z
  .string({ error: 'listColumn must be a string.' })
  .max(200, 'listColumn can have at most 200 characters.')
  .refine(isMessagePath, 'Use "user", or a path such as properties.orderId or products[0].sku.');

/** Global settings; defaults are the documented behavior. */
export const Settings = z.object({
  /**
   * Also serves the ingestion endpoint over https, with a certificate of the development CA: some SDKs
   * require it. Default off.
   */
  ingestHttps: z.boolean({ error: 'ingestHttps must be true or false.' }).default(false),
  /** Requests in flight per webhook URL. Default 64. */
  webhookConcurrency: WebhookConcurrency.default(defaultConcurrency),
  /**
   * Cancels waiting deliveries of a user when a deletion of the user is requested. Default off: they are
   * sent, even after the `delete`.
   */
  cancelPendingOnDeletion: CancelPendingOnDeletion.default(false),
  /** Additional headers to redact in exports, copies and what agents get, case-insensitive. */
  headersToRedact: HeadersToRedact.default([]),
  /**
   * The value that identifies a message in lists: `user` (`userId`, else `anonymousId`), or a path such as
   * `properties.orderId`. Default `user`.
   */
  listColumn: ListColumn.default(userColumn),
  /** How much finished data is kept. Default 30 days, 250,000 deliveries, 5 GB. */
  retention: Retention.default(defaultRetention),
});
export type Settings = z.infer<typeof Settings>;

export const SettingsPatch = z.object({
  ingestHttps: z.boolean({ error: 'ingestHttps must be true or false.' }).optional(),
  webhookConcurrency: WebhookConcurrency.optional(),
  cancelPendingOnDeletion: CancelPendingOnDeletion.optional(),
  headersToRedact: HeadersToRedact.optional(),
  listColumn: ListColumn.optional(),
  retention: Retention.optional(),
});
export type SettingsPatch = z.infer<typeof SettingsPatch>;

/** The app's own certificate authority, for listeners on this machine. Only the public part. */
export const DevelopmentCa = z.object({
  pem: z.string(),
  /** SHA-256 of the certificate, as colon-separated hex. */
  fingerprint: z.string(),
  validTo: Timestamp,
});
export type DevelopmentCa = z.infer<typeof DevelopmentCa>;
