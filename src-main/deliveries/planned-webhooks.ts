/** Webhook settings needed for every attempt, computed once per version of a destination. */

import type { Destination, StaticHeaders } from '#shared/connections/destination.ts';
import { webhooksOf } from '#shared/connections/destination.ts';
import { requestedUrl } from '#shared/kit/webhook-url.ts';

export interface PlannedWebhook {
  /** Path and query for the request line. */
  readonly path: string;
  readonly headers: StaticHeaders;
}

type Settings = Pick<Destination, 'webhookUrl' | 'webhooks'>;

/** The config cache creates new objects on changes and never mutates them. */
const plans = new WeakMap<Settings, ReadonlyMap<string, PlannedWebhook>>();

function createPlan(settings: Settings): ReadonlyMap<string, PlannedWebhook> {
  return new Map(
    webhooksOf(settings).map(({ url, headers }) => {
      return [url, { path: requestedUrl(url).target, headers }];
    }),
  );
}

/** Webhooks by URL, in sending order. */
export function plannedWebhooks(settings: Settings): ReadonlyMap<string, PlannedWebhook> {
  const cached = plans.get(settings);
  if (cached !== undefined) return cached;
  const plan = createPlan(settings);
  plans.set(settings, plan);
  return plan;
}
