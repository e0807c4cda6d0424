/** Deletion requests: drafted, planned, started, and what became of them (D39). */
import type {
  Deletion,
  DeletionPlan,
  DeletionUserQuery,
  NewDeletion,
} from '#shared/schemas/deletion.ts';
import type { PageRequest } from '#shared/schemas/page.ts';
import { chunksOf } from '../audiences/membership.ts';
import type { Random } from '../ports.ts';
import { randomText } from '../random-id.ts';
import { Refusal, refusedField } from '../refusal.ts';
import type { StoredDeletion } from '../store/deletions.ts';
import { affectedSources } from './affected-sources.ts';
import { createForwarding, type DeletionTools } from './forward.ts';
import { deletionNotice } from './notice.ts';
import { shown } from './shown.ts';
import { waitingDeliveries } from './waiting-deliveries.ts';

export type Deletions = ReturnType<typeof createDeletions>;

export function createDeletions(tools: DeletionTools & { readonly random: Random }) {
  const { store, directory, clock, random } = tools;
  const forwarding = createForwarding(tools);

  function find(id: string): StoredDeletion {
    const deletion = store.deletions.get(id);
    if (deletion === undefined)
      throw new Refusal('not_found', 'There is no such deletion request.');
    return deletion;
  }

  function findDraft(id: string): StoredDeletion {
    const deletion = find(id);
    if (deletion.state !== 'draft')
      throw new Refusal(
        'conflict',
        'This deletion request was started already: create another one.',
      );
    return deletion;
  }

  /** Adds users to a draft; tells how many were not in it yet. */
  async function addUsers(id: string, userIds: readonly string[]): Promise<number> {
    let added = 0;
    for (const chunk of chunksOf(userIds))
      added += await store.write((tx) => store.deletions.addUsers(tx, findDraft(id), chunk));
    return added;
  }

  async function start(id: string): Promise<Deletion> {
    await store.write((tx) => {
      const deletion = findDraft(id);
      if (deletion.userCount === 0)
        throw new Refusal('conflict', 'There is nobody in this deletion request: add a user id.');
      store.deletions.start(tx, deletion, store.settings.get().dropOnDeletion, clock.now());
    });
    forwarding.start(id);
    return shown(find(id));
  }

  async function countWaiting(row: number): Promise<number> {
    let count = 0;
    for await (const found of waitingDeliveries(store, row)) count += found.length;
    return count;
  }

  return {
    page({ limit, cursor }: PageRequest) {
      const { items, nextCursor } = store.deletions.page(limit, cursor);
      return { items: items.map(shown), nextCursor };
    },
    get: (id: string): Deletion => shown(find(id)),
    findDraft,
    addUsers,
    async create({ userIds, draft }: NewDeletion): Promise<Deletion> {
      if (!draft && userIds.length === 0)
        throw refusedField(['userIds'], 'userIds is empty: give at least one, or make it a draft.');
      const id = `del_${randomText(random, 12)}`;
      await store.write((tx) => store.deletions.insert(tx, id, clock.now()));
      await addUsers(id, userIds);
      return draft ? shown(find(id)) : start(id);
    },
    users({ id, search, cursor, limit }: DeletionUserQuery) {
      return store.deletions.users(find(id).row, search ?? '', cursor, limit);
    },
    async plan(id: string): Promise<DeletionPlan> {
      const { row, userCount } = findDraft(id);
      const sources = affectedSources(directory);
      const userId = store.deletions.firstUser(row);
      const [first] = sources;
      const destinationCount = sources.reduce(
        (sum, { destinations }) => sum + destinations.length,
        0,
      );
      return {
        userCount,
        sources: sources.map(({ source, destinations }) => ({
          sourceId: source.id,
          sourceName: source.name,
          destinations: destinations.map((destination) => ({
            destinationId: destination.id,
            destinationName: destination.name,
          })),
        })),
        noticeCount: userCount * sources.length,
        deliveryCount: userCount * destinationCount,
        waitingCount: await countWaiting(row),
        dropWaiting: store.settings.get().dropOnDeletion,
        bodyText:
          userId === undefined || first === undefined
            ? null
            : (deletionNotice(directory, id, userId, first.source.id, clock.now()).routes[0]
                ?.body ?? null),
      };
    },
    start,
    remove: (id: string): Promise<void> =>
      store.write((tx) => {
        const deletion = find(id);
        if (deletion.state !== 'draft')
          throw new Refusal(
            'conflict',
            'This deletion request was started already: it stays, with what became of it.',
          );
        store.deletions.remove(tx, deletion);
      }),
    /** Goes on with what the last run of the program left. */
    recover(): void {
      for (const id of store.deletions.running()) forwarding.start(id);
    },
    stop: forwarding.stop,
  };
}
