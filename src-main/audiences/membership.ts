/**
 * Changes members of audiences and values of users in chunks, so that other writes aren't delayed.
 */

import { AppError } from '#main/kit/app-error.ts';
import type { StoredComputation } from '#main/store/computations.ts';
import { noChange, type UserValue } from '#main/store/members.ts';
import type { Store } from '#main/store/store.ts';
import type { Tx } from '#main/store/write-queue.ts';
import type { MembershipChange } from '#shared/audiences/computation.ts';

/** Users per write, for a few milliseconds. */
export const writeChunk = 2_000;

export const addChanges = (a: MembershipChange, b: MembershipChange): MembershipChange => ({
  added: a.added + b.added,
  changed: a.changed + b.changed,
  removed: a.removed + b.removed,
  unchanged: a.unchanged + b.unchanged,
});

export const chunksOf = <Item>(items: readonly Item[], size = writeChunk): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/** Repeated in each write, because the audience may be deleted in between. */
export type Find = () => StoredComputation;

/** Changes members and updates the user count in the same write. */
export const changeMembers = (
  store: Store,
  find: Find,
  change: (tx: Tx, computation: StoredComputation) => MembershipChange,
): Promise<MembershipChange> =>
  store.write((tx) => {
    const computation = find();
    const result = change(tx, computation);
    store.computations.addUsers(tx, computation, result.added - result.removed);
    return result;
  });

async function inChunks<Item>(
  items: readonly Item[],
  change: (chunk: readonly Item[]) => Promise<MembershipChange>,
): Promise<MembershipChange> {
  let total = noChange;
  for (const chunk of chunksOf(items)) total = addChanges(total, await change(chunk));
  return total;
}

/**
 * Only the newest replacement is applied. Otherwise, two concurrent replacements would remove each
 * other's users.
 */
function checkCurrent(store: Store, { row }: StoredComputation, replacement: number): void {
  if (store.computations.lastReplacement(row) !== replacement)
    throw new AppError('conflict', 'A newer replacement superseded this one.', {
      fix: 'Start it again to apply it.',
    });
}

export const putUsers = (
  store: Store,
  find: Find,
  values: readonly UserValue[],
): Promise<MembershipChange> =>
  inChunks(values, (chunk) =>
    changeMembers(store, find, (tx, computation) => store.members.put(tx, computation, chunk)),
  );

export const removeUsers = (
  store: Store,
  find: Find,
  userIds: readonly string[],
): Promise<MembershipChange> =>
  inChunks(userIds, (chunk) =>
    changeMembers(store, find, (tx, computation) => store.members.remove(tx, computation, chunk)),
  );

async function discard(store: Store, row: number, replacement: number): Promise<void> {
  while (await store.write((tx) => store.stagedMembers.discardSome(tx, row, replacement)));
}

/** Starts a replacement and returns the number that identifies its staged users. */
export async function beginReplacement(store: Store, find: Find): Promise<number> {
  const { row } = find();
  const replacement = await store.write((tx) =>
    store.computations.beginReplacement(tx, find().row),
  );
  // Discards unfinished replacements, which can no longer complete.
  await discard(store, row, replacement - 1);
  return replacement;
}

/** Staged users are not visible until the replacement ends. */
export async function stageUsers(
  store: Store,
  find: Find,
  values: readonly UserValue[],
  replacement: number,
): Promise<void> {
  for (const chunk of chunksOf(values))
    await store.write((tx) => {
      const computation = find();
      checkCurrent(store, computation, replacement);
      store.stagedMembers.stage(tx, computation.row, replacement, chunk);
    });
}

/** Replaces all users with the staged ones in one step. */
export async function endReplacement(
  store: Store,
  find: Find,
  replacement: number,
): Promise<MembershipChange> {
  const { row } = find();
  const change = await changeMembers(store, find, (tx, computation) => {
    checkCurrent(store, computation, replacement);
    return store.stagedMembers.apply(tx, computation, replacement);
  });
  await discard(store, row, replacement);
  return change;
}

/** Replaces all users with the given ones. */
export async function replaceUsers(
  store: Store,
  find: Find,
  values: readonly UserValue[],
): Promise<MembershipChange> {
  const replacement = await beginReplacement(store, find);
  await stageUsers(store, find, values, replacement);
  return endReplacement(store, find, replacement);
}
