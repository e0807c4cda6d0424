import { isReadable } from '#renderer/components/filter/delivery-filter.ts';
import { useBulk } from '#renderer/stores/bulk-store.ts';
import { useBulkPanel } from './bulk-panel-store.ts';
import { PlanPanel } from './plan-panel.tsx';
import { RunPanel } from './run-panel.tsx';

/** The bulk action that is planned, runs, or has just ended; nothing otherwise. */
export function BulkPanel({ filter }: { filter: string }) {
  const planned = useBulkPanel((panel) => panel.planned);
  const run = useBulk((bulk) => (bulk.isNews ? bulk.run : null));
  if (planned !== null && isReadable(filter)) return <PlanPanel action={planned} filter={filter} />;
  return run === null ? null : <RunPanel run={run} filter={filter} />;
}
