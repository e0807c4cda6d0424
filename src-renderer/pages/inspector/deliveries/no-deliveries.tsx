import { Inbox, ListFilter, Plug, Send, Share2 } from 'lucide-react';
import { collections, useCollection } from '#renderer/data/collections.ts';
import { useLedger } from '#renderer/data/ledger.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { FirstSteps } from '../lists/first-steps.tsx';
import { changeView } from '../use-inspector-view.ts';

/** Why the list is empty, and what to do about it. */
export function NoDeliveries({ filter }: { filter: string }) {
  const sources = useCollection(collections.sources);
  const destinations = useCollection(collections.destinations);
  const accepted = useLedger((ledger) => ledger?.accepted ?? 0);
  if (filter !== '') {
    return (
      <EmptyState
        icon={ListFilter}
        title="No delivery matches the filter"
        actions={
          <Button onClick={() => changeView({ filter: '' }, 'replace')}>Remove the filter</Button>
        }
      >
        New deliveries that match it appear here as they happen.
      </EmptyState>
    );
  }
  if (sources.status !== 'ready' || destinations.status !== 'ready') return null;
  if (destinations.items.length === 0) {
    return (
      <EmptyState
        icon={Inbox}
        title="No deliveries yet"
        actions={
          <Button
            variant="primary"
            icon={Share2}
            onClick={() => navigate({ page: 'destinations' })}
          >
            Create a destination
          </Button>
        }
      >
        {accepted > 0 && 'Messages have come in, but there is nowhere to deliver them to. '}
        Create a destination with the webhook URL that you are building or testing.{' '}
        {sources.items.length === 0 && 'The source that events come from is created along with it.'}
      </EmptyState>
    );
  }
  if (sources.items.length === 0) {
    return (
      <EmptyState
        icon={Inbox}
        title="No deliveries yet"
        actions={
          <Button variant="primary" icon={Plug} onClick={() => navigate({ page: 'sources' })}>
            Create a source
          </Button>
        }
      >
        Create a source: it gives you the write key that events are sent with.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Inbox}
      title="No deliveries yet"
      actions={
        <Button variant="primary" icon={Send} onClick={() => navigate({ page: 'send' })}>
          Send a sample…
        </Button>
      }
    >
      <FirstSteps />
    </EmptyState>
  );
}
