import { useRef } from 'react';
import { FilterBar } from '#renderer/filter/filter-bar.tsx';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { type BulkScope, useListActions, useSelectionScope } from '../bulk/actions-menu.tsx';
import type { DeliveriesView } from '../deliveries-route.ts';
import { changeView } from '../use-deliveries-view.ts';
import { useColumnPicker } from './columns.tsx';
import { type Grouping, groupings, setGroupBy } from './group-by.ts';

export const setFilter = (filter: string): void => changeView({ filter }, 'replace');

interface DeliveryFilterBarProps {
  readonly view: DeliveriesView;
  readonly grouping: Grouping;
  /** Listed deliveries; undefined until counted. */
  readonly matching: number | undefined;
  /** A group that is selected, for bulk actions. */
  readonly selected?: BulkScope | null;
}

/** The filter, the grouping and the bulk actions of the list. */
export function DeliveryFilterBar({
  view,
  grouping,
  matching,
  selected = null,
}: DeliveryFilterBarProps) {
  const menu = useRef<HTMLButtonElement>(null);
  const column = useColumnPicker(menu);
  const list = { kind: 'list', filter: view.listed, count: matching, title: null } as const;
  const bulk = useListActions(useSelectionScope() ?? selected ?? list);
  return (
    <>
      <FilterBar
        filter={view.filter}
        onFilter={setFilter}
        trailing={<GroupByMenu grouping={grouping} />}
        actions={[...bulk, column.action]}
        menuRef={menu}
      />
      {column.picker}
    </>
  );
}

const groupingLabels: Readonly<Record<Grouping, string>> = {
  cause: 'Cause',
  event: 'Event',
  none: 'None',
};

/** What the list is grouped by. */
export function GroupByMenu({ grouping }: { grouping: Grouping }) {
  const choose = (next: Grouping): void => {
    setGroupBy(next);
    changeView({ list: next === 'event' ? 'messages' : 'deliveries', id: null });
  };
  useActions(
    'List',
    groupings.map((one) => ({
      id: `list.group.${one}`,
      title: one === 'none' ? 'Do not group the list' : `Group the list by ${one}`,
      run: () => choose(one),
    })),
  );
  return (
    <Select
      aria-label="Group by"
      value={grouping}
      onChange={choose}
      options={groupings.map((value) => ({ value, label: groupingLabels[value] }))}
      prefix="Group by"
    />
  );
}
