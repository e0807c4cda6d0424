/** Sends a test event to one URL, through a separate destination. */

import { collections, itemsOf, put } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { findSentMessage } from '#renderer/kit/data/sent-message.ts';
import { randomSecret, unusedName } from '#renderer/kit/forms/new-values.ts';
import type { Destination, ProfileChoice } from '#shared/connections/destination.ts';
import { firstNames } from '#shared/connections/first-names.ts';
import type { Source } from '#shared/connections/source.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { takesPayloads } from '#shared/profiles/profiles.ts';

export interface Target {
  readonly url: string;
  readonly secret: string;
  readonly profile: ProfileChoice;
}

/** The destination that this page creates and changes. One with several webhooks is in real use. */
export const testDestination = (items: readonly Destination[]): Destination | undefined =>
  items.find(
    ({ name, webhooks }) =>
      webhooks.length === 0 && name.replace(/ \d+$/, '') === firstNames.destination,
  );

/** A source without other destinations, so that the event goes nowhere else. */
async function ownSource(destination: Destination | undefined): Promise<Source> {
  const sources = itemsOf(collections.sources);
  const otherDestinations = itemsOf(collections.destinations).filter(
    ({ id, enabled }) => enabled && id !== destination?.id,
  );
  const free = sources.filter(
    ({ id, enabled }) =>
      enabled && !otherDestinations.some(({ sourceIds }) => sourceIds.includes(id)),
  );
  const connected = free.find(({ id }) => destination?.sourceIds.includes(id));
  const source = connected ?? free[0];
  if (source !== undefined) return source;
  const created = await core.sources.create({ name: unusedName(firstNames.source, sources) });
  put(collections.sources, created);
  return created;
}

const isReady = (
  { enabled, webhookUrl, sharedSecret, sourceIds, profile }: Destination,
  target: Target,
  source: Source,
): boolean =>
  enabled &&
  webhookUrl === target.url &&
  sharedSecret === target.secret &&
  // A definition is compared by the core.
  profile === target.profile &&
  sourceIds.includes(source.id);

async function readyDestination(target: Target, source: Source): Promise<Destination> {
  const destinations = itemsOf(collections.destinations);
  const destination = testDestination(destinations);
  if (destination !== undefined && isReady(destination, target, source)) return destination;
  const settings = {
    webhookUrl: target.url,
    sharedSecret: target.secret,
    profile: target.profile,
  };
  const saved =
    destination === undefined
      ? await core.destinations.create({
          name: unusedName(firstNames.destination, destinations),
          ...settings,
          sourceIds: [source.id],
        })
      : await core.destinations.update({
          id: destination.id,
          ...settings,
          enabled: true,
          sourceIds: [...new Set([...destination.sourceIds, source.id])],
        });
  put(collections.destinations, saved);
  return saved;
}

export class NotAccepted extends Error {}

/** Sends one event, by the name of its sample; resolves with the number of its delivery. */
export async function sendTest(target: Target, sample: string): Promise<number> {
  const source = await ownSource(testDestination(itemsOf(collections.destinations)));
  const destination = await readyDestination(target, source);
  const { messageIds, lastResponse } = await core.send.now({
    // The event of a provider has no source.
    ...(takesPayloads(destination) ? {} : { source: source.id }),
    ...{ sample, destinationId: destination.id },
  });
  const message = messageIds[0] === undefined ? null : await findSentMessage(messageIds[0]);
  const delivery = message?.deliveries.find(
    ({ destinationId }) => destinationId === destination.id,
  );
  if (delivery === undefined)
    throw new NotAccepted(lastResponse?.message ?? 'The event was not delivered.');
  return delivery.id;
}

/** Cancels the previous test, whose retries would go to the new URL. */
export async function cancelTest(deliveryId: number): Promise<void> {
  await core.deliveries.cancel({ id: deliveryId });
}

/** The mock endpoint of the first start; created if it is missing. It rejects invalid signatures. */
export async function builtInMock(secret: string): Promise<Mock> {
  const mocks = itemsOf(collections.mocks);
  const mock = mocks.find(({ name }) => name === firstNames.mock);
  if (mock !== undefined) return mock;
  const created = await core.mocks.create({
    name: firstNames.mock,
    secret: secret === '' ? randomSecret() : secret,
    strict: true,
  });
  put(collections.mocks, created);
  return created;
}
