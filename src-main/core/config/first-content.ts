/**
 * Initial content for the first start, so that a sample can be delivered immediately: a source, a
 * receiver and a destination. If deleted, they don't come back, because the store keeps deleted
 * rows.
 */
import { firstNames } from '#shared/lib/first-names.ts';
import { NewDestination } from '#shared/schemas/destination.ts';
import { NewReceiver } from '#shared/schemas/receiver.ts';
import { NewSource } from '#shared/schemas/source.ts';
import type { Random } from '../ports.ts';
import { randomText } from '../random-id.ts';
import type { Receive } from '../receivers/receive.ts';
import type { Receivers } from '../receivers/receiver-settings.ts';
import type { Store } from '../store/store.ts';
import type { Destinations } from './destinations.ts';
import type { Sources } from './sources.ts';

interface FirstContentTools {
  readonly store: Store;
  readonly random: Random;
  readonly receive: Receive;
  readonly sources: Sources;
  readonly destinations: Destinations;
  readonly receivers: Receivers;
}

/** Whether nothing was ever created, including deleted items. */
const isUntouched = ({ sources, destinations, receivers }: Store): boolean =>
  !sources.everExisted() && destinations.allIds().length === 0 && !receivers.everExisted();

export async function addFirstContent(tools: FirstContentTools): Promise<void> {
  if (!isUntouched(tools.store)) return;
  const secret = randomText(tools.random, 32);
  const receiver = NewReceiver.parse({ name: firstNames.receiver, secret, strict: true });
  const baseUrl = tools.receive.shared().httpUrl;
  // One transaction: partial content would not count as untouched at the next start.
  await tools.store.write((tx) => {
    const source = tools.sources.insert(tx, NewSource.parse({ name: firstNames.source }));
    tools.receivers.insert(tx, receiver);
    tools.destinations.insert(
      tx,
      NewDestination.parse({
        name: firstNames.destination,
        webhookUrl: baseUrl === null ? '' : `${baseUrl}/r/${receiver.name}`,
        sharedSecret: secret,
        sourceIds: [source.id],
      }),
    );
  });
  await tools.receive.apply();
}
