/** Audiences and their members. */
import { noChange } from '#main/store/members.ts';
import type { Store } from '#main/store/store.ts';
import type { ChurnRequest, MembersRequest } from '#shared/audiences/audience.ts';
import type {
  GenerateRequest,
  MembershipProgress,
  UserQuery,
} from '#shared/audiences/computation.ts';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';
import { type ComputationTools, createComputations } from './computations.ts';
import { generatedId, generateMembers } from './generate.ts';
import {
  addChanges,
  type Find,
  putUsers,
  removeUsers,
  replaceUsers,
  writeChunk,
} from './membership.ts';
import { memberValue } from './value-text.ts';

// Simulates churn: some members leave at random, and the same number of new ones join.

/**
 * Visits members in ID order and selects exactly the requested number to leave (selection sampling:
 * Knuth, TAOCP 3.4.2, algorithm S).
 */
async function* churn(
  store: Store,
  find: Find,
  { percent, pattern, seed }: ChurnRequest,
  signal: AbortSignal | undefined,
): AsyncGenerator<MembershipProgress, void, void> {
  const total = find().userCount;
  const leaving = Math.round((total * percent) / 100);
  const removedIds = new Set<string>();
  let change = noChange;
  let visitedCount = 0;
  let after = '';
  while (change.removed < leaving && signal?.aborted !== true) {
    const userIds = store.members.present(find().row, after, writeChunk);
    const last = userIds.at(-1);
    if (last === undefined) break;
    let removedCount = change.removed;
    const leavingIds = userIds.filter(() => {
      visitedCount += 1;
      const isLeaving =
        seededFraction(seed, visitedCount) * (total - visitedCount + 1) < leaving - removedCount;
      if (isLeaving) removedCount += 1;
      return isLeaving;
    });
    change = addChanges(change, await removeUsers(store, find, leavingIds));
    for (const userId of leavingIds) removedIds.add(userId);
    after = last;
    yield { ...change, done: change.removed, total: leaving };
  }
  yield* addNewMembers(store, find, { pattern, seed }, removedIds, change.removed, leaving, signal);
}

/**
 * Adds as many new members as left. Skips IDs that are already members from an earlier churn, and
 * those that just left: with them back, nothing would need syncing.
 */
async function* addNewMembers(
  store: Store,
  find: Find,
  { pattern, seed }: Pick<ChurnRequest, 'pattern' | 'seed'>,
  removedIds: ReadonlySet<string>,
  removed: number,
  total: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<MembershipProgress, void, void> {
  let change = { ...noChange, removed };
  let n = 0;
  while (change.added < change.removed && signal?.aborted !== true) {
    const count = Math.min(writeChunk, change.removed - change.added);
    const users = Array.from({ length: count }, (_, index) => ({
      userId: generatedId(pattern, seed, n + index + 1),
      value: memberValue,
    })).filter(({ userId }) => !removedIds.has(userId));
    n += count;
    const { added } = await putUsers(store, find, users);
    change = { ...change, added: change.added + added };
    yield { ...change, done: total, total };
  }
}

export type Audiences = ReturnType<typeof createAudiences>;

const asMembers = (userIds: readonly string[]) =>
  userIds.map((userId) => ({ userId, value: memberValue }));

export function createAudiences(tools: ComputationTools) {
  const { store } = tools;
  const computations = createComputations(tools, 'audience');
  const finder = (id: string) => () => computations.find(id);

  return {
    ...computations,
    members: {
      list({ id, show, search, cursor, limit }: UserQuery) {
        const { row } = computations.find(id);
        const { items, nextCursor } = store.members.page(row, show, search ?? '', cursor, limit);
        return {
          items: items.map(({ userId, pendingChange }) => ({ userId, pendingChange })),
          nextCursor,
        };
      },
      add: ({ id, userIds }: MembersRequest) => putUsers(store, finder(id), asMembers(userIds)),
      replace: ({ id, userIds }: MembersRequest) =>
        replaceUsers(store, finder(id), asMembers(userIds)),
      remove: ({ id, userIds }: MembersRequest) => removeUsers(store, finder(id), userIds),
      generate(request: GenerateRequest, signal?: AbortSignal) {
        computations.find(request.id);
        return generateMembers(store, finder(request.id), request, memberValue, signal);
      },
      churn(request: ChurnRequest, signal?: AbortSignal) {
        computations.find(request.id);
        return churn(store, finder(request.id), request, signal);
      },
    },
  };
}
