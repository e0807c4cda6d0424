import { Eraser } from 'lucide-react';
import { useState } from 'react';
import { LiveButton } from '#renderer/components/live-button.tsx';
import { useCommands } from '#renderer/keyboard/use-command.ts';
import { receiverRequests, useReceiverRequests } from '#renderer/stores/receiver-requests-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Popover } from '#renderer/ui/popover.tsx';
import type { Receiver } from '#shared/schemas/receiver.ts';
import { clearRequests } from '../receiver-actions.ts';

/** What can be done with the log as a whole. */
export function RequestsBar({ receiver }: { receiver: Receiver }) {
  const { held, newCount, ids } = useReceiverRequests();
  const isEmpty = ids.length === 0;
  const [asks, setAsks] = useState(false);
  const clear = (): void => {
    setAsks(false);
    void clearRequests(receiver);
  };
  useCommands([
    {
      id: 'receiver.clear',
      title: 'Clear the requests of the receiver',
      section: 'Receivers',
      enabled: () => !isEmpty,
      run: () => setAsks(true),
    },
  ]);
  return (
    <>
      <LiveButton held={held} newCount={newCount} onResume={() => receiverRequests.hold(false)} />
      <Popover
        align="end"
        open={asks}
        onOpenChange={setAsks}
        title={`Clear the log of ${receiver.name}?`}
        trigger={
          <Button icon={Eraser} disabled={isEmpty}>
            Clear
          </Button>
        }
      >
        <p className="text-fg-2">What it received is then gone, and cannot be brought back.</p>
        <div className="mt-3 flex justify-end gap-1.5">
          <Button onClick={() => setAsks(false)}>Keep</Button>
          <Button variant="danger" icon={Eraser} onClick={clear}>
            Clear the log
          </Button>
        </div>
      </Popover>
    </>
  );
}
