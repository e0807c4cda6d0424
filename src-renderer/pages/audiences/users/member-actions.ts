/** Changes of a few users; larger ones are followed as user work. */
import { showFailure } from '#renderer/components/show-failure.ts';
import { core } from '#renderer/data/core.ts';
import { showToast } from '#renderer/ui/toast.tsx';
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

/** Only when every user changed; otherwise it's unknown which ones did. */
function undoOf(
  id: string,
  mode: ChangeMode,
  userIds: readonly string[],
  { added, removed }: MembershipChange,
) {
  if (mode === 'replace' || added + removed !== userIds.length) return undefined;
  const inverse = opposite[mode];
  return {
    label: 'Undo',
    run: () => {
      changeMembers(id, inverse, userIds).catch((error: unknown) =>
        showFailure("Can't undo", error),
      );
    },
  };
}

/** Throws the core's errors. */
export async function applyMembers(
  { id, name }: Computation,
  mode: ChangeMode,
  userIds: readonly string[],
): Promise<void> {
  const change = await changeMembers(id, mode, userIds);
  showToast({
    title: `${name}: ${changeText(change)}`,
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
  showToast({ title: `${name} of ${userId}: ${changeText(change)}`, tone: 'ok' });
}

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
      title: `Removed ${computation.key} of ${userId}`,
      action: {
        label: 'Undo',
        run: () => {
          setValue(computation, userId, value).catch((error: unknown) =>
            showFailure("Can't undo", error),
          );
        },
      },
    });
  } catch (error) {
    showFailure(`Can't remove ${userId}`, error);
  }
}
