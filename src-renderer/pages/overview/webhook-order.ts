import { type WebhookStatistics, webhookHealths } from '#shared/schemas/statistics.ts';

/** Sorts by severity, then by name, so rows rarely move. */
export function bySeverity(webhooks: readonly WebhookStatistics[]): readonly WebhookStatistics[] {
  return [...webhooks].sort(
    (a, b) =>
      webhookHealths.indexOf(a.health) - webhookHealths.indexOf(b.health) ||
      a.destinationName.localeCompare(b.destinationName) ||
      a.url.localeCompare(b.url),
  );
}
