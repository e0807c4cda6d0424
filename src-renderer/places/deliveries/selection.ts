/** Deliveries that are selected together, in any list of them. */
import { useMemo } from 'react';
import { create } from 'zustand';
import { api, queryClient } from '#renderer/kit/data/query-client.ts';
import type { RowSelection } from '#renderer/ui/list-selection.ts';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import { deliveriesAre } from '#shared/filter/filter.ts';
import { printFilter } from '#shared/filter/print.ts';
import { type EventRow, isDelivery } from './messages/event-rows.ts';

/** A delivery, and its message. */
type Selected = ReadonlyMap<number, number>;

const none: Selected = new Map();

export const useSelected = create<{ readonly selected: Selected }>()(() => ({ selected: none }));

export function clearSelection(): void {
  if (useSelected.getState().selected.size > 0) useSelected.setState({ selected: none });
}

/** Of exactly these deliveries. */
export const selectionFilter = (selected: Selected): string =>
  printFilter(deliveriesAre([...selected.keys()]));

type Listed = Pick<DeliverySummary, 'id' | 'messageRowId'>;

const entriesOf = (deliveries: readonly Listed[]) =>
  deliveries.map(({ id, messageRowId }) => [id, messageRowId] as const);

function choose(deliveries: readonly Listed[]): void {
  useSelected.setState({ selected: new Map(entriesOf(deliveries)) });
}

function toggle(deliveries: readonly Listed[]): void {
  useSelected.setState(({ selected }) => {
    const isRemoved = deliveries.every(({ id }) => selected.has(id));
    const others = [...selected].filter(([id]) => !deliveries.some((one) => one.id === id));
    return { selected: new Map(isRemoved ? others : [...others, ...entriesOf(deliveries)]) };
  });
}

export function useDeliverySelection(): RowSelection<DeliverySummary> {
  const selected = useSelected((state) => state.selected);
  return useMemo(
    () => ({
      isEmpty: selected.size === 0,
      has: ({ id }) => selected.has(id),
      toggle,
      set: choose,
    }),
    [selected],
  );
}

// A message stands for all of its deliveries.

async function deliveriesOf(rows: readonly EventRow[]): Promise<readonly Listed[]> {
  const found = rows.map(async (row): Promise<readonly Listed[]> => {
    if (isDelivery(row)) return [row];
    if (row.deliveryCount === 0) return [];
    const { id } = row;
    return (await queryClient.fetchQuery(api.messages.get.queryOptions({ input: { id } })))
      .deliveries;
  });
  return (await Promise.all(found)).flat();
}

/** Only the last choice counts. */
let choices = 0;

function change(rows: readonly EventRow[], apply: (deliveries: readonly Listed[]) => void): void {
  choices += 1;
  const choice = choices;
  // What is known is selected at once.
  if (rows.every(isDelivery)) apply(rows);
  else
    deliveriesOf(rows).then(
      (deliveries) => {
        if (choice === choices) apply(deliveries);
      },
      // The connection shows what is wrong.
      () => undefined,
    );
}

export function useEventSelection(): RowSelection<EventRow> {
  const selected = useSelected((state) => state.selected);
  return useMemo(() => {
    const ofMessage = Map.groupBy(selected.values(), (messageRowId) => messageRowId);
    return {
      isEmpty: selected.size === 0,
      has: (row) =>
        isDelivery(row)
          ? selected.has(row.id)
          : row.deliveryCount > 0 && ofMessage.get(row.id)?.length === row.deliveryCount,
      toggle: (rows) => change(rows, toggle),
      set: (rows) => change(rows, choose),
    };
  }, [selected]);
}
