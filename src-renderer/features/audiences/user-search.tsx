import { Search, X } from 'lucide-react';
import { IconButton } from '#renderer/ui/icon-button.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

interface UserSearchProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
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
      trailing={
        value !== '' && (
          <IconButton icon={X} size="small" label="Clear the search" onClick={() => onChange('')} />
        )
      }
    />
  );
}
