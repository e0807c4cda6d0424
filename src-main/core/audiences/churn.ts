/** Simulates churn: some members leave at random, and the same number of new ones join. */
import { seededFraction } from '#shared/lib/seeded-fraction.ts';
import type { ChurnRequest } from '#shared/schemas/audience.ts';
import type { MembershipProgress } from '#shared/schemas/computation.ts';
import { noChange } from '../store/members.ts';
import type { Store } from '../store/store.ts';
import { generatedId } from './generate.ts';
import { addChanges, type Find, putUsers, removeUsers, writeChunk } from './membership.ts';
import { memberValue } from './value-text.ts';

/**
 * Visits members in ID order and selects exactly the requested number to leave (selection sampling:
 * Knuth, TAOCP 3.4.2, algorithm S).
 */
export async function* churn(
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
