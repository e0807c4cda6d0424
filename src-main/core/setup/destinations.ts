/** Creating, changing and deleting destinations. */
import {
  type Destination,
  type DestinationPatch,
  maxWebhooks,
  type NewDestination,
  webhooksOf,
} from '#shared/schemas/destination.ts';
import { randomText } from '../random-id.ts';
import { Refusal, refusedField } from '../refusal.ts';
import { given, type SetupTools } from './sources.ts';

type Settings = Omit<Destination, 'problem'>;

export type Destinations = ReturnType<typeof createDestinations>;

export function createDestinations({ store, directory, clock, random }: SetupTools) {
  function find(id: string): Destination {
    const destination = directory.destination(id);
    if (destination === undefined) throw new Refusal('not_found', 'There is no such destination.');
    return destination;
  }

  function check(settings: Settings): void {
    if (
      directory.destinations().some(({ id, name }) => id !== settings.id && name === settings.name)
    )
      throw refusedField(
        ['name'],
        `A destination named "${settings.name}" exists: choose another name.`,
      );
    const unknown = settings.sourceIds.findIndex((id) => directory.source(id) === undefined);
    if (unknown !== -1)
      throw refusedField(
        ['sourceIds', unknown],
        `There is no source "${settings.sourceIds[unknown]}": connect one that exists.`,
      );
    const count = webhooksOf(settings).length;
    if (count > maxWebhooks)
      throw refusedField(
        ['webhooks'],
        `A destination sends to at most ${maxWebhooks} webhook URLs; there are ${count}.`,
      );
  }

  async function put(settings: Settings, secret: 'given' | 'kept'): Promise<Destination> {
    check(settings);
    await store.write((tx) => store.destinations.put(tx, settings, secret));
    return find(settings.id);
  }

  return {
    list: () => directory.destinations(),
    get: find,
    create(input: NewDestination): Promise<Destination> {
      const now = clock.now();
      const id = `dst_${randomText(random, 12)}`;
      return put({ ...input, id, createdAt: now, updatedAt: now }, 'given');
    },
    async update(id: string, patch: DestinationPatch): Promise<Destination> {
      const { problem: _, ...current } = find(id);
      return put(
        { ...current, ...given(patch), updatedAt: clock.now() },
        patch.sharedSecret === undefined ? 'kept' : 'given',
      );
    },
    async remove(id: string): Promise<void> {
      find(id);
      await store.write((tx) => store.destinations.remove(tx, id, clock.now()));
    },
    async restore(id: string): Promise<Destination> {
      const stored =
        directory.destination(id) === undefined ? store.destinations.get(id) : undefined;
      if (stored === undefined)
        throw new Refusal('not_found', 'There is no such deleted destination.');
      const { secretReadable: _, ...settings } = stored;
      return put({ ...settings, updatedAt: clock.now() }, 'kept');
    },
  };
}
