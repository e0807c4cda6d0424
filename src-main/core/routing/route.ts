/** Decides which destinations receive a message, and why others don't (spec 4.3; D21, D22, D55). */
import { ExactNumber } from '#shared/lib/exact-json.ts';
import { takesPayloads } from '#shared/profiles/profiles.ts';
import type { Destination, TrackFilter } from '#shared/schemas/destination.ts';
import type { Exclusion } from '#shared/schemas/message.ts';
import type { JsonObject, Message } from '../message.ts';

/** The case-sensitive name of all webhook destinations in `integrations` (spec 1, 4.3). */
const integrationName = 'Webhooks';

export type RouteOutcome = 'sent' | 'filtered' | 'excluded';

/** An object of settings counts as true (D21). */
const isOn = (flag: unknown): boolean =>
  flag === true || (typeof flag === 'object' && flag !== null && !(flag instanceof ExactNumber));

/** Whether `integrations` allows webhook destinations. */
export function integrationsAllow(integrations: JsonObject | undefined): boolean {
  if (integrations === undefined) return true;
  const webhooksFlag = Object.hasOwn(integrations, integrationName)
    ? integrations[integrationName]
    : undefined;
  if (integrations.All === false) return isOn(webhooksFlag);
  return webhooksFlag !== false;
}

/** Whether the filter drops a track event with this name. */
export function filterDrops(filter: TrackFilter, event: string): boolean {
  const listed = filter.events.includes(event);
  return filter.mode === 'block' ? listed : !listed;
}

/** Why a message is excluded from a destination; null if it isn't. */
export function exclusionOf(
  destination: Pick<Destination, 'profile'>,
  { type, integrations }: Pick<Message, 'type' | 'integrations'>,
): Exclusion | null {
  if (!integrationsAllow(integrations)) return 'integrations';
  if (type === 'payload') return null;
  return takesPayloads(destination) ? 'payload_required' : null;
}

/** Routing result for an enabled destination that is connected to the message's source. */
export function routeTo(
  destination: Pick<Destination, 'trackFilter' | 'profile'>,
  message: Pick<Message, 'type' | 'event' | 'integrations'>,
): RouteOutcome {
  if (exclusionOf(destination, message) !== null) return 'excluded';
  const isFiltered =
    message.type === 'track' && filterDrops(destination.trackFilter, message.event ?? '');
  return isFiltered ? 'filtered' : 'sent';
}
