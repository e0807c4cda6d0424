/** What every attempt to a destination needs of its settings, worked out once for each version of them. */
import type { Destination, StaticHeaders } from '#shared/schemas/destination.ts';
import { webhooksOf } from '#shared/schemas/destination.ts';

export interface PlannedWebhook {
  /** What stands in the request line. */
  readonly path: string;
  readonly headers: StaticHeaders;
}

type Settings = Pick<Destination, 'webhookUrl' | 'webhooks'>;

/** The configCache makes new objects when something changes, and never changes one. */
const plans = new WeakMap<Settings, ReadonlyMap<string, PlannedWebhook>>();

function makePlan(settings: Settings): ReadonlyMap<string, PlannedWebhook> {
  return new Map(
    webhooksOf(settings).map(({ url, headers }) => {
      const { pathname, search } = new URL(url);
      return [url, { path: `${pathname}${search}`, headers }];
    }),
  );
}

/** Webhooks by their URL, in the order they are sent to. */
export function plannedWebhooks(settings: Settings): ReadonlyMap<string, PlannedWebhook> {
  const known = plans.get(settings);
  if (known !== undefined) return known;
  const made = makePlan(settings);
  plans.set(settings, made);
  return made;
}
