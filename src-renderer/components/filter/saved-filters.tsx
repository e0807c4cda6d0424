import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { collections, useItems } from '#renderer/data/collections.ts';
import { useCommands } from '#renderer/keyboard/use-command.ts';
import { cx } from '#renderer/ui/cx.ts';
import { IconButton } from '#renderer/ui/icon-button.tsx';
import { Popover } from '#renderer/ui/popover.tsx';
import { isReadable } from './delivery-filter.ts';
import { SaveFilterForm } from './save-filter-form.tsx';
import { SavedFilterRow } from './saved-filter-row.tsx';
import { useFilterCounts } from './use-filter-counts.ts';

interface SavedFiltersProps {
  /** The one that is set. */
  readonly filter: string;
  readonly onTake: (filter: string) => void;
}

/** Filters with a name: to set one, to save the one that is set. Each is a command of the palette too. */
export function SavedFilters({ filter, onTake }: SavedFiltersProps) {
  const [open, setOpen] = useState(false);
  const saved = useItems(collections.savedFilters);
  const counts = useFilterCounts(saved, open);
  const isKnown = saved.some((one) => one.filter === filter);
  const canSave = filter !== '' && isReadable(filter) && !isKnown;
  useCommands([
    {
      id: 'list.saved-filters',
      title: 'Saved filters',
      section: 'List',
      shortcut: 'f',
      run: () => setOpen(true),
    },
    ...saved.map((one) => ({
      id: `list.saved-filter.${one.id}`,
      title: `Filter: ${one.name}`,
      section: 'List',
      run: () => onTake(one.filter),
    })),
  ]);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="end"
      title="Saved filters"
      className="w-96"
      trigger={
        <IconButton
          icon={Bookmark}
          label="Saved filters"
          variant="default"
          shortcut="f"
          pressed={isKnown}
        />
      }
    >
      {saved.length > 0 && (
        <ul
          className={cx(
            '-mx-2 max-h-72 overflow-y-auto',
            canSave ? 'mb-2.5 border-b border-line pb-2' : '-mb-1.5',
          )}
        >
          {saved.map((one) => (
            <SavedFilterRow
              key={one.id}
              saved={one}
              count={counts.get(one.id)}
              isSet={one.filter === filter}
              onTake={() => {
                setOpen(false);
                onTake(one.filter);
              }}
            />
          ))}
        </ul>
      )}
      {canSave ? (
        <SaveFilterForm filter={filter} />
      ) : (
        saved.length === 0 && (
          <p className="text-small text-fg-2">
            None yet. Write a filter, and give it a name here to have it at hand.
          </p>
        )
      )}
    </Popover>
  );
}
