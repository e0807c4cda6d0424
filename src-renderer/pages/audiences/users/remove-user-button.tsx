import { UserMinus } from 'lucide-react';
import { IconButton } from '#renderer/ui/button.tsx';

interface RemoveUserButtonProps {
  readonly canRemove: boolean;
  readonly onClick: () => void;
}

/** Takes the chosen user out of the list. */
export function RemoveUserButton({ canRemove, onClick }: RemoveUserButtonProps) {
  return (
    <IconButton
      icon={UserMinus}
      label="Remove the chosen user"
      shortcut="Delete"
      disabledReason={canRemove ? undefined : 'Choose a user first'}
      onClick={onClick}
    />
  );
}
