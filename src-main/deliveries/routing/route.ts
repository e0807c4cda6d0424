/** Decides which destinations receive a message, and why others don't (spec 4.3; D21, D22, D55). */
import type { JsonObject, Message } from '#main/kit/message.ts';
import type {
  Destination,
  PlannedDestination,
  TrackFilter,
} from '#shared/connections/destination.ts';
import type { NotSentReason } from '#shared/deliveries/delivery.ts';
import { ExactNumber } from '#shared/kit/exact-json.ts';
import { takesPayloads } from '#shared/profiles/profiles.ts';

/** The case-sensitive name of all webhook destinations in `integrations` (spec 1, 4.3). */
const integrationName = 'Webhooks';

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

/** Why a message is not sent to an enabled destination that is connected to its source; null if it is. */
export function notSentReason(
  destination: Pick<Destination, 'trackFilter' | 'profile'>,
  { type, event, integrations }: Pick<Message, 'type' | 'event' | 'integrations'>,
): NotSentReason | null {
  if (!integrationsAllow(integrations)) return 'excluded';
  if (type !== 'payload' && takesPayloads(destination)) return 'payload_required';
  return type === 'track' && filterDrops(destination.trackFilter, event ?? '') ? 'filtered' : null;
}

export const toPlannedDestination = ({ id, name }: Destination): PlannedDestination => ({
  destinationId: id,
  destinationName: name,
});
