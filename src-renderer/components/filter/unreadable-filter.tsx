import { ListFilter } from 'lucide-react';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';

interface UnreadableFilterProps {
  readonly onRemove: () => void;
}

/** Instead of what a filter of the address would show; what is wrong with it stands at its line. */
export function UnreadableFilter({ onRemove }: UnreadableFilterProps) {
  return (
    <EmptyState
      icon={ListFilter}
      title="The filter cannot be read"
      actions={<Button onClick={onRemove}>Remove the filter</Button>}
    >
      Mend it where it is written, or remove it.
    </EmptyState>
  );
}
