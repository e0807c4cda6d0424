import { Eraser } from 'lucide-react';
import { useCommands } from '#renderer/keyboard/use-command.ts';
import { LiveButton } from '#renderer/parts/live-button.tsx';
import { receiverRequests, useReceiverRequests } from '#renderer/stores/receiver-requests-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import type { Receiver } from '#shared/schemas/receiver.ts';
import { clearRequests } from './receiver-actions.ts';

/** What can be done with the log as a whole. */
export function RequestsBar({ receiver }: { receiver: Receiver }) {
  const { held, newCount, ids } = useReceiverRequests();
  const isEmpty = ids.length === 0;
  useCommands([
    {
      id: 'receiver.clear',
      title: 'Clear the requests of the receiver',
      section: 'Receivers',
      enabled: () => !isEmpty,
      run: () => void clearRequests(receiver),
    },
  ]);
  return (
    <>
      <LiveButton held={held} newCount={newCount} onResume={() => receiverRequests.hold(false)} />
      <Button icon={Eraser} disabled={isEmpty} onClick={() => void clearRequests(receiver)}>
        Clear
      </Button>
    </>
  );
}
