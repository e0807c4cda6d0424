import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '#renderer/keyboard/use-command.ts';
import { Button } from '#renderer/ui/button.tsx';
import type { Computation, ComputationClass } from '#shared/schemas/computation.ts';
import { removeComputation } from './computation-actions.ts';
import { usersText } from './words.ts';

interface ConfirmRemovalProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
  readonly onClose: () => void;
}

/** Asked, since a million members cannot be brought back. */
export function ConfirmRemoval({ kind, computation, onClose }: ConfirmRemovalProps) {
  const [busy, setBusy] = useState(false);
  useCommand({
    id: 'computation.keep',
    title: 'Keep it',
    section: 'Audiences',
    shortcut: 'Escape',
    hidden: true,
    run: onClose,
  });
  const remove = async (): Promise<void> => {
    setBusy(true);
    if (!(await removeComputation(kind, computation))) setBusy(false);
  };
  return (
    <div
      role="alert"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-y border-line bg-bad-bg px-[18px] py-2"
    >
      <p className="min-w-0 flex-1 basis-64">
        <b className="font-medium">Delete it</b> with its {usersText(kind, computation.userCount)}{' '}
        and all its syncs? This cannot be undone. Receivers are not told.
      </p>
      <span className="flex gap-1.5">
        <Button autoFocus onClick={onClose}>
          Keep
        </Button>
        <Button variant="danger" icon={Trash2} busy={busy} onClick={() => void remove()}>
          Delete
        </Button>
      </span>
    </div>
  );
}
