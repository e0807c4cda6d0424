import { settleProblem, settleTargetOf } from '#renderer/parts/filter/delivery-filter.ts';
import { FilterBar } from '#renderer/parts/filter/filter-bar.tsx';
import { SettleButton } from '#renderer/parts/settle-button.tsx';
import { useDestinations } from '#renderer/stores/destinations-store.ts';
import { changeView } from './use-inspector-view.ts';

/** Narrows the list, and settles what it leaves. */
export function DeliveryFilterBar({ filter }: { filter: string }) {
  const destinations = useDestinations((state) => state.items);
  return (
    <FilterBar
      filter={filter}
      onFilter={(next) => changeView({ filter: next }, 'replace')}
      trailing={
        <SettleButton
          target={settleTargetOf(filter, destinations)}
          problem={settleProblem(filter, destinations)}
        />
      }
    />
  );
}
