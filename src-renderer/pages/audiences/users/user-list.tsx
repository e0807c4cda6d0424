import { Search, UserMinus, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { List } from '#renderer/components/list.tsx';
import { neighborIn } from '#renderer/data/listing.ts';
import type { PagedListing } from '#renderer/data/pages.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';

interface UserListProps<User extends { readonly userId: string }> {
  /** Its name, read aloud. */
  readonly label: string;
  readonly list: PagedListing<User>;
  readonly columns: readonly VirtualListColumn<User>[];
  /** Beginning of the ids that are looked for. */
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly searchTitle: string;
  /** Beside the search. */
  readonly choice?: ReactNode;
  /** Left out where none can be removed. */
  readonly onRemove?: ((user: User) => void) | undefined;
  readonly canRemove?: (user: User) => boolean;
  /** Users that there are in all, where somebody has counted them. */
  readonly total: number | undefined;
  readonly hasFoot?: boolean;
  /** Why there are none, where none is looked for. */
  readonly empty: ReactNode;
}

const userKey = ({ userId }: { readonly userId: string }): string => userId;

/** Users by their ids, which can be searched, and removed one by one. */
export function UserList<User extends { readonly userId: string }>(props: UserListProps<User>) {
  const { list, search, onSearch, onRemove, total } = props;
  const { items, hasMore } = list;
  const [selected, setSelected] = useState<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const chosen = items.find(({ userId }) => userId === selected);
  const canRemove = chosen !== undefined && (props.canRemove?.(chosen) ?? true);
  const remove = (): void => {
    if (!canRemove) return;
    // The keyboard goes on from where it was.
    setSelected(neighborIn(items, chosen)?.userId ?? null);
    onRemove?.(chosen);
  };
  useCommands([
    {
      id: 'users.search',
      title: props.searchTitle,
      section: 'Audiences',
      shortcut: ['Mod+F', '/'],
      run: () => frame.current?.querySelector('input')?.focus(),
    },
    {
      id: 'users.remove',
      title: 'Remove the user',
      section: 'Audiences',
      shortcut: 'Delete',
      enabled: () => onRemove !== undefined && canRemove,
      run: remove,
    },
  ]);
  return (
    <div className="flex min-h-[260px] min-w-0 flex-1 flex-col bg-bg-1">
      <div ref={frame} className="flex flex-none flex-wrap gap-1.5 border-b border-line p-2.5">
        <search className="min-w-40 flex-1">
          <UserSearch value={search} onChange={onSearch} />
        </search>
        {props.choice}
        {onRemove !== undefined && (
          <IconButton
            icon={UserMinus}
            label="Remove the chosen user"
            shortcut="Delete"
            disabledReason={canRemove ? undefined : 'Choose a user first'}
            onClick={remove}
          />
        )}
      </div>
      <List<User>
        label={props.label}
        nouns="users"
        list={list}
        rowKey={userKey}
        columns={props.columns}
        selectedKey={chosen?.userId ?? null}
        onSelect={({ userId }) => setSelected(userId)}
        totalCount={total ?? (hasMore ? undefined : items.length)}
        empty={
          search === '' ? (
            props.empty
          ) : (
            <EmptyState icon={Search} title="No user id begins so">
              Big and small letters are told apart.
            </EmptyState>
          )
        }
      />
      {props.hasFoot === true && (
        <footer className="flex h-[30px] flex-none items-center border-t border-line px-3 text-label whitespace-nowrap text-fg-3 tabular-nums">
          <span className="ml-auto truncate">
            {items.length.toLocaleString('en')}
            {total !== undefined
              ? ` of ${Math.max(total, items.length).toLocaleString('en')}`
              : hasMore && ' and more'}
          </span>
        </footer>
      )}
    </div>
  );
}

const leaving: ReadonlySet<string> = new Set(['Enter', 'ArrowDown', 'Escape']);

const listBeside = (field: Element | null): HTMLElement | null | undefined =>
  field?.closest('section')?.querySelector<HTMLElement>('[role="listbox"]');

/**
 * Keys that lead into the list of what was found, as soon as that is read; what was typed stays, as in
 * the line of a filter.
 */
function useWayToList() {
  const field = useRef<HTMLInputElement>(null);
  const isLeaving = useRef(false);
  const leave = (): void => {
    const list = isLeaving.current ? listBeside(field.current) : null;
    if (!list) return;
    isLeaving.current = false;
    list.focus();
  };
  useEffect(leave);
  return {
    ref: field,
    onBlur: () => {
      isLeaving.current = false;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      isLeaving.current = leaving.has(event.key) && !event.nativeEvent.isComposing;
      if (!isLeaving.current) return;
      event.preventDefault();
      leave();
    },
  };
}

interface UserSearchProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Looks for users by the beginning of their id. */
export function UserSearch({ value, onChange }: UserSearchProps) {
  const wayToList = useWayToList();
  return (
    <TextField
      icon={Search}
      mono
      aria-label="Beginning of the user id"
      placeholder="User id begins with"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      {...wayToList}
      trailing={
        value !== '' && (
          <IconButton icon={X} size="small" label="Clear the search" onClick={() => onChange('')} />
        )
      }
    />
  );
}
