import { useEffect, useMemo, useRef, useState } from 'react';
import { parsedOrEverything } from '#renderer/filter/delivery-filter.ts';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { useDelivery } from '#renderer/kit/data/details.ts';
import { focusDetail } from '#renderer/kit/keyboard/focus.ts';
import { ListFoot, type MainListHandle, useMainList } from '#renderer/kit/lists/list.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import { webhooksOf } from '#shared/connections/destination.ts';
import type { CountsByCause } from '#shared/deliveries/cause.ts';
import { allOf } from '#shared/filter/filter.ts';
import { printFilter } from '#shared/filter/print.ts';
import { counted } from '#shared/kit/format.ts';
import type { Latency } from '#shared/statistics/statistics.ts';
import { GroupMenu, useSelectionScope } from '../bulk/actions-menu.tsx';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import type { DeliveriesView } from '../deliveries-route.ts';
import { useUrlFacts } from '../detail/timeline/url-facts.ts';
import { openDeliveryMenu } from '../row-menu.ts';
import { useDeliverySelection } from '../selection.ts';
import { changeView, openRow } from '../use-deliveries-view.ts';
import { AlertLine } from './alert-line.tsx';
import { groupedDestinationBelow, useDeliveryColumns } from './delivery-columns.tsx';
import { DeliveryFilterBar } from './delivery-filter-bar.tsx';
import { GroupedList } from './grouped-list.tsx';
import { type DeliveryGroup, groupOf, groupsOf, inPlace } from './groups.ts';
import { retryKey, selectKey } from './row-list.tsx';

/** Null until they are counted. */
export function useGroups(
  counts: CountsByCause | undefined,
  { show }: DeliveriesView,
  latency: Latency,
): readonly DeliveryGroup[] | null {
  const destinations = useItems(collections.destinations);
  const now = useReadNow((time) => Math.floor((time ?? 0) / minuteMs) * minuteMs);
  // An outage may have started in this minute.
  const factsOf = useUrlFacts(now + minuteMs);
  const order = useRef<readonly string[]>([]);
  const groups = useMemo(() => {
    if (counts === undefined) return null;
    const ofSeveral = new Set(
      destinations.filter((one) => webhooksOf(one).length > 1).map(({ id }) => id),
    );
    const sorted = groupsOf(counts, show, {
      now,
      latency,
      hasOneUrl: ({ destinationId }) => !ofSeveral.has(destinationId),
      nameOf: (url) => factsOf(url).name,
      isMock: (url) => factsOf(url).isMock === true,
      outageEndOf: (url) => {
        const { outage } = factsOf(url);
        return outage !== undefined && outage.to > now ? outage.to : null;
      },
      isEveryUrl: destinations.every((one) => one.fanOut === 'each' || webhooksOf(one).length < 2),
    });
    return inPlace(sorted, order.current);
  }, [counts, show, destinations, factsOf, now, latency]);
  useEffect(() => {
    order.current = groups?.map(({ key }) => key) ?? [];
  }, [groups]);
  return groups;
}

const minuteMs = 60_000;

/** The deliveries of a group, among those listed. */
const filterOfGroup = (listed: string, { filter }: DeliveryGroup): string =>
  printFilter(allOf([parsedOrEverything(listed), filter]));

interface GroupedDeliveriesProps {
  readonly view: DeliveriesView;
  readonly groups: readonly DeliveryGroup[];
}

export function GroupedDeliveries({ view, groups }: GroupedDeliveriesProps) {
  const { filter, id } = view;
  const [atKey, setAtKey] = useState<string | null>(null);
  const selected = groups.find(({ key }) => key === atKey) ?? null;
  const columns = useDeliveryColumns(groupedDestinationBelow);
  const mixedColumns = useDeliveryColumns();
  const selection = useDeliverySelection();
  const several = useSelectionScope();
  const open = useOpenIn(view, groups);
  const handle = useMainList<MainListHandle>({
    hasRows: true,
    status: 'ready',
    selectedKey: id === null ? null : String(id),
    selection,
    onClose: () => openRow(null),
  });
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const only = ({ namedFilter }: DeliveryGroup): void =>
    changeView({
      show: 'all',
      filter: printFilter(allOf([parsedOrEverything(filter), namedFilter])),
    });
  return (
    <>
      <DeliveryFilterBar
        view={view}
        grouping="cause"
        matching={total}
        selected={
          selected && {
            kind: 'group',
            title: selected.title,
            count: selected.count,
            filter: filterOfGroup(filter, selected),
          }
        }
      />
      <AlertLine filter={filter} />
      <div className="min-h-0 flex-1 border-t border-line">
        <GroupedList
          ref={handle}
          groups={groups}
          filterOf={(group) => filterOfGroup(filter, group)}
          columns={columns}
          mixedColumns={mixedColumns}
          selectedId={id}
          open={open}
          selection={selection}
          onSelect={openRow}
          onOpen={focusDetail}
          onMenu={openDeliveryMenu}
          onGroup={(group) => setAtKey(group?.key ?? null)}
          onOnly={only}
          menuOf={(group) => (
            <GroupMenu
              id={group.key}
              title={group.title}
              filter={filterOfGroup(filter, group)}
              count={group.count}
              state={group.state}
              onOnly={() => only(group)}
            />
          )}
        />
      </div>
      {several !== null ? (
        <SelectionBar scope={several} />
      ) : (
        <ListFoot hints={[retryKey, { keys: ['e'], text: 'edit and send a copy' }, selectKey]}>
          {counted(groups.length, 'group')}
        </ListFoot>
      )}
    </>
  );
}

/** The open delivery, and its group; null until both are known. */
function useOpenIn({ id, filter }: DeliveriesView, groups: readonly DeliveryGroup[]) {
  const { value } = useDelivery(id);
  const delivery = value?.id === id && filter === '' ? value : null;
  const key = delivery === null ? undefined : groupOf(groups, delivery)?.key;
  return useMemo(
    () => (delivery === null || key === undefined ? null : { delivery, key }),
    [delivery, key],
  );
}
