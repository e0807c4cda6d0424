import { ChartColumnStacked, ListFilter, Send } from 'lucide-react';
import { useLedger } from '#renderer/stores/ledger-store.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { type OverviewView, overviewRoute, rangeNames } from './overview-route.ts';

/** Why there is nothing to plot, and what to do about it. */
export function NothingThere({ view }: { view: OverviewView }) {
  const routed = useLedger((state) => state.ledger?.routed ?? 0);
  const show = (change: Partial<OverviewView>): void =>
    navigate(overviewRoute({ ...view, ...change }), 'replace');
  if (routed === 0)
    return (
      <EmptyState
        icon={ChartColumnStacked}
        title="No deliveries yet"
        actions={
          <Button variant="primary" icon={Send} onClick={() => navigate({ page: 'send' })}>
            Send a sample…
          </Button>
        }
      >
        How many there are, what becomes of them, how long webhooks take and how they do: it is
        plotted here as soon as the first event has been sent.
      </EmptyState>
    );
  if (view.filter !== '')
    return (
      <EmptyState
        icon={ListFilter}
        title={`No delivery of ${rangeNames[view.range].long} matches the filter`}
        actions={
          <>
            <Button onClick={() => show({ filter: '' })}>Remove the filter</Button>
            {view.range !== 'all' && (
              <Button onClick={() => show({ range: 'all' })}>Show all</Button>
            )}
          </>
        }
      >
        New ones that match it appear here as they happen.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={ChartColumnStacked}
      title={`Nothing in ${rangeNames[view.range].long}`}
      actions={<Button onClick={() => show({ range: 'all' })}>Show all</Button>}
    >
      What happens from now on appears here.
    </EmptyState>
  );
}
