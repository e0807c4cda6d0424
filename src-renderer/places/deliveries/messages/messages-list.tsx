import { Inbox } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { FilterBar } from '#renderer/filter/filter-bar.tsx';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { hasGaps, useLedger } from '#renderer/kit/data/ledger.ts';
import { messageLists, useLiveList } from '#renderer/kit/data/live-lists.ts';
import { listedStatus } from '#renderer/requests/no-status.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { DisclosureMark } from '#renderer/ui/disclosure.tsx';
import type { MenuPoint } from '#renderer/ui/menu.tsx';
import { type MarkedState, StateMark } from '#renderer/ui/state-mark.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import type { Ledger } from '#shared/deliveries/ledger.ts';
import { stateLabel } from '#shared/deliveries/text.ts';
import type { MessageSummary } from '#shared/ingestion/message.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import type { DeliveriesView } from '../deliveries-route.ts';
import {
  ageColumn,
  NarrowTypeMark,
  quietColumn,
  RowText,
  typeColumn,
  useColumnPicker,
  useWithChosenColumn,
} from '../lists/columns.tsx';
import { GroupByMenu } from '../lists/delivery-filter-bar.tsx';
import { setGroupBy } from '../lists/group-by.ts';

import { RowList } from '../lists/row-list.tsx';
import { openDeliveryMenu } from '../row-menu.ts';
import { useEventSelection } from '../selection.ts';
import { changeView, openRow } from '../use-deliveries-view.ts';
import {
  type EventRow,
  isDelivery,
  keyOfRow,
  setOpen,
  useEventRows,
  useOpenMessages,
} from './event-rows.ts';

// Explains outcomes of accepted messages that need action.

type Outcome = MessageSummary['outcome'];

/** Routed messages have no mark; their deliveries do. */
export const outcomeStates: Record<Outcome, MarkedState | null> = {
  routed: null,
  unrouted: 'not_sent',
  duplicate: 'duplicate',
};

interface OutcomeExplanation {
  readonly text: string;
  readonly link: { readonly text: string; readonly page: 'connections' } | null;
}

export function outcomeExplanation({
  outcome,
  sourceName,
}: Pick<MessageSummary, 'outcome' | 'sourceName'>): OutcomeExplanation | null {
  switch (outcome) {
    case 'routed':
      return null;
    case 'unrouted':
      return {
        text: `No enabled destination was connected to "${sourceName}".`,
        link: { text: 'View destinations', page: 'connections' },
      };
    case 'duplicate':
      return {
        text: `Duplicate messageId: not delivered again.`,
        link: null,
      };
  }
}

export function MessagesList({ view }: { view: DeliveriesView }) {
  const { filter, listed, id } = view;
  const list = useLiveList(messageLists, listed);
  const rows = useEventRows(list);
  const openIds = useOpenMessages((state) => state.ids);
  const columns = useEventColumns();
  const menu = useRef<HTMLButtonElement>(null);
  const column = useColumnPicker(menu);
  // A delivery has the same address in every list.
  const delivery = rows.items.find((row) => isDelivery(row) && row.id === id);
  const ledger = useLedger((ledger) => ledger);
  return (
    <>
      <FilterBar
        nouns="messages"
        filter={filter}
        onFilter={(next) => changeView({ filter: next }, 'replace')}
        trailing={<GroupByMenu grouping="event" />}
        actions={[column.action]}
        menuRef={menu}
      />
      {column.picker}
      <RowList
        label="Messages"
        view={view}
        list={rows}
        selection={useEventSelection()}
        onMenu={openEventMenu}
        columns={columns}
        tree={{
          keyOf: keyOfRow,
          selectedKey:
            view.list === 'messages' && id !== null
              ? String(id)
              : view.list === 'deliveries' && delivery !== undefined
                ? keyOfRow(delivery)
                : null,
          onSelect: openEventRow,
          isInner: isDelivery,
          isOpen: (row) =>
            isDelivery(row) || row.deliveryCount === 0 ? undefined : openIds.has(row.id),
          setOpen,
        }}
        all={listed === '' ? keptMessages(ledger) : undefined}
        total={listed === '' ? undefined : keptMessages(ledger)}
        empty={<EmptyState icon={Inbox} title="Events appear here as they arrive" />}
      />
    </>
  );
}

/** Total messages from the ledger; unknown once some were deleted. */
export const keptMessages = (ledger: Ledger | null): number | undefined =>
  ledger === null || hasGaps(ledger) ? undefined : ledger.accepted + ledger.duplicates;

const messageColumns: readonly VirtualListColumn<MessageSummary>[] = [
  {
    id: 'open',
    heading: 'Deliveries',
    headingHidden: true,
    width: '14px',
    cell: (message) => <Expander message={message} />,
  },
  typeColumn,
  {
    id: 'event',
    heading: 'Event',
    width: 'minmax(0,1.4fr)',
    cell: (message) => (
      <span
        className="flex min-w-0 items-center gap-1.5 font-medium"
        title={visibleLine(message.label)}
      >
        <NarrowTypeMark type={message.type} />
        <span className="truncate">
          <RowText row={message} />
        </span>
      </span>
    ),
  },
  quietColumn('Source', 'minmax(0,1fr)', ({ sourceName }) => sourceName, 480),
  {
    id: 'deliveries',
    heading: 'Deliveries',
    width: '76px',
    align: 'end',
    cell: ({ deliveryCount, outcome }) => {
      const state = outcomeStates[outcome];
      return (
        <span className="flex items-center gap-1 text-small text-fg-3 tabular-nums">
          {state !== null && <StateMark state={state} decorative />}
          {state === null ? deliveryCount : stateLabel(state)}
        </span>
      );
    },
  },
  ageColumn(({ receivedAt }) => receivedAt),
];

/** What a delivery shows in the columns of its message. */
const deliveryCells: Readonly<Record<string, (delivery: DeliverySummary) => ReactNode>> = {
  event: ({ state, destinationName }) => (
    <span className="flex min-w-0 items-center gap-2 pl-3">
      <StateMark state={state} />
      <span className="truncate" title={visibleLine(destinationName)}>
        {visibleLine(destinationName)}
      </span>
    </span>
  ),
  deliveries: (delivery) => <StatusCode code={listedStatus(delivery)} />,
};

/** The source only tells rows apart if there are several. */
function useEventColumns(): readonly VirtualListColumn<EventRow>[] {
  const isOneSource = useItems(collections.sources).length <= 1;
  const columns = useWithChosenColumn(messageColumns);
  return useMemo(
    () =>
      columns
        .filter(({ id }) => id !== 'source' || !isOneSource)
        .map(({ cell, ...column }) => ({
          ...column,
          cell: (row) => (isDelivery(row) ? deliveryCells[column.id]?.(row) : cell(row)),
        })),
    [columns, isOneSource],
  );
}

function openEventMenu(row: EventRow, at: MenuPoint): void {
  if (isDelivery(row)) openDeliveryMenu(row, at);
}

function openEventRow(row: EventRow): void {
  // The list stays when the address is one of a delivery.
  if (isDelivery(row)) setGroupBy('event');
  openRow(row.id, isDelivery(row) ? 'deliveries' : 'messages');
}

/** Turned while its message is open. */
function Expander({ message }: { message: MessageSummary }) {
  const isOpen = useOpenMessages(({ ids }) => ids.has(message.id));
  if (message.deliveryCount === 0) return null;
  return (
    <span data-expander="" className="-m-1 flex p-1">
      <DisclosureMark isOpen={isOpen} />
    </span>
  );
}
