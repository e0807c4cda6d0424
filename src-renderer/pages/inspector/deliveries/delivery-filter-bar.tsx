import { SettleButton } from '#renderer/components/fast-forward-button.tsx';
import { settleProblem, settleTargetOf } from '#renderer/components/filter/delivery-filter.ts';
import { FilterBar } from '#renderer/components/filter/filter-bar.tsx';
import { collections, useItems } from '#renderer/data/collections.ts';
import { ActionsMenu } from '../bulk/actions-menu.tsx';
import { BulkPanel } from '../bulk/bulk-panel.tsx';
import { changeView } from '../use-inspector-view.ts';

interface DeliveryFilterBarProps {
  readonly filter: string;
  /** Deliveries that match, where somebody has counted them. */
  readonly matching: number | undefined;
}

/** Narrows the list, and acts on what it leaves. */
export function DeliveryFilterBar({ filter, matching }: DeliveryFilterBarProps) {
  const destinations = useItems(collections.destinations);
  return (
    <>
      <FilterBar
        filter={filter}
        onFilter={(next) => changeView({ filter: next }, 'replace')}
        trailing={
          <>
            <ActionsMenu filter={filter} matching={matching} />
            <SettleButton
              target={settleTargetOf(filter, destinations)}
              problem={settleProblem(filter, destinations)}
            />
          </>
        }
      />
      <BulkPanel filter={filter} />
    </>
  );
}
