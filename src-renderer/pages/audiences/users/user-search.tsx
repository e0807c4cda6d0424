import { Search, UserMinus, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { IconButton } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

interface UserSearchProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const leaving: ReadonlySet<string> = new Set(['Enter', 'ArrowDown', 'Escape']);

const listBeside = (field: Element | null): HTMLElement | null | undefined =>
  field?.closest('section')?.querySelector<HTMLElement>('[role="listbox"]');

/**
 * Keys that lead into the list of what was found, as soon as that is read; what was typed stays, as in
 * the line of a filter.
 */
function useWayToList() {
  const field = useRef<HTMLInputElement>(null);
  const isLeaving = useRef(false);
  const leave = (): void => {
    const list = isLeaving.current ? listBeside(field.current) : null;
    if (!list) return;
    isLeaving.current = false;
    list.focus();
  };
  useEffect(leave);
  return {
    ref: field,
    onBlur: () => {
      isLeaving.current = false;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      isLeaving.current = leaving.has(event.key) && !event.nativeEvent.isComposing;
      if (!isLeaving.current) return;
      event.preventDefault();
      leave();
    },
  };
}

/** Looks for users by the beginning of their id. */
export function UserSearch({ value, onChange }: UserSearchProps) {
  const wayToList = useWayToList();
  return (
    <TextField
      icon={Search}
      mono
      aria-label="Beginning of the user id"
      placeholder="User id begins with"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      {...wayToList}
      trailing={
        value !== '' && (
          <IconButton icon={X} size="small" label="Clear the search" onClick={() => onChange('')} />
        )
      }
    />
  );
}

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
