import { X } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { perform } from '#renderer/kit/actions/perform.ts';
import { collections, drop, put, useItems } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { ledgerNow } from '#renderer/kit/data/ledger.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Field } from '#renderer/ui/field.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import type { SavedFilter } from '#shared/filter/saved-filter.ts';
import { formatCount } from '#shared/kit/format.ts';
import { explain, type FilterNouns, isValidFilter } from './delivery-filter.ts';

interface SavedFiltersProps {
  readonly nouns: FilterNouns;
  /** The applied filter. */
  readonly filter: string;
  readonly onTake: (filter: string) => void;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The button beside which it opens. */
  readonly anchor: RefObject<HTMLElement | null>;
}

/** Saved filters: apply one, or save the current one. Also palette commands. */
export function SavedFilters(props: SavedFiltersProps) {
  const { nouns, filter, onTake, open, onOpenChange: setOpen, anchor } = props;
  const saved = useItems(collections.savedFilters);
  const counts = useFilterCounts(saved, open && nouns === 'deliveries');
  const isKnown = saved.some((savedFilter) => savedFilter.filter === filter);
  const canSave = filter !== '' && isValidFilter(filter) && !isKnown;
  useActions(
    'List',
    saved.map((savedFilter) => ({
      id: `list.saved-filter.${savedFilter.id}`,
      title: `Filter: ${savedFilter.name}`,
      run: () => onTake(savedFilter.filter),
    })),
  );
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="end"
      title="Saved filters"
      className="w-96"
      anchor={anchor}
    >
      {saved.length > 0 && (
        <ul
          className={cx(
            '-mx-2 max-h-72 overflow-y-auto',
            canSave ? 'mb-2.5 border-b border-line pb-2' : '-mb-1.5',
          )}
        >
          {saved.map((savedFilter) => (
            <SavedFilterRow
              key={savedFilter.id}
              saved={savedFilter}
              count={counts.get(savedFilter.id)}
              isSet={savedFilter.filter === filter}
              onTake={() => {
                setOpen(false);
                onTake(savedFilter.filter);
              }}
            />
          ))}
        </ul>
      )}
      {canSave ? (
        <SaveFilterForm filter={filter} />
      ) : (
        saved.length === 0 && <p className="text-small text-fg-2">No saved filters</p>
      )}
    </Popover>
  );
}

/** Names and saves the current filter. */
function SaveFilterForm({ filter }: { filter: string }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (): Promise<void> => {
    try {
      await saveFilter({ name, filter });
      setProblem(null);
      setName('');
    } catch (error) {
      setProblem(errorSentence(error));
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        label="Save filter as"
        hint={
          <span className="bytes block truncate" title={filter}>
            {filter}
          </span>
        }
        error={problem ?? undefined}
      >
        <div className="flex gap-1.5">
          <TextField
            className="flex-1"
            placeholder="Name"
            maxLength={100}
            value={name}
            onChange={({ currentTarget }) => {
              setName(currentTarget.value);
              setProblem(null);
            }}
          />
          <Button type="submit">Save</Button>
        </div>
      </Field>
    </form>
  );
}

interface SavedFilterRowProps {
  readonly saved: SavedFilter;
  readonly count: number | undefined;
  readonly isSet: boolean;
  readonly onTake: () => void;
}

/** A saved filter: its name, terms, and number of matches. */
function SavedFilterRow({ saved, count, isSet, onTake }: SavedFilterRowProps) {
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        aria-current={isSet || undefined}
        onClick={onTake}
        title={explain(saved.filter)}
        className="flex min-w-0 flex-1 items-baseline gap-3 rounded-control px-2 py-1 text-left -outline-offset-2 hover:bg-bg-3 aria-[current]:bg-accent-bg"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{saved.name}</span>
          <span className="bytes block truncate text-fg-2">{saved.filter}</span>
        </span>
        <span className="text-small text-fg-2 tabular-nums">
          {count === undefined ? '' : formatCount(count)}
        </span>
      </button>
      <IconButton
        icon={X}
        size="small"
        label={`Remove saved filter ${saved.name}`}
        onClick={() => void forgetFilter(saved)}
      />
    </li>
  );
}

// Saving and removing filters, with undo.

async function saveFilter({ name, filter }: Pick<SavedFilter, 'name' | 'filter'>): Promise<void> {
  put(collections.savedFilters, await core.savedFilters.create({ name, filter }));
}

const forgetFilter = (saved: SavedFilter): Promise<boolean> =>
  perform(`Can't remove ${saved.name}`, async () => {
    await core.savedFilters.remove({ id: saved.id });
    drop(collections.savedFilters, saved.id);
    return {
      title: `Removed saved filter ${saved.name}`,
      undo: { failure: `Can't save ${saved.name}`, run: () => saveFilter(saved) },
    };
  });

type Counts = ReadonlyMap<string, number>;

/** Minimum interval between counts, which may scan every body. */
const countIntervalMs = 5_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Counts repeatedly while data changes; the last number stays until the next. */
async function keepCounting(
  saved: readonly SavedFilter[],
  signal: AbortSignal,
  update: (change: (counts: Counts) => Counts) => void,
): Promise<void> {
  while (!signal.aborted) {
    const ledger = ledgerNow();
    for (const { id, filter } of saved) {
      const { count } = await core.deliveries.count({ filter }, { signal });
      update((counts) => new Map(counts).set(id, count));
    }
    do await pause(countIntervalMs);
    while (!signal.aborted && ledgerNow() === ledger);
  }
}

/** Matches of each saved filter while the menu is open. */
function useFilterCounts(saved: readonly SavedFilter[], isOpen: boolean): Counts {
  const [counts, setCounts] = useState<Counts>(new Map());
  useEffect(() => {
    if (!isOpen) return;
    const controller = new AbortController();
    // A lost connection keeps the last count; reopening restarts.
    keepCounting(saved, controller.signal, setCounts).catch(() => undefined);
    return () => controller.abort();
  }, [saved, isOpen]);
  return counts;
}
