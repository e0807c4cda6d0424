/** Changes of few users, by hand; those of many are work that is followed. */
import { showFailure } from '#renderer/components/show-failure.ts';
import { core } from '#renderer/data/core.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type {
  Computation,
  ComputationClass,
  MembershipChange,
} from '#shared/schemas/computation.ts';
import type { NewImport } from '#shared/schemas/user-import.ts';
import { changeSentence } from '../audience-labels.ts';

export type ChangeMode = NewImport['mode'];

function changeMembers(
  id: string,
  mode: ChangeMode,
  userIds: readonly string[],
): Promise<MembershipChange> {
  return core.audiences.members[mode]({ id, userIds: [...userIds] });
}

const opposite = { add: 'remove', remove: 'add' } as const;

/** Exact only when every one of them was changed: of the others nobody knows which they were. */
function undoOf(
  id: string,
  mode: ChangeMode,
  userIds: readonly string[],
  { added, removed }: MembershipChange,
) {
  if (mode === 'replace' || added + removed !== userIds.length) return undefined;
  const back = opposite[mode];
  return {
    label: 'Undo',
    run: () => {
      changeMembers(id, back, userIds).catch((error: unknown) =>
        showFailure('It was not undone', error),
      );
    },
  };
}

/** Throws what the core refuses. */
export async function applyMembers(
  { id, name }: Computation,
  mode: ChangeMode,
  userIds: readonly string[],
): Promise<void> {
  const change = await changeMembers(id, mode, userIds);
  showToast({
    title: `${name}: ${changeSentence(change)}`,
    tone: 'ok',
    action: undoOf(id, mode, userIds, change),
  });
}

export async function setValue(
  { id, name }: Computation,
  userId: string,
  value: unknown,
): Promise<void> {
  const change = await core.traits.values.set({
    id,
    values: [{ userId, value: value as never }],
  });
  showToast({ title: `${name} of ${userId}: ${changeSentence(change)}`, tone: 'ok' });
}

/** One user out of the list, with the way back. */
export async function removeUser(
  kind: ComputationClass,
  computation: Computation,
  userId: string,
  value: unknown,
): Promise<void> {
  try {
    if (kind === 'audience') return await applyMembers(computation, 'remove', [userId]);
    await core.traits.values.remove({ id: computation.id, userIds: [userId] });
    showToast({
      title: `${userId} has no ${computation.key} any more`,
      action: {
        label: 'Undo',
        run: () => {
          setValue(computation, userId, value).catch((error: unknown) =>
            showFailure('It was not undone', error),
          );
        },
      },
    });
  } catch (error) {
    showFailure(`${userId} was not removed`, error);
  }
}
