/** Deletion requests: drafts, plans, start and results (D39). */
import { setImmediate } from 'node:timers/promises';
import { toPlannedDestination } from '#main/deliveries/routing/route.ts';
import type { Jobs } from '#main/jobs/jobs.ts';
import { AppError, fieldError, notFound } from '#main/kit/app-error.ts';
import type { Random } from '#main/kit/ports.ts';
import { randomText } from '#main/kit/random.ts';
import { firstWaiting, type StoredDeletion, type WaitingCursor } from '#main/store/deletions.ts';
import { noChange } from '#main/store/members.ts';
import type { Store } from '#main/store/store.ts';
import type { MembershipChange } from '#shared/audiences/computation.ts';
import type {
  Deletion,
  DeletionPlan,
  DeletionUserQuery,
  DeletionUsersRequest,
  NewDeletion,
} from '#shared/audiences/deletion.ts';
import type { ById } from '#shared/kit/entity.ts';
import type { PageRequest } from '#shared/kit/page.ts';
import { chunksOf, writeChunk } from '../membership.ts';
import {
  affectedSources,
  createDeletionKind,
  type DeletionCursor,
  type DeletionJobTools,
  type DeletionParams,
  deletionMessage,
  disabledDestinations,
} from './deletion-job.ts';

export type Deletions = ReturnType<typeof createDeletions>;

/** Removes the internal row number. */
export const toDeletion = ({ row: _, ...deletion }: StoredDeletion): Deletion => deletion;

interface DeletionTools extends DeletionJobTools {
  readonly random: Random;
  readonly jobs: Jobs;
}

export function createDeletions(tools: DeletionTools) {
  const { store, configCache, clock, random, jobs } = tools;
  jobs.register(createDeletionKind(tools));

  function find(id: string): StoredDeletion {
    const deletion = store.deletions.get(id);
    if (deletion === undefined) throw notFound('deletion request');
    return deletion;
  }

  function findDraft(id: string): StoredDeletion {
    const deletion = find(id);
    if (deletion.state !== 'draft')
      throw new AppError('conflict', 'This deletion request was already started.', {
        fix: 'Create a new one.',
      });
    return deletion;
  }

  /** Changes the users of a draft in chunks. Returns how many changed. */
  async function changeUsers(
    id: string,
    userIds: readonly string[],
    change: Store['deletions']['addUsers'],
  ): Promise<number> {
    findDraft(id);
    let changed = 0;
    for (const chunk of chunksOf(userIds))
      changed += await store.write((tx) => change(tx, findDraft(id), chunk));
    return changed;
  }

  async function addUsers({ id, userIds }: DeletionUsersRequest): Promise<MembershipChange> {
    const added = await changeUsers(id, userIds, store.deletions.addUsers);
    return { ...noChange, added, unchanged: userIds.length - added };
  }

  async function removeUsers({ id, userIds }: DeletionUsersRequest): Promise<MembershipChange> {
    const removed = await changeUsers(id, userIds, store.deletions.removeUsers);
    return { ...noChange, removed, unchanged: userIds.length - removed };
  }

  /** Returns the job's ID. */
  const startJob = (id: string): Promise<number> =>
    store.write((tx) => {
      const deletion = findDraft(id);
      if (deletion.userCount === 0)
        throw new AppError('conflict', 'This deletion request has no users.', {
          fix: 'Add at least one user ID.',
        });
      const cancelPending = store.settings.get().cancelPendingOnDeletion;
      const job = jobs.insert<DeletionParams, DeletionCursor>(tx, {
        kind: 'deletion_request',
        params: { deletionId: id, cancelPending },
        cursor: cancelPending ? firstWaiting : null,
        totalCount: deletion.userCount,
        perSecond: null,
      });
      store.deletions.start(tx, deletion, job);
      return job;
    });

  async function start({ id }: ById): Promise<Deletion> {
    await startJob(id);
    return toDeletion(find(id));
  }

  async function countWaiting(row: number): Promise<number> {
    let count = 0;
    let cursor: WaitingCursor | null = firstWaiting;
    while (cursor !== null) {
      const { deliveries: found, next } = store.deletions.waitingDeliveries(row, cursor);
      count += found.length;
      cursor = next;
      await setImmediate();
    }
    return count;
  }

  return {
    list({ limit, cursor }: PageRequest) {
      const { items, nextCursor } = store.deletions.page(limit, cursor);
      return { items: items.map(toDeletion), nextCursor };
    },
    get: ({ id }: ById): Deletion => toDeletion(find(id)),
    findDraft,
    async create({ userIds, draft }: NewDeletion): Promise<Deletion> {
      if (!draft && userIds.length === 0)
        throw fieldError(
          ['userIds'],
          'userIds is empty.',
          'Add at least one user ID or create a draft.',
        );
      const id = `del_${randomText(random, 12)}`;
      // The first users are added in the same transaction, so that the request never appears empty.
      await store.write((tx) => {
        store.deletions.insert(tx, id, clock.now());
        store.deletions.addUsers(tx, findDraft(id), userIds.slice(0, writeChunk));
      });
      await addUsers({ id, userIds: userIds.slice(writeChunk) });
      return draft ? toDeletion(find(id)) : start({ id });
    },
    users: {
      list({ id, search, cursor, limit }: DeletionUserQuery) {
        return store.deletions.users(find(id).row, search ?? '', cursor, limit);
      },
      add: addUsers,
      remove: removeUsers,
    },
    async plan({ id }: ById): Promise<DeletionPlan> {
      const { row, userCount } = findDraft(id);
      const sources = affectedSources(configCache);
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
          destinations: destinations.map(toPlannedDestination),
        })),
        disabledDestinations: disabledDestinations(configCache).map(toPlannedDestination),
        notices: userCount * sources.length,
        deliveryCount: userCount * destinationCount,
        waitingCount: await countWaiting(row),
        cancelPending: store.settings.get().cancelPendingOnDeletion,
        bodyText:
          userId === undefined || first === undefined
            ? null
            : (deletionMessage(configCache, id, userId, first.source.id, clock.now()).routes[0]
                ?.body ?? null),
      };
    },
    start,
    startJob,
    remove: ({ id }: ById): Promise<void> =>
      store.write((tx) => {
        const deletion = find(id);
        if (deletion.state !== 'draft')
          throw new AppError('conflict', "Can't delete a deletion request that was started.");
        store.deletions.remove(tx, deletion);
      }),
  };
}
