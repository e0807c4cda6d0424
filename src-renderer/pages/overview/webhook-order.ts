import type { WebhookHealth, WebhookStatistics } from '#shared/schemas/statistics.ts';

/** Most severe first. */
const order: readonly WebhookHealth[] = ['blocked', 'failing', 'slow', 'healthy', 'silent'];

/** Sorts by severity, then by name, so rows stay in place. */
export function byNeed(webhooks: readonly WebhookStatistics[]): readonly WebhookStatistics[] {
  return [...webhooks].sort(
    (one, other) =>
      order.indexOf(one.health) - order.indexOf(other.health) ||
      one.destinationName.localeCompare(other.destinationName) ||
      one.url.localeCompare(other.url),
  );
}
