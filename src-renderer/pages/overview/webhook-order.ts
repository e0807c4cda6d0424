import { type WebhookStatistics, webhookHealths } from '#shared/schemas/statistics.ts';

/** Sorts by severity, then by name, so rows stay in place. */
export function byNeed(webhooks: readonly WebhookStatistics[]): readonly WebhookStatistics[] {
  return [...webhooks].sort(
    (one, other) =>
      webhookHealths.indexOf(one.health) - webhookHealths.indexOf(other.health) ||
      one.destinationName.localeCompare(other.destinationName) ||
      one.url.localeCompare(other.url),
  );
}
