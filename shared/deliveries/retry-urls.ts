/** Which URLs of a delivery a retry is for (D72). */
import { z } from 'zod';
import { attemptOutcomes, type WebhookProgress } from './delivery.ts';

/**
 * What a URL has done with a delivery: `accepted` if any attempt was, otherwise the outcome of the latest attempt; null
 * before the first.
 */
export const UrlOutcome = z.enum(attemptOutcomes).nullable();
export type UrlOutcome = z.infer<typeof UrlOutcome>;

export const urlOutcome = ({
  accepted,
  lastResult,
}: Pick<WebhookProgress, 'accepted' | 'lastResult'>): UrlOutcome =>
  accepted ? 'accepted' : (lastResult?.outcome ?? null);

/** Whether a retry is for this URL unless URLs are chosen. Others would get a duplicate, or nothing has changed for them. */
export const isPreselected = (outcome: UrlOutcome): boolean =>
  outcome === 'failed' || outcome === 'refused';
