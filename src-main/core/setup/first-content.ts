/**
 * What is there at the first start, so that "Send a sample" delivers at once: a source, a receiver
 * and a destination between them. Whoever deletes them is rid of them, since what is deleted is
 * still known to the store.
 */
import { NewDestination } from '#shared/schemas/destination.ts';
import { NewReceiver } from '#shared/schemas/receiver.ts';
import { NewSource } from '#shared/schemas/source.ts';
import type { Random } from '../ports.ts';
import { randomText } from '../random-id.ts';
import type { Store } from '../store/store.ts';
import type { Destinations } from './destinations.ts';
import type { Receivers } from './receivers.ts';
import type { Sources } from './sources.ts';

interface FirstContentTools {
  readonly store: Store;
  readonly random: Random;
  readonly sources: Sources;
  readonly destinations: Destinations;
  readonly receivers: Receivers;
}

/** Whether nothing was ever set up, what was deleted since included. */
const isUntouched = ({ sources, destinations, receivers }: Store): boolean =>
  !sources.everHadOne() && destinations.allIds().length === 0 && !receivers.everHadOne();

export async function addFirstContent(tools: FirstContentTools): Promise<void> {
  if (!isUntouched(tools.store)) return;
  const secret = randomText(tools.random, 32);
  const { url } = await tools.receivers.create(NewReceiver.parse({ name: 'my-receiver', secret }));
  const source = await tools.sources.create(NewSource.parse({ name: 'My app' }));
  await tools.destinations.create(
    NewDestination.parse({
      name: 'My webhook',
      webhookUrl: url ?? '',
      sharedSecret: secret,
      sourceIds: [source.id],
    }),
  );
}
