import { CircleAlert, ListFilter, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { LearnMore } from '#renderer/components/learn-more.tsx';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import type { Problem } from '#shared/filter/lex.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import {
  explain,
  type FilterTag,
  filterTags,
  isReadable,
  isUnfinished,
  withTyped,
} from './delivery-filter.ts';
import { FilterLine } from './filter-line.tsx';
import { SavedFilters } from './saved-filters.tsx';

interface FilterBarProps {
  /** The one that is set, as text: empty for all. It may be one that cannot be read. */
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  /** After the line and the saved filters. */
  readonly trailing?: ReactNode;
}

/** What is typed; a filter of the address that cannot be read stands there to be fixed. */
function useTyped(filter: string, onFilter: (filter: string) => void) {
  const [typed, setTyped] = useState('');
  // Complained about: until something else is typed, even where going on might fix it.
  const [refused, setRefused] = useState(false);
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (seen.current === filter) return;
    seen.current = filter;
    // It came from elsewhere: what was typed was not meant for it.
    setTyped(isReadable(filter) ? '' : filter);
    setRefused(!isReadable(filter));
  }, [filter]);
  const set = (next: string): void => {
    seen.current = next;
    onFilter(next);
  };
  return {
    typed,
    refused,
    set,
    type: (text: string) => {
      setTyped(text);
      setRefused(false);
      if (text === '' && !isReadable(filter)) set('');
    },
    refuse: () => setRefused(true),
  };
}

/** What is applied; only while somebody writes, and named as such, what would be. */
function meaningOf(filter: string, typed: string, isWriting: boolean): string {
  const next = withTyped(filter, typed);
  if (typed === '' || !next.ok) return explain(filter);
  return isWriting
    ? `With Enter: ${explain(next.filter)}`
    : `What is typed is not applied yet. ${explain(filter)}`;
}

/** Narrows what is shown: the terms that apply stand as tags, the next one is written beside them. */
export function FilterBar({ filter, onFilter, trailing }: FilterBarProps) {
  const search = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const meaningId = useId();
  const { typed, refused, set, type, refuse } = useTyped(filter, onFilter);
  const [isWriting, setIsWriting] = useState(false);
  const [isOffering, setIsOffering] = useState(false);
  const tags = filterTags(filter);
  const parsed = parseFilter(typed);
  const problem =
    parsed.ok || (!refused && isUnfinished(parsed.problem, typed)) ? null : parsed.problem;
  /** Where its tags have the focus, it goes on to the line. */
  const empty = (): void => {
    const hasFocus = search.current?.contains(document.activeElement) ?? false;
    type('');
    set('');
    setIsOffering(false);
    if (hasFocus) input.current?.focus();
  };
  useCommands([
    {
      id: 'list.filter',
      title: 'Filter deliveries',
      section: 'List',
      shortcut: ['Mod+F', '/'],
      run: () => {
        input.current?.focus();
        setIsOffering(true);
      },
    },
    {
      id: 'list.filter-remove',
      title: 'Remove the filter',
      section: 'List',
      shortcut: ['Shift+F', 'Mod+Shift+F'],
      enabled: () => filter !== '' || typed !== '',
      run: empty,
    },
  ]);
  const take = (text: string): void => {
    const result = withTyped(filter, text);
    if (result.ok) {
      type('');
      set(result.filter);
    } else refuse();
  };
  const edit = (tag: FilterTag | undefined): void => {
    if (tag === undefined) return;
    set(tag.without);
    type(tag.text);
    input.current?.focus();
  };
  const remove = (tag: FilterTag): void => {
    set(tag.without);
    input.current?.focus();
  };
  return (
    <>
      <div className="mx-2.5 my-2 flex flex-none gap-1.5">
        <search
          ref={search}
          aria-label="Filter deliveries"
          className="flex min-w-0 flex-1"
          onFocus={({ target }) => setIsWriting(target === input.current)}
          onBlur={() => setIsWriting(false)}
        >
          <FilterLine
            leading={
              <>
                <ListFilter className="icon-small text-fg-3" strokeWidth={1.5} aria-hidden="true" />
                <FilterTags tags={tags} onEdit={edit} onRemove={remove} />
              </>
            }
            inputRef={input}
            open={isOffering}
            onOpenChange={setIsOffering}
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
            onFilter(saved);
          }}
        />
        {trailing}
      </div>
      {(tags.length > 0 || typed !== '') && (
        <FilterMeaning
          id={meaningId}
          words={meaningOf(filter, typed, isWriting)}
          typed={typed}
          problem={problem}
        />
      )}
    </>
  );
}

interface FilterMeaningProps {
  readonly id: string;
  /** What the filter lets through, in plain words. */
  readonly words: string;
  readonly typed: string;
  /** Why what was typed cannot be read; null when it can. */
  readonly problem: Problem | null;
}

/** Beneath the line: what it means; or what is wrong, with the characters it is about. */
function FilterMeaning({ id, words, typed, problem }: FilterMeaningProps) {
  if (problem === null)
    return (
      <p id={id} className="mx-3 mb-2 line-clamp-2 flex-none text-small text-fg-2" title={words}>
        {words}
      </p>
    );
  const { start, end, message } = problem;
  return (
    <div id={id} role="alert" className="mx-3 mb-2 flex flex-none gap-1.5 text-small text-bad">
      <CircleAlert className="icon-small mt-0.5 flex-none" strokeWidth={1.5} aria-hidden="true" />
      <div className="min-w-0">
        <p className="bytes break-all text-fg">
          {typed.slice(0, start)}
          <mark className="rounded-sm bg-bad-bg text-bad underline decoration-wavy underline-offset-2">
            {typed.slice(start, end)}
          </mark>
          {typed.slice(end)}
        </p>
        <p>
          {message} <LearnMore topic="filters" />
        </p>
      </div>
    </div>
  );
}

interface FilterTagsProps {
  readonly tags: readonly FilterTag[];
  readonly onEdit: (tag: FilterTag) => void;
  readonly onRemove: (tag: FilterTag) => void;
}

/** The terms that apply: a click takes one back into the line to change it, its cross takes it away. */
function FilterTags({ tags, onEdit, onRemove }: FilterTagsProps) {
  return tags.map((tag) => (
    <span
      key={tag.text}
      // One always finds room beside the icon and the caret.
      className="bytes flex h-5 max-w-[calc(100%-42px)] min-w-0 items-center rounded-chip border border-transparent bg-accent-bg font-medium text-accent"
    >
      <button
        type="button"
        aria-label={`Change the filter ${tag.text}`}
        title={tag.text}
        onClick={() => onEdit(tag)}
        className="h-full min-w-0 truncate rounded-chip pr-0.5 pl-1.5 hover:bg-bg-3"
      >
        {tag.text}
      </button>
      <button
        type="button"
        aria-label={`Remove the filter ${tag.text}`}
        onClick={() => onRemove(tag)}
        className="grid h-full w-5 flex-none place-items-center rounded-chip hover:bg-bg-3"
      >
        <X size={11} strokeWidth={2} aria-hidden="true" />
      </button>
    </span>
  ));
}

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
      Fix it where it is written, or remove it.
    </EmptyState>
  );
}
