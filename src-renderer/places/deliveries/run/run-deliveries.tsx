import { skipToken, useQuery } from '@tanstack/react-query';
import { FileSearch } from 'lucide-react';
import { useMemo } from 'react';
import { useRunDelivery } from '#renderer/kit/data/details.ts';
import { runDeliveriesOf, useHasRows } from '#renderer/kit/data/live-lists.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { type ShownRun, useShowRun } from '#renderer/kit/data/shown-run.ts';
import { DetailPane } from '#renderer/kit/lists/detail-pane.tsx';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import type { StoredRun } from '#shared/scenarios/schema/run.ts';
import type { DeliveriesView, ShownRun as RunToShow } from '../deliveries-route.ts';
import { ListAndDetail } from '../list-and-detail.tsx';
import { RunDeliveriesList } from '../lists/deliveries-list.tsx';
import { ReadOnly } from '../use-deliveries-view.ts';
import { RunDeliveryView } from './run-delivery.tsx';

interface RunDeliveriesProps {
  readonly view: DeliveriesView;
  readonly run: RunToShow;
}

/** More than a message has destinations. */
const maxOfMessage = 200;

/** Without the number of a delivery, that of the message to the destination, or its first; undefined if there is none. */
function useShownId(
  { id }: DeliveriesView,
  { id: runId, target: { messageId, destination } }: RunToShow,
): number | null | undefined {
  const ofMessage = useQuery(
    api.scenarios.deliveries.queryOptions({
      input:
        id !== null || messageId === null
          ? skipToken
          : { id: runId, messageId, limit: maxOfMessage },
    }),
  );
  if (id !== null || ofMessage.data === undefined) return id;
  const oldestFirst = ofMessage.data.items.toReversed();
  const named = oldestFirst.find(({ destinationName }) => destinationName === destination);
  return (named ?? oldestFirst[0])?.id;
}

/** The deliveries of a scenario run, read-only. */
export function RunDeliveries({ view, run }: RunDeliveriesProps) {
  const id = useShownId(view, run);
  const shown = { ...view, id: id ?? null };
  return (
    <ReadOnly value>
      <ListAndDetail
        list={<RunList view={shown} run={run} />}
        detail={<RunDetail view={shown} run={run} isMissing={id === undefined} />}
        isSelected={id !== null}
      />
    </ReadOnly>
  );
}

/** Its counts and clock at the end. */
const endOf = ({ report }: StoredRun): ShownRun => ({
  states: report.timeline.film.states,
  messages: report.counts.messages,
  now: report.timeline.film.startsAt + report.virtualMs,
  pace: null,
  changePace: async () => undefined,
});

function RunList({ view, run: { id } }: RunDeliveriesProps) {
  const { data: run } = useQuery(api.scenarios.report.queryOptions({ input: { id } }));
  useShowRun(useMemo(() => (run === undefined ? null : endOf(run)), [run]));
  return (
    <section aria-label="Lists" className="@container flex h-full min-h-0 flex-col bg-bg-1">
      <header className="flex h-11 flex-none items-center gap-2 border-b border-line px-3">
        <h1 className="min-w-0 flex-1 truncate font-semibold">
          {run === undefined ? 'Run' : `Run of ${run.report.scenario.name}`}
        </h1>
        <span className="flex-none rounded-chip bg-bg-3 px-1.5 text-small text-fg-2">
          This run, read-only
        </span>
        {run !== undefined && (
          <RouteLink
            className="flex-none text-small"
            to={{
              page: 'rehearse',
              path: run.openedFrom === null ? [run.file] : ['runs', run.id],
              query: run.openedFrom === null ? { run: run.id } : {},
            }}
          >
            Back to results
          </RouteLink>
        )}
      </header>
      <RunDeliveriesList view={view} runId={id} total={run?.report.counts.deliveries} />
    </section>
  );
}

function RunDetail({
  view,
  run: { id: runId, target },
  isMissing,
}: RunDeliveriesProps & { readonly isMissing: boolean }) {
  const detail = useRunDelivery(runId, view.id);
  const hasRows = useHasRows(...runDeliveriesOf(runId, view.filter));
  if (isMissing)
    return (
      <EmptyState icon={FileSearch} title={`${target.messageId} has no delivery`}>
        It was routed nowhere, or its data wasn't kept.
      </EmptyState>
    );
  return (
    <DetailPane
      label="Delivery"
      detail={detail}
      icon={FileSearch}
      hasRows={hasRows}
      nothingOpen="No delivery selected"
    >
      {(delivery) => (
        <RunDeliveryView
          key={JSON.stringify([delivery.id, target])}
          runId={runId}
          delivery={delivery}
          target={target}
        />
      )}
    </DetailPane>
  );
}
