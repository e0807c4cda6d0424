import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/popup.tsx';
import { webhookName } from '#shared/deliveries/text.ts';
import { startFaultInFront, useFaults } from './fault-actions.ts';
import type { Fault } from './faults.ts';

export interface FrontRequest {
  readonly url: string;
  readonly fault: Fault;
}

interface FrontDialogProps {
  readonly request: FrontRequest | null;
  readonly onClose: () => void;
}

/** Asks first: the destinations that use the URL will send to the mock endpoint. */
export function FrontDialog({ request, onClose }: FrontDialogProps) {
  const durationMs = useFaults((state) => state.durationMs);
  const name = request === null ? '' : webhookName(request.url);
  const confirm = (): void => {
    onClose();
    if (request !== null) void startFaultInFront(request.url, request.fault);
  };
  return (
    <Dialog
      open={request !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      label="Put a mock endpoint in front"
    >
      <div className="p-4">
        <h2 className="font-semibold [overflow-wrap:anywhere]">
          Put a mock endpoint in front of {name}?
        </h2>
        <p className="mt-1 text-fg-2">
          Destinations send to the mock endpoint, which forwards to your server and has the fault:{' '}
          {request?.fault.label(durationMs)}.
        </p>
        <div className="mt-4 flex justify-end gap-1.5">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={confirm}>
            Put in front
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
