import { X } from 'lucide-react';
import { IconButton } from '#renderer/ui/icon-button.tsx';
import type { SavedFilter } from '#shared/schemas/filter.ts';
import { explain } from './delivery-filter.ts';
import { forgetFilter } from './saved-filter-actions.ts';
import type { FilterCount } from './use-filter-counts.ts';

interface SavedFilterRowProps {
  readonly saved: SavedFilter;
  readonly count: FilterCount | undefined;
  readonly isSet: boolean;
  readonly onTake: () => void;
}

const countText = ({ count, isWhole }: FilterCount): string =>
  `${count.toLocaleString('en')}${isWhole ? '' : ' …'}`;

/** A saved filter: its name, its terms, and how many deliveries it lets through. */
export function SavedFilterRow({ saved, count, isSet, onTake }: SavedFilterRowProps) {
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        aria-current={isSet || undefined}
        onClick={onTake}
        title={explain(saved.filter)}
        className="flex min-w-0 flex-1 items-baseline gap-3 rounded-control px-2 py-1 text-left outline-offset-[-2px] hover:bg-bg-3 aria-[current]:bg-accent-bg"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{saved.name}</span>
          <span className="bytes block truncate text-fg-2">{saved.filter}</span>
        </span>
        <span className="text-small text-fg-2 tabular-nums">
          {count === undefined ? '' : countText(count)}
        </span>
      </button>
      <IconButton
        icon={X}
        size="small"
        label={`Remove the saved filter ${saved.name}`}
        onClick={() => void forgetFilter(saved)}
      />
    </li>
  );
}
