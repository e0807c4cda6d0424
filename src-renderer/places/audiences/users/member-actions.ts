/** Changes of a few users; larger ones are followed as user work. */
import { type Done, perform } from '#renderer/kit/actions/perform.ts';
import { core } from '#renderer/kit/data/core.ts';
import type {
  Computation,
  ComputationClass,
  MembershipChange,
} from '#shared/audiences/computation.ts';
import type { NewImport } from '#shared/audiences/user-import.ts';
import { changeText } from '../audience-labels.tsx';

export type ChangeMode = NewImport['mode'];

function changeMembers(
  id: string,
  mode: ChangeMode,
  userIds: readonly string[],
): Promise<MembershipChange> {
  return core.audiences.members[mode]({ id, userIds: [...userIds] });
}

const opposite = { add: 'remove', remove: 'add' } as const;

/** Throws the core's errors. */
export async function applyMembers(
  { id, name }: Computation,
  mode: ChangeMode,
  userIds: readonly string[],
): Promise<Done> {
  const change = await changeMembers(id, mode, userIds);
  // Only when every user changed; otherwise it's unknown which ones did.
  const canUndo = mode !== 'replace' && change.added + change.removed === userIds.length;
  const undo = async (): Promise<void> => {
    if (mode !== 'replace') await changeMembers(id, opposite[mode], userIds);
  };
  return {
    title: `${name}: ${changeText(change)}`,
    tone: 'ok',
    undo: canUndo ? { run: undo } : undefined,
  };
}

/** Throws the core's errors. */
export async function setValue(
  { id, name }: Computation,
  userId: string,
  value: unknown,
): Promise<Done> {
  const change = await core.traits.values.set({
    id,
    values: [{ userId, value: value as never }],
  });
  return { title: `${name} of ${userId}: ${changeText(change)}`, tone: 'ok' };
}

export const removeUser = (
  kind: ComputationClass,
  computation: Computation,
  userId: string,
  value: unknown,
): Promise<boolean> =>
  perform(`Can't remove ${userId}`, async () => {
    if (kind === 'audience') return applyMembers(computation, 'remove', [userId]);
    await core.traits.values.remove({ id: computation.id, userIds: [userId] });
    return {
      title: `Removed ${computation.key} of ${userId}`,
      undo: { run: () => setValue(computation, userId, value) },
    };
  });
