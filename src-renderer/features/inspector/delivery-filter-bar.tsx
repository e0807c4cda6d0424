import { ListFilter } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useCommand } from '#renderer/keyboard/use-command.ts';
import { SettleButton } from '#renderer/parts/settle-button.tsx';
import { useDestinations } from '#renderer/stores/destinations-store.ts';
import { parseFilter } from '#shared/lib/filter/parse.ts';
import {
  explain,
  type FilterTag,
  filterTags,
  isReadable,
  isUnfinished,
  settleProblem,
  settleTargetOf,
  withTyped,
} from './delivery-filter.ts';
import { FilterLine } from './filter-line.tsx';
import { FilterMeaning } from './filter-meaning.tsx';
import { FilterTags } from './filter-tags.tsx';
import { SavedFilters } from './saved-filters.tsx';
import { changeView } from './use-inspector-view.ts';

function applyFilter(filter: string): void {
  changeView({ filter }, 'replace');
}

/** What is typed; a filter of the address that cannot be read stands there to be mended. */
function useTyped(filter: string) {
  const [typed, setTyped] = useState('');
  // Complained about: until something else is typed, even where going on might mend it.
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    if (isReadable(filter)) return;
    setTyped(filter);
    setRefused(true);
  }, [filter]);
  return {
    typed,
    refused,
    type: (text: string) => {
      setTyped(text);
      setRefused(false);
      if (text === '' && !isReadable(filter)) applyFilter('');
    },
    refuse: () => setRefused(true),
  };
}

/** Narrows the list: the terms that apply stand as tags, the next one is written beside them. */
export function DeliveryFilterBar({ filter }: { filter: string }) {
  const input = useRef<HTMLInputElement>(null);
  const meaningId = useId();
  const { typed, refused, type, refuse } = useTyped(filter);
  const destinations = useDestinations((state) => state.items);
  const tags = filterTags(filter);
  const parsed = parseFilter(typed);
  const problem =
    parsed.ok || (!refused && isUnfinished(parsed.problem, typed)) ? null : parsed.problem;
  useCommand({
    id: 'list.filter',
    title: 'Filter deliveries',
    section: 'List',
    shortcut: ['Mod+F', '/'],
    run: () => input.current?.focus(),
  });
  const take = (text: string): void => {
    const result = withTyped(filter, text);
    if (result.ok) {
      type('');
      applyFilter(result.filter);
    } else refuse();
  };
  const edit = (tag: FilterTag | undefined): void => {
    if (tag === undefined) return;
    applyFilter(tag.without);
    type(tag.text);
    input.current?.focus();
  };
  const remove = (tag: FilterTag): void => {
    applyFilter(tag.without);
    input.current?.focus();
  };
  const next = withTyped(filter, typed);
  return (
    <>
      <div className="mx-2.5 my-2 flex flex-none gap-1.5">
        <search aria-label="Filter deliveries" className="flex min-w-0 flex-1">
          <FilterLine
            leading={
              <>
                <ListFilter className="icon-small text-fg-3" strokeWidth={1.5} aria-hidden="true" />
                <FilterTags tags={tags} onEdit={edit} onRemove={remove} />
              </>
            }
            inputRef={input}
            typed={typed}
            onType={type}
            onTake={take}
            onBack={() => edit(tags.at(-1))}
            placeholder={tags.length === 0 ? 'Filter, such as status>=500 or a text' : ''}
            invalid={problem !== null}
            describedBy={meaningId}
          />
        </search>
        <SavedFilters
          filter={filter}
          onTake={(saved) => {
            type('');
            applyFilter(saved);
          }}
        />
        <SettleButton
          target={settleTargetOf(filter, destinations)}
          problem={settleProblem(filter, destinations)}
        />
      </div>
      {(tags.length > 0 || typed !== '') && (
        <FilterMeaning
          id={meaningId}
          words={explain(next.ok ? next.filter : filter)}
          typed={typed}
          problem={problem}
        />
      )}
    </>
  );
}
