import type { ReactElement } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import type { ComputationClass } from '#shared/schemas/computation.ts';
import { usersText } from '../audience-labels.ts';

interface ReplaceQuestionProps {
  readonly kind: ComputationClass;
  /** Users who are in it now. */
  readonly userCount: number;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onReplace: () => void;
  /** What leads to the question; it opens it by itself. */
  readonly trigger: ReactElement;
}

/** Asked before a list takes the place of the users who are there. */
export function ReplaceQuestion(props: ReplaceQuestionProps) {
  const { kind, userCount, open, onClose, onReplace, trigger } = props;
  return (
    <Popover
      title={`Replace ${usersText(kind, userCount)}?`}
      open={open}
      onOpenChange={(next) => next || onClose()}
      className="w-[280px]"
      trigger={trigger}
    >
      <p className="text-fg-2">
        Those who are not on the new list are removed. They cannot be brought back here.
      </p>
      <div className="mt-3 flex gap-2">
        {/* First, so that a key pressed once too often removes nobody. */}
        <Button onClick={onClose}>Keep them</Button>
        <Button
          variant="danger"
          onClick={() => {
            onClose();
            onReplace();
          }}
        >
          Replace all
        </Button>
      </div>
    </Popover>
  );
}
