import { Bookmark, CircleAlert, Ellipsis, ListFilter, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { ActionMenu, type BoundAction, useActions } from '#renderer/kit/actions/actions.tsx';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import type { Problem } from '#shared/filter/lex.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import {
  explain,
  type FilterNouns,
  type FilterTag,
  filterTags,
  isUnfinished,
  isValidFilter,
  withTyped,
} from './delivery-filter.ts';
import { FilterLine } from './filter-line.tsx';
import { SavedFilters } from './saved-filters.tsx';

interface FilterBarProps {
  /** What is filtered. */
  readonly nouns?: FilterNouns;
  /** The applied filter as text; empty for all. It may be invalid. */
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  /** Shown after the input. */
  readonly trailing?: ReactNode;
  /** Of the list; its menu also has the saved filters. */
  readonly actions?: readonly BoundAction[];
  /** The button of that menu. */
  readonly menuRef?: RefObject<HTMLButtonElement | null>;
}

/** The typed text; an invalid filter from the URL goes here to be fixed. */
function useTyped(filter: string, onFilter: (filter: string) => void) {
  const [typed, setTyped] = useState('');
  // Shows the error until the text changes, even if more typing might fix it.
  const [isInvalid, setInvalid] = useState(false);
  const lastFilter = useRef<string>(undefined);
  /** The applied filter before one of its terms was taken out to be edited. */
  const edited = useRef<string>(undefined);
  useEffect(() => {
    if (lastFilter.current === filter) return;
    lastFilter.current = filter;
    edited.current = undefined;
    // A filter from elsewhere replaces the typed text.
    setTyped(isValidFilter(filter) ? '' : filter);
    setInvalid(!isValidFilter(filter));
  }, [filter]);
  const set = (next: string): void => {
    lastFilter.current = next;
    edited.current = undefined;
    onFilter(next);
  };
  return {
    typed,
    isInvalid,
    set,
    type: (text: string) => {
      setTyped(text);
      setInvalid(false);
      if (text === '' && !isValidFilter(filter)) set('');
    },
    showInvalid: () => setInvalid(true),
    edit: (tag: FilterTag): void => {
      const before = edited.current ?? filter;
      set(tag.without);
      edited.current = before;
      setTyped(tag.text);
      setInvalid(false);
    },
    /** What is applied, without what was typed since. */
    restore: (): void => {
      if (edited.current !== undefined) set(edited.current);
      setTyped(isValidFilter(filter) ? '' : filter);
    },
  };
}

/** The applied filter; while typing, the one that Enter would apply. */
function meaningOf(filter: string, typed: string, isEditing: boolean, nouns: FilterNouns): string {
  if (filter === '' && typed === '') return '';
  const next = withTyped(filter, typed);
  const explanation = explain(filter, nouns);
  if (typed === '' || !next.ok) return explanation;
  return isEditing
    ? `Enter applies: ${explain(next.filter, nouns)}`
    : `Enter applies. ${explanation}`;
}

/** Applied terms as tags, and an input for the next one. */
export function FilterBar(props: FilterBarProps) {
  const { nouns = 'deliveries', filter, onFilter, trailing } = props;
  const search = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const meaningId = useId();
  const {
    typed,
    isInvalid,
    set,
    type,
    showInvalid,
    edit: editTag,
    restore,
  } = useTyped(filter, onFilter);
  const [isEditing, setIsWriting] = useState(false);
  const [isOffering, setIsOffering] = useState(false);
  const tags = filterTags(filter);
  const parsed = parseFilter(typed);
  const problem =
    parsed.ok || (!isInvalid && isUnfinished(parsed.problem, typed)) ? null : parsed.problem;
  /** Keeps the focus on the input when its tags had it. */
  const empty = (): void => {
    const hasFocus = search.current?.contains(document.activeElement) ?? false;
    type('');
    set('');
    setIsOffering(false);
    if (hasFocus) input.current?.focus();
  };
  useActions('List', [
    {
      id: 'list.filter',
      title: `Filter ${nouns}`,
      shortcut: ['Mod+F', '/'],
      run: () => {
        input.current?.focus();
        setIsOffering(true);
      },
    },
    {
      id: 'list.filter-remove',
      title: 'Clear filter',
      shortcut: ['Shift+F', 'Mod+Shift+F'],
      isShown: filter !== '' || typed !== '',
      run: empty,
    },
  ]);
  const take = (text: string): boolean => {
    const result = withTyped(filter, text);
    if (result.ok) {
      type('');
      set(result.filter);
    } else showInvalid();
    return result.ok;
  };
  const edit = (tag: FilterTag | undefined): void => {
    if (tag === undefined) return;
    editTag(tag);
    input.current?.focus();
  };
  const remove = (tag: FilterTag): void => {
    set(tag.without);
    input.current?.focus();
  };
  return (
    <>
      <div className="mx-3 mb-2 flex flex-none gap-1.5">
        <search
          ref={search}
          aria-label={`Filter ${nouns}`}
          className="flex min-w-0 flex-1"
          onFocus={({ target }) => setIsWriting(target === input.current)}
          onBlur={() => setIsWriting(false)}
        >
          <FilterLine
            label={`Filter ${nouns}`}
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
            onRestore={restore}
            placeholder={tags.length === 0 ? 'Filter, such as status>=500' : ''}
            invalid={problem !== null}
            describedBy={meaningId}
          />
        </search>
        <div className="flex flex-none gap-1.5">
          {trailing}
          <ListMenu
            {...props}
            nouns={nouns}
            onTake={(saved) => {
              type('');
              onFilter(saved);
            }}
          />
        </div>
      </div>
      <FilterMeaning
        id={meaningId}
        meaning={isValidFilter(filter) ? meaningOf(filter, typed, isEditing, nouns) : ''}
        typed={typed}
        problem={problem}
      />
    </>
  );
}

interface ListMenuProps extends Pick<FilterBarProps, 'filter' | 'actions' | 'menuRef'> {
  readonly nouns: FilterNouns;
  readonly onTake: (filter: string) => void;
}

/** What a list offers, in one menu; without actions of its own, only its saved filters. */
function ListMenu({ nouns, filter, actions = [], menuRef, onTake }: ListMenuProps) {
  const ownRef = useRef<HTMLButtonElement>(null);
  const trigger = menuRef ?? ownRef;
  const [isOpen, setIsOpen] = useState(false);
  const [saved] = useActions('List', [
    {
      id: 'list.saved-filters',
      title: 'Saved filters',
      label: 'Saved filters…',
      shortcut: 'f',
      icon: Bookmark,
      menu: 'list',
      run: () => setIsOpen(true),
    },
    {
      id: 'list.menu',
      title: 'Open list actions',
      shortcut: 'a',
      isShown: actions.length > 0,
      run: () => trigger.current?.click(),
    },
  ]);
  const button = { ref: trigger, variant: 'default' } as const;
  return (
    <>
      {actions.length === 0 ? (
        <IconButton
          {...button}
          icon={Bookmark}
          label="Saved filters"
          shortcut="f"
          onClick={saved.run}
        />
      ) : (
        <ActionMenu
          trigger={<IconButton {...button} icon={Ellipsis} label="List actions" shortcut="a" />}
          actions={[...actions, saved]}
        />
      )}
      <SavedFilters
        {...{ nouns, filter, onTake }}
        open={isOpen}
        onOpenChange={setIsOpen}
        anchor={trigger}
      />
    </>
  );
}

interface FilterMeaningProps {
  readonly id: string;
  /** What the filter matches, in plain English. */
  readonly meaning: string;
  readonly typed: string;
  /** Why the typed text is invalid; null if it is not. */
  readonly problem: Problem | null;
}

/** Below the input: the meaning of the filter, or what is wrong and where. */
function FilterMeaning(props: FilterMeaningProps) {
  const { id, meaning, problem } = props;
  if (problem !== null) return <FilterProblem {...props} problem={problem} />;
  return meaning === '' ? null : (
    <p id={id} className="mx-3 mb-1.5 flex-none truncate text-small text-fg-2" title={meaning}>
      {meaning}
    </p>
  );
}

/** Pushes the list down while there is a problem. */
function FilterProblem({ id, typed, problem }: FilterMeaningProps & { problem: Problem }) {
  const { start, end, message } = problem;
  return (
    <div id={id} role="alert" className="mx-3 mb-1.5 flex flex-none gap-1.5 text-small text-bad">
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

/** Applied terms: click one to edit it, or its cross to remove it. */
function FilterTags({ tags, onEdit, onRemove }: FilterTagsProps) {
  return tags.map((tag) => (
    <span
      key={tag.text}
      // Fits next to the icon and the caret.
      className="bytes flex h-5 max-w-[calc(100%-42px)] min-w-0 flex-none items-center rounded-chip border border-transparent bg-accent-bg font-medium text-accent"
    >
      <button
        type="button"
        aria-label={`Edit filter ${tag.text}`}
        title={tag.text}
        onClick={() => onEdit(tag)}
        className="h-full min-w-0 truncate rounded-chip pr-0.5 pl-1.5 hover:bg-bg-3"
      >
        {tag.text}
      </button>
      <button
        type="button"
        aria-label={`Remove filter ${tag.text}`}
        onClick={() => onRemove(tag)}
        className="grid h-full w-5 flex-none place-items-center rounded-chip hover:bg-bg-3"
      >
        <X size={11} strokeWidth={2} aria-hidden="true" />
      </button>
    </span>
  ));
}

interface NoMatchesProps {
  readonly onClear: () => void;
}

export function NoMatches({ onClear }: NoMatchesProps) {
  return (
    <EmptyState
      icon={ListFilter}
      title="Nothing matches"
      actions={<Button onClick={onClear}>Clear filter</Button>}
    />
  );
}

interface UnreadableFilterProps {
  readonly onRemove: () => void;
}

/** Shown instead of results for an invalid filter in the URL. */
export function UnreadableFilter({ onRemove }: UnreadableFilterProps) {
  return (
    <EmptyState
      icon={ListFilter}
      title="Invalid filter"
      actions={<Button onClick={onRemove}>Clear filter</Button>}
    />
  );
}
