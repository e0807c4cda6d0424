import { FileUp, Hand } from 'lucide-react';
import { allResends, useAllResends } from '#renderer/stores/all-resends-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { openImport } from '../import/import-store.ts';
import type { InspectorView } from '../inspector-route.ts';
import { RowList } from '../lists/row-list.tsx';
import { allResendsColumns } from './all-resends-columns.tsx';

/** All requests made by hand, whatever they were made from. */
export function AllResendsList({ view }: { view: InspectorView }) {
  const list = useAllResends();
  return (
    <>
      <div className="flex flex-none justify-end px-2.5 py-2">
        <Button icon={FileUp} shortcut="i" onClick={openImport}>
          Import a file
        </Button>
      </div>
      <RowList
        label="Resends"
        view={view}
        list={list}
        store={allResends}
        columns={allResendsColumns}
        all={list.nextCursor === null ? list.ids.length : undefined}
        empty={
          <EmptyState icon={Hand} title="Nothing was sent by hand">
            Requests that are edited and resent, resent in bulk, or sent from a file stand here,
            with their answers. They never count in the ledger.
          </EmptyState>
        }
      />
    </>
  );
}
