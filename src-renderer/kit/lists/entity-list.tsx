import { type LucideIcon, Plus } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import type { Listing } from '#renderer/kit/data/listing.ts';
import type { PagedListing } from '#renderer/kit/data/pages.ts';
import { focusPane } from '#renderer/kit/keyboard/focus.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { SplitPane } from '#renderer/ui/split-pane.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { capitalized, formatCount } from '#shared/kit/format.ts';
import { ListFoot, MainList, newKey } from './list.tsx';

interface EntityListProps<Item extends { readonly id: string }> {
  readonly title: string;
  readonly noun: string;
  readonly list: Listing<Item> | PagedListing<Item>;
  readonly columns: readonly VirtualListColumn<Item>[];
  readonly selectedId: string | null;
  readonly onSelect: (id: string) => void;
  readonly onNew: () => void;
  /** Why the list is empty, and what to do. */
  readonly empty: ReactNode;
  /** Enter or double click; focuses the pane by default. */
  readonly onOpen?: (() => void) | undefined;
  /** Two lines by default. */
  readonly rowHeight?: number | undefined;
}

const idOf = ({ id }: { readonly id: string }): string => id;

function Rows<Item extends { readonly id: string }>(props: EntityListProps<Item>) {
  return (
    <MainList<Item>
      label={props.title}
      nouns={`${props.noun}s`}
      list={props.list}
      rowKey={idOf}
      rowHeight={props.rowHeight ?? 49}
      columns={props.columns}
      selectedKey={props.selectedId}
      onSelect={({ id }) => props.onSelect(id)}
      onOpen={props.onOpen ?? focusPane}
      empty={props.empty}
    />
  );
}

interface EntityPageProps<Item extends { readonly id: string }> extends EntityListProps<Item> {
  readonly icon: LucideIcon;
  /** Enables or disables the selected entity; omitted if it has no such state. */
  readonly onToggle?: (() => void) | undefined;
  readonly startSize?: number;
  /** Buttons for the whole list. */
  readonly actions?: ReactNode;
  /** Below the list. */
  readonly foot?: ReactNode;
  /** Keys of the page. */
  readonly hints?: ComponentProps<typeof ListFoot>['hints'];
  /** False while other required data loads. */
  readonly isReady?: boolean;
  /** The selected or new entity; null if it does not exist. */
  readonly children: ReactNode;
}

/** A page for a small collection: one is selected, and a key creates another. */
export function EntityPage<Item extends { readonly id: string }>(props: EntityPageProps<Item>) {
  const { title, noun, list, selectedId, onNew, onToggle, startSize = 296, hints = [] } = props;
  const [create] = useActions(title, [
    { id: `${noun}.new`, title: `New ${noun}`, shortcut: 'n', icon: Plus, run: onNew },
    {
      id: `${noun}.toggle`,
      title: `Enable or disable ${noun}`,
      shortcut: 'x',
      isShown: selectedId !== null && onToggle !== undefined,
      run: () => onToggle?.(),
    },
  ]);
  return (
    <SplitPane
      id={`${noun.replaceAll(' ', '-')}s`}
      separatorLabel="Resize the list"
      startSize={startSize}
      startMin={220}
      endMin={420}
      start={
        <section aria-label={title} className="flex h-full min-h-0 flex-col bg-bg-1">
          <header className="flex min-h-11 flex-none flex-wrap items-center gap-x-2 border-b border-line py-1 pr-2 pl-3">
            <h1 className="font-semibold">{title}</h1>
            {list.status === 'ready' && (
              <span className="text-fg-3 tabular-nums">{formatCount(list.items.length)}</span>
            )}
            <span className="flex-1" />
            {props.actions}
            <ActionButton action={create} variant="quiet" hasLabel={false} />
          </header>
          <Rows {...props} />
          {list.items.length > 0 && (
            <ListFoot
              hints={[
                newKey,
                ...(onToggle === undefined ? [] : [{ keys: ['x'], text: 'enable / disable' }]),
                ...hints,
              ]}
            >
              {props.foot}
            </ListFoot>
          )}
        </section>
      }
      end={<EntityDetail {...props} status={list.status} />}
    />
  );
}

interface EntityDetailProps {
  readonly noun: string;
  readonly icon: LucideIcon;
  readonly status: Listing<unknown>['status'];
  readonly isReady?: boolean;
  readonly onNew: () => void;
  readonly children: ReactNode;
}

/** The pane next to the list: the selected entity, or why there is none. */
export function EntityDetail(props: EntityDetailProps) {
  const { noun, icon, status, isReady = true, onNew, children } = props;
  if (status === 'loading' || !isReady) return <LateSpinner label={`Loading ${noun}`} />;
  // The list shows the error and a retry button.
  if (status === 'failed') return <div className="h-full bg-bg-0" />;
  return (
    children ?? (
      <EmptyState
        icon={icon}
        title={`${capitalized(noun)} not found`}
        actions={<Button onClick={() => onNew()}>New {noun}</Button>}
      >
        It may have been deleted.
      </EmptyState>
    )
  );
}
