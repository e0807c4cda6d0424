import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '#renderer/keyboard/commands.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import type { Deletion } from '#shared/schemas/deletion.ts';
import { discardDeletion, discardForGood } from './deletion-actions.ts';
import { usersOf } from './deletion-labels.ts';

interface DiscardButtonProps {
  readonly deletion: Deletion;
  readonly isImporting: boolean;
}

/** Throws a draft away: at once where that can be undone, else after a question. */
export function DiscardButton({ deletion, isImporting }: DiscardButtonProps) {
  const [asks, setAsks] = useState(false);
  const discard = async (): Promise<void> => {
    if (isImporting) return;
    if ((await discardDeletion(deletion)) === 'asks') setAsks(true);
  };
  useCommand({
    id: 'deletion.discard',
    title: 'Throw the deletion request away',
    section: 'Audiences',
    enabled: () => !isImporting,
    run: () => void discard(),
  });
  return (
    <Popover
      title={`Throw away ${usersOf(deletion)}?`}
      open={asks}
      onOpenChange={(next) => (next ? void discard() : setAsks(false))}
      align="end"
      className="w-[320px]"
      trigger={
        <Button icon={Trash2} disabledReason={isImporting ? 'Cancel the import first' : undefined}>
          Throw away
        </Button>
      }
    >
      <p className="text-fg-2">
        So many cannot be brought back here: their list would have to be imported again. Nothing was
        sent.
      </p>
      <div className="mt-3 flex gap-2">
        {/* First, so that a key pressed once too often throws nothing away. */}
        <Button onClick={() => setAsks(false)}>Keep it</Button>
        <Button variant="danger" onClick={() => void discardForGood(deletion)}>
          Throw away
        </Button>
      </div>
    </Popover>
  );
}
