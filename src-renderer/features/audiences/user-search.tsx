import { Search, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '#renderer/ui/icon-button.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

interface UserSearchProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const leaving: ReadonlySet<string> = new Set(['Enter', 'ArrowDown', 'Escape']);

/** Into the list of what was found; what was typed stays, as in the line of a filter. */
function leave(event: KeyboardEvent<HTMLElement>): void {
  if (!leaving.has(event.key) || event.nativeEvent.isComposing) return;
  const list = event.currentTarget
    .closest('section')
    ?.querySelector<HTMLElement>('[role="listbox"]');
  if (!list) return;
  event.preventDefault();
  list.focus();
}

/** Looks for users by the beginning of their id. */
export function UserSearch({ value, onChange }: UserSearchProps) {
  return (
    <TextField
      icon={Search}
      mono
      aria-label="Beginning of the user id"
      placeholder="User id begins with"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={leave}
      trailing={
        value !== '' && (
          <IconButton icon={X} size="small" label="Clear the search" onClick={() => onChange('')} />
        )
      }
    />
  );
}
