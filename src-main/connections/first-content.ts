/**
 * Initial content for the first start, so that a sample can be delivered immediately: a source, a
 * mock endpoint and a destination. If deleted, they don't come back, because the store keeps deleted
 * rows.
 */

import type { Random } from '#main/kit/ports.ts';
import { randomText } from '#main/kit/random.ts';
import type { MockEndpoints } from '#main/mocks/mock-endpoints.ts';
import type { MockOperations } from '#main/mocks/mock-settings.ts';
import type { Store } from '#main/store/store.ts';
import { NewDestination } from '#shared/connections/destination.ts';
import { firstNames } from '#shared/connections/first-names.ts';
import { NewSource } from '#shared/connections/source.ts';
import { NewMock } from '#shared/mocks/mock.ts';
import type { Destinations } from './destinations.ts';
import type { Sources } from './sources.ts';

interface FirstContentTools {
  readonly store: Store;
  readonly random: Random;
  readonly mocks: { readonly settings: MockOperations; readonly endpoints: MockEndpoints };
  readonly connections: { readonly sources: Sources; readonly destinations: Destinations };
}

/** Whether nothing was ever created, including deleted items. */
const isUntouched = ({ sources, destinations, mocks }: Store): boolean =>
  [sources, destinations, mocks].every((table) => table.allIds().length === 0);

export async function addFirstContent({
  store,
  random,
  mocks,
  connections: { sources, destinations },
}: FirstContentTools): Promise<void> {
  if (!isUntouched(store)) return;
  const secret = randomText(random, 32);
  const mock = NewMock.parse({ name: firstNames.mock, secret, strict: true });
  const baseUrl = mocks.endpoints.shared().httpUrl;
  // One transaction: partial content would not count as untouched at the next start.
  await store.write((tx) => {
    const source = NewSource.parse({ name: firstNames.source });
    const sourceIds = sources.save(tx, [], [source]);
    mocks.settings.save(tx, [], [mock]);
    const destination = NewDestination.parse({
      name: firstNames.destination,
      webhookUrl: baseUrl === null ? '' : `${baseUrl}/mock/${mock.name}`,
      sharedSecret: secret,
      sourceIds,
    });
    destinations.save(tx, [], [destination]);
  });
  await mocks.endpoints.apply();
}
