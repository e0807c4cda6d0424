/** Rows of the list by event: messages, and the deliveries of those that are open. */
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { create } from 'zustand';
import type { LiveListing } from '#renderer/kit/data/live-lists.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import type { DeliverySummary, MessageDetail } from '#shared/deliveries/delivery.ts';
import type { MessageSummary } from '#shared/ingestion/message.ts';

export type EventRow = MessageSummary | DeliverySummary;

export const isDelivery = (row: EventRow): row is DeliverySummary => 'messageRowId' in row;

export const keyOfRow = (row: EventRow): string =>
  isDelivery(row) ? `${row.messageRowId}/${row.id}` : String(row.id);

/** Messages that the user opened. */
export const useOpenMessages = create<{ readonly ids: ReadonlySet<number> }>()(() => ({
  ids: new Set(),
}));

export function setOpen({ id }: EventRow, isOpen: boolean): void {
  const { ids } = useOpenMessages.getState();
  const others = [...ids].filter((other) => other !== id);
  useOpenMessages.setState({ ids: new Set(isOpen ? [...others, id] : others) });
}

const noDeliveries: readonly DeliverySummary[] = [];

type DeliveriesOf = ReadonlyMap<number, readonly DeliverySummary[]>;

/** Of those messages that are open; empty until loaded. */
function useDeliveriesOf(messages: readonly MessageSummary[]): DeliveriesOf {
  const ids = useOpenMessages((state) => state.ids);
  const open = useMemo(() => messages.filter(({ id }) => ids.has(id)), [messages, ids]);
  return useQueries({
    queries: open.map(({ id }) => api.messages.get.queryOptions({ input: { id } })),
    combine: useCallback(
      (results: readonly { readonly data: MessageDetail | undefined }[]): DeliveriesOf =>
        new Map(
          open.map(({ id }, index) => [id, results[index]?.data?.deliveries ?? noDeliveries]),
        ),
      [open],
    ),
  });
}

type Rows<Item> = Pick<LiveListing<Item>, 'items' | 'positions' | 'ensureLoaded'>;

/** Each open message, and its deliveries after it. */
export function withDeliveries(
  { items: messages, positions, ensureLoaded }: Rows<MessageSummary>,
  deliveriesOf: DeliveriesOf,
): Rows<EventRow> {
  const items = messages.flatMap((message): readonly EventRow[] => [
    message,
    ...(deliveriesOf.get(message.id) ?? noDeliveries),
  ]);
  const added = items.length - messages.length;
  const before = positions?.before ?? 0;
  /** Its position in the list of messages. */
  const messageAt = (index: number): number => {
    const row = index - before;
    if (row < 0) return index;
    return index - (row < items.length ? items.slice(0, row + 1).filter(isDelivery).length : added);
  };
  return {
    items,
    ensureLoaded: (first, last) => ensureLoaded(messageAt(first), messageAt(last)),
    positions: positions && {
      before,
      count: positions.count + added,
      outerCount: positions.count,
      /** Of a message that isn't loaded. */
      positionOf(key) {
        const position = positions.positionOf(key);
        return position < before ? position : position + added;
      },
    },
  };
}

export function useEventRows(list: LiveListing<MessageSummary>): LiveListing<EventRow> {
  const { items, positions, ensureLoaded } = list;
  const deliveriesOf = useDeliveriesOf(items);
  const rows = useMemo(
    () => withDeliveries({ items, positions, ensureLoaded }, deliveriesOf),
    [items, positions, ensureLoaded, deliveriesOf],
  );
  return { ...list, ...rows };
}
