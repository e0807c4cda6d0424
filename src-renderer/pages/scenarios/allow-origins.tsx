import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { allowOrigins } from './scenario-actions.ts';

interface AllowOriginsProps {
  /** Empty: the dialog is closed. */
  readonly origins: readonly string[];
  readonly onCancel: () => void;
  /** Called after they were allowed for this window. */
  readonly onAllow: () => void;
}

export function AllowOrigins({ origins, onCancel, onAllow }: AllowOriginsProps) {
  const title = 'Send requests to other machines?';
  return (
    <Dialog
      open={origins.length > 0}
      onOpenChange={(isOpen) => !isOpen && onCancel()}
      label={title}
    >
      <div className="flex flex-col gap-3 p-4">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-fg-2">This run sends requests to other machines:</p>
        <ul className="bytes">
          {origins.map((origin) => (
            <li key={origin}>{origin}</li>
          ))}
        </ul>
        <div className="flex justify-end gap-2">
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() => {
              allowOrigins(origins);
              onAllow();
            }}
          >
            Allow and run
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
