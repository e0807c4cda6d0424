import { type WebhookStatistics, webhookHealths } from '#shared/schemas/statistics.ts';

/** Sorts by severity, then by name, so rows stay in place. */
export function byNeed(webhooks: readonly WebhookStatistics[]): readonly WebhookStatistics[] {
  return [...webhooks].sort(
    (a, b) =>
      webhookHealths.indexOf(a.health) - webhookHealths.indexOf(b.health) ||
      a.destinationName.localeCompare(b.destinationName) ||
      a.url.localeCompare(b.url),
  );
}
