import { Table2 } from 'lucide-react';
import { IconButton } from '#renderer/ui/icon-button.tsx';

interface TableButtonProps {
  readonly shown: boolean;
  readonly onToggle: () => void;
}

/** Shows what a plot draws as a table, and back. */
export function TableButton({ shown, onToggle }: TableButtonProps) {
  return (
    <IconButton icon={Table2} size="small" label="As a table" pressed={shown} onClick={onToggle} />
  );
}
