import { Search, UserMinus, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { neighborIn } from '#renderer/kit/data/listing.ts';
import type { PagedListing } from '#renderer/kit/data/pages.ts';
import { List } from '#renderer/kit/lists/list.tsx';
import { IconButton } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { TextField } from '#renderer/ui/text-field.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { formatCount } from '#shared/kit/format.ts';

interface UserListProps<User extends { readonly userId: string }> {
  readonly label: string;
  readonly list: PagedListing<User>;
  readonly columns: readonly VirtualListColumn<User>[];
  /** Prefix of the user IDs. */
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly searchTitle: string;
  readonly choice?: ReactNode;
  readonly onRemove?: ((user: User) => void) | undefined;
  readonly canRemove?: (user: User) => boolean;
  /** Total number of users, if known. */
  readonly total: number | undefined;
  readonly hasFoot?: boolean;
  readonly empty: ReactNode;
}

const userKey = ({ userId }: { readonly userId: string }): string => userId;

export function UserList<User extends { readonly userId: string }>(props: UserListProps<User>) {
  const { list, search, onSearch, onRemove, total } = props;
  const { items, hasMore } = list;
  const [selected, setSelected] = useState<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const selectedUser = items.find(({ userId }) => userId === selected);
  const isEmpty = total === 0 && items.length === 0;
  const canRemove = selectedUser !== undefined && (props.canRemove?.(selectedUser) ?? true);
  const [, remove] = useActions('Audiences', [
    {
      id: 'users.search',
      title: props.searchTitle,
      shortcut: ['Mod+F', '/'],
      run: () => frame.current?.querySelector('input')?.focus(),
    },
    {
      id: 'users.remove',
      title: 'Remove user',
      label: 'Remove selected user',
      shortcut: 'Delete',
      icon: UserMinus,
      isShown: onRemove !== undefined,
      problem: canRemove ? undefined : 'Select a user',
      run: () => {
        if (selectedUser === undefined) return;
        // Keeps the keyboard position.
        setSelected(neighborIn(items, selectedUser)?.userId ?? null);
        onRemove?.(selectedUser);
      },
    },
  ]);
  return (
    <div
      className={cx(
        'flex min-w-0 flex-col overflow-hidden rounded-card border border-line bg-bg-1',
        // Only users need the height.
        !isEmpty && 'h-[clamp(260px,46vh,520px)]',
      )}
    >
      <div ref={frame} className="flex flex-none flex-wrap gap-1.5 border-b border-line p-2.5">
        <search className="min-w-40 flex-1">
          <UserSearch value={search} onChange={onSearch} />
        </search>
        {props.choice}
        <ActionButton action={remove} variant="quiet" hasLabel={false} />
      </div>
      <List<User>
        label={props.label}
        nouns="users"
        list={list}
        rowKey={userKey}
        columns={props.columns}
        selectedKey={selectedUser?.userId ?? null}
        onSelect={({ userId }) => setSelected(userId)}
        totalCount={total ?? (hasMore ? undefined : items.length)}
        empty={
          search === '' ? (
            props.empty
          ) : (
            <EmptyState icon={Search} title="No matching user IDs">
              User IDs are case-sensitive.
            </EmptyState>
          )
        }
      />
      {props.hasFoot === true && !isEmpty && (
        <footer className="flex h-control flex-none items-center border-t border-line px-3 text-label whitespace-nowrap text-fg-3 tabular-nums">
          <span className="ml-auto truncate">
            {formatCount(items.length)}
            {total !== undefined
              ? ` of ${formatCount(Math.max(total, items.length))}`
              : hasMore && '+'}
          </span>
        </footer>
      )}
    </div>
  );
}

const leaveKeys: ReadonlySet<string> = new Set(['Enter', 'ArrowDown', 'Escape']);

const listBeside = (field: Element | null): HTMLElement | null | undefined =>
  field?.closest('section')?.querySelector<HTMLElement>('[role="listbox"]');

/** Moves focus to the list once the results are loaded; keeps the typed text. */
function useFocusList() {
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
      isLeaving.current = leaveKeys.has(event.key) && !event.nativeEvent.isComposing;
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

export function UserSearch({ value, onChange }: UserSearchProps) {
  const focusList = useFocusList();
  return (
    <TextField
      icon={Search}
      mono
      aria-label="User ID prefix"
      placeholder="User ID prefix"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      {...focusList}
      trailing={
        value !== '' && (
          <IconButton icon={X} size="small" label="Clear search" onClick={() => onChange('')} />
        )
      }
    />
  );
}
