import type { WebhookHealth, WebhookStatistics } from '#shared/schemas/statistics.ts';

/** The gravest first. */
const order: readonly WebhookHealth[] = ['blocked', 'failing', 'slow', 'healthy', 'silent'];

/** Those that need an eye first; among these by name, so that rows stay where they are. */
export function byNeed(webhooks: readonly WebhookStatistics[]): readonly WebhookStatistics[] {
  return [...webhooks].sort(
    (one, other) =>
      order.indexOf(one.health) - order.indexOf(other.health) ||
      one.destinationName.localeCompare(other.destinationName) ||
      one.url.localeCompare(other.url),
  );
}
