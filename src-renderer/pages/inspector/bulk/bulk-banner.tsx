import { ListChecks } from 'lucide-react';
import { useDelayedTrue } from '#renderer/components/late-spinner.tsx';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { isUnderWay, useBulk } from '#renderer/stores/bulk-store.ts';
import type { Route } from '#renderer/stores/route.ts';
import { useRoute } from '#renderer/stores/route-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { bulkShare } from '#shared/lib/bulk-words.ts';
import { viewOf } from '../inspector-route.ts';
import { stopBulk } from './bulk-run-actions.ts';
import { runSentence, runTitle } from './bulk-run-labels.ts';

/** What is over sooner says what it did, and needs no progress. */
const patienceMs = 400;

/** Whether a bulk action runs that is not in sight where one is. */
export function useHasBulkBanner(): boolean {
  const moves = useBulk(({ run }) => isUnderWay(run));
  const inSight = useRoute(({ route }) => isBulkInSight(route));
  return useDelayedTrue(moves && !inSight, patienceMs);
}

/** The progress of a bulk action, for whoever goes on working elsewhere. Not read aloud as it moves. */
export function BulkBanner() {
  const run = useBulk((bulk) => bulk.run);
  if (run === null) return null;
  return (
    <section
      aria-label="Bulk action"
      className="flex items-center gap-2 rounded-control bg-accent-bg px-2.5 py-1.5 text-accent"
    >
      <ListChecks className="icon-small" strokeWidth={1.5} aria-hidden="true" />
      <p className="flex min-w-0 flex-1 items-center gap-1.5 tabular-nums">
        <span className="flex-none font-medium">{runTitle(run)}.</span>
        <ProgressBar label="Done" value={bulkShare(run)} of={1} className="w-32 flex-none" />
        <span className="truncate text-fg">{run.problem ?? runSentence(run)}</span>
      </p>
      <RouteLink to={{ page: 'inspector' }}>Show</RouteLink>
      {run.state === 'running' && (
        <Button variant="quiet" onClick={() => void stopBulk(run)} className="-my-1 text-current">
          Stop
        </Button>
      )}
    </section>
  );
}

/** Whether the address shows the list of deliveries, which the panel stands above. Pure. */
export const isBulkInSight = (route: Route): boolean =>
  route.page === 'inspector' && viewOf(route).list === 'deliveries';
