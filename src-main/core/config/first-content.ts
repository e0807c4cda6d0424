/**
 * Initial content for the first start, so that a sample can be delivered immediately: a source, a
 * mock endpoint and a destination. If deleted, they don't come back, because the store keeps deleted
 * rows.
 */
import { firstNames } from '#shared/lib/first-names.ts';
import { NewDestination } from '#shared/schemas/destination.ts';
import { NewMock } from '#shared/schemas/mock.ts';
import { NewSource } from '#shared/schemas/source.ts';
import type { MockEndpoints } from '../mocks/mock-endpoints.ts';
import type { Mocks } from '../mocks/mock-settings.ts';
import type { Random } from '../ports.ts';
import { randomText } from '../random-id.ts';
import type { Store } from '../store/store.ts';
import type { Destinations } from './destinations.ts';
import type { Sources } from './sources.ts';

interface FirstContentTools {
  readonly store: Store;
  readonly random: Random;
  readonly mockEndpoints: MockEndpoints;
  readonly sources: Sources;
  readonly destinations: Destinations;
  readonly mocks: Mocks;
}

/** Whether nothing was ever created, including deleted items. */
const isUntouched = ({ sources, destinations, mocks }: Store): boolean =>
  !sources.everExisted() && destinations.allIds().length === 0 && !mocks.everExisted();

export async function addFirstContent(tools: FirstContentTools): Promise<void> {
  if (!isUntouched(tools.store)) return;
  const secret = randomText(tools.random, 32);
  const mock = NewMock.parse({ name: firstNames.mock, secret, strict: true });
  const baseUrl = tools.mockEndpoints.shared().httpUrl;
  // One transaction: partial content would not count as untouched at the next start.
  await tools.store.write((tx) => {
    const source = tools.sources.insert(tx, NewSource.parse({ name: firstNames.source }));
    tools.mocks.insert(tx, mock);
    tools.destinations.insert(
      tx,
      NewDestination.parse({
        name: firstNames.destination,
        webhookUrl: baseUrl === null ? '' : `${baseUrl}/mock/${mock.name}`,
        sharedSecret: secret,
        sourceIds: [source.id],
      }),
    );
  });
  await tools.mockEndpoints.apply();
}
