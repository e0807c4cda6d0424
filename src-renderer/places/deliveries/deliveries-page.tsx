import { useEffect, useMemo } from 'react';
import { asksForAge } from '#renderer/filter/delivery-filter.ts';
import { useBulkPanel } from '#renderer/jobs/job-actions.ts';
import { useLedger } from '#renderer/kit/data/ledger.ts';
import {
  copyLists,
  deliveryLists,
  messageLists,
  rejectedLists,
} from '#renderer/kit/data/live-lists.ts';
import { lazyComponent, useOnceTrue } from '#renderer/kit/loading.tsx';
import { useRoute } from '#renderer/kit/routing/route-store.ts';
import { deliveriesText } from '#shared/jobs/text.ts';
import type { Latency } from '#shared/statistics/statistics.ts';
import {
  ActivityHeader,
  useActivityStatistics,
  useIsActivityPage,
} from './activity/activity-header.tsx';
import { type Compared, comparedOf } from './compare/compare-route.ts';
import { AllCopiesList } from './copies/all-copies-list.tsx';
import { type DeliveriesView, testOf, viewOf } from './deliveries-route.ts';
import { DeliveryPane } from './detail/delivery-pane.tsx';
import { useExport, useExportAction } from './export/export-store.ts';
import { ListAndDetail } from './list-and-detail.tsx';
import { Chips } from './lists/chips.tsx';
import { DeliveriesList } from './lists/deliveries-list.tsx';
import { useGroupBy } from './lists/group-by.ts';
import { MessagesList } from './messages/messages-list.tsx';
import { RejectedList } from './rejected/rejected-list.tsx';
import { clearSelection, useSelected } from './selection.ts';
import { changeView, useDeliveriesView } from './use-deliveries-view.ts';

// Shown less often than lists and a delivery.
const ComparePane = lazyComponent(
  async () => (await import('./compare/compare-pane.tsx')).ComparePane,
);
const MessagePane = lazyComponent(
  async () => (await import('./messages/message-pane.tsx')).MessagePane,
);
const RejectedPane = lazyComponent(
  async () => (await import('./rejected/rejected-pane.tsx')).RejectedPane,
);
const AllCopiesPane = lazyComponent(
  async () => (await import('./copies/all-copies-pane.tsx')).AllCopiesPane,
);
const ExportDialog = lazyComponent(
  async () => (await import('./export/export-dialog.tsx')).ExportDialog,
);
const PlanPanel = lazyComponent(async () => (await import('./bulk/plan-panel.tsx')).PlanPanel);
const FirstRun = lazyComponent(
  async () => (await import('./first-run/first-run.tsx')).FirstRun,
  'Opening Deliveries',
);
const RunDeliveries = lazyComponent(
  async () => (await import('./run/run-deliveries.tsx')).RunDeliveries,
);

/** The data of this instance, or of a scenario run. */
export function DeliveriesPage() {
  const view = useDeliveriesView();
  return view.run === null ? (
    <OwnDeliveries view={view} />
  ) : (
    <RunDeliveries view={view} run={view.run} />
  );
}

/** The first run, a URL to test, or the list with one of its rows in detail. */
function OwnDeliveries({ view }: { view: DeliveriesView }) {
  const route = useRoute((state) => state.route);
  const test = testOf(route);
  const wasAccepted = useLedger((ledger) => ledger === null || ledger.accepted > 0);
  const isFirstRun = !wasAccepted && route.path.length === 0 && view.listed === '';
  return test !== null || isFirstRun ? (
    <FirstRun sentId={test?.sentId ?? null} />
  ) : (
    <DeliveriesInDetail view={view} />
  );
}

function DeliveriesInDetail({ view }: { view: DeliveriesView }) {
  const comparing = useComparing();
  const isActivityPage = useIsActivityPage();
  const isOfDeliveries = view.list === 'deliveries';
  const filter = isOfDeliveries ? view.filter : '';
  const activity = useActivityStatistics(filter);
  const planned = useBulkPanel((panel) => panel.planned);
  useLiveAtFirst(view);
  useAgeRefresh(view);
  useExportAction(isOfDeliveries ? view.listed : '');
  const hasExport = useOnceTrue(useExport(({ open }) => open));
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ActivityHeader
        {...activity}
        filter={filter}
        onFilter={(next) =>
          changeView({
            filter: next,
            ...(isOfDeliveries ? {} : { list: 'deliveries', id: null }),
          })
        }
      />
      {!isActivityPage && (
        <div className="min-h-0 flex-1">
          <ListAndDetail
            list={<Lists view={view} latency={activity.current.statistics?.latency ?? null} />}
            detail={
              planned !== null ? (
                // Each plan has a state of its own.
                <PlanPanel key={JSON.stringify(planned)} {...planned} />
              ) : comparing !== null ? (
                <ComparePane compared={comparing} />
              ) : (
                <Detail view={view} />
              )
            }
            isSelected={planned !== null || comparing !== null || view.id !== null}
          />
        </div>
      )}
      {hasExport && <ExportDialog />}
    </div>
  );
}

function useComparing(): Compared | 'unreadable' | null {
  const route = useRoute((state) => state.route);
  return useMemo(() => comparedOf(route), [route]);
}

const liveLists = {
  deliveries: deliveryLists,
  messages: messageLists,
  rejected: rejectedLists,
  copies: copyLists,
};

/** Without a selection, follow the newest. */
function useLiveAtFirst({ list }: DeliveriesView): void {
  useEffect(() => {
    const { id, listed } = viewOf(useRoute.getState().route);
    if (id === null) liveLists[list].setPaused(listed, false);
  }, [list]);
}

function Detail({ view }: { view: DeliveriesView }) {
  if (view.list === 'messages') return <MessagePane id={view.id} filter={view.listed} />;
  if (view.list === 'rejected') return <RejectedPane id={view.id} />;
  if (view.list === 'copies') return <AllCopiesPane id={view.id} />;
  return <DeliveryPane id={view.id} />;
}

/** Age filters change results without any event; ages are displayed no finer than this. */
const ageRefreshMs = 5_000;

/** Refreshes a list filtered by age, unless the user is scrolling in it. */
function useAgeRefresh({ list, listed: filter }: DeliveriesView): void {
  const lists = list === 'messages' ? messageLists : deliveryLists;
  const ages = asksForAge(filter);
  useEffect(() => {
    if (!ages) return;
    const timer = setInterval(() => {
      if (!document.hidden) lists.reloadUnlessPaused(filter);
    }, ageRefreshMs);
    return () => clearInterval(timer);
  }, [ages, filter, lists]);
}

interface ListsProps {
  readonly view: DeliveriesView;
  readonly latency: Latency;
}

/** The list that the chips show. */
function Lists({ view, latency }: ListsProps) {
  const groupBy = useGroupBy(({ chosen }) => chosen);
  const isByEvent = groupBy === 'event';
  const count = useSelected(({ selected }) => selected.size);
  const listed = `${isByEvent ? 'event' : view.list} ${groupBy} ${view.listed}`;
  useEffect(() => {
    // What is selected can be seen.
    void listed;
    return clearSelection;
  }, [listed]);
  return (
    <section aria-label="List" className="@container flex h-full min-h-0 flex-col bg-bg-1">
      <p role="status" className="sr-only">
        {count > 0 && `${deliveriesText(count)} selected`}
      </p>
      <Chips view={view} />
      {view.list === 'rejected' ? (
        <RejectedList view={view} />
      ) : view.list === 'copies' ? (
        <AllCopiesList view={view} />
      ) : view.list === 'messages' || isByEvent ? (
        <MessagesList view={view} />
      ) : (
        <DeliveriesList view={view} latency={latency} />
      )}
    </section>
  );
}
