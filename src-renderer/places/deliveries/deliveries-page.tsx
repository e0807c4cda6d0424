import { useEffect, useMemo } from 'react';
import { asksForAge } from '#renderer/filter/delivery-filter.ts';
import { useLedger } from '#renderer/kit/data/ledger.ts';
import {
  copyLists,
  deliveryLists,
  messageLists,
  rejectedLists,
} from '#renderer/kit/data/live-lists.ts';
import { lazyComponent, useOnceTrue } from '#renderer/kit/loading.tsx';
import { useRoute } from '#renderer/kit/routing/route-store.ts';
import { SplitPane } from '#renderer/ui/split-pane.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import { ActivityHeader, useIsActivityPage } from './activity/activity-header.tsx';
import { type Compared, comparedOf } from './compare/compare-route.ts';
import { AllCopiesList } from './copies/all-copies-list.tsx';
import { type DeliveriesView, type ListName, viewOf } from './deliveries-route.ts';
import { DeliveryPane } from './detail/delivery-pane.tsx';
import { useExport, useExportAction } from './export/export-store.ts';
import { DeliveriesList, deliveryCount } from './lists/deliveries-list.tsx';
import { LiveState } from './lists/row-list.tsx';
import { keptMessages, MessagesList } from './messages/messages-list.tsx';
import { RejectedList } from './rejected/rejected-list.tsx';
import { changeView, listSize, useDeliveriesView } from './use-deliveries-view.ts';

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

/** Lists of messages and deliveries, with one of them in detail. */
function OwnDeliveries({ view }: { view: DeliveriesView }) {
  const comparing = useComparing();
  const isActivityPage = useIsActivityPage();
  useLiveAtFirst(view);
  useAgeRefresh(view);
  useExportAction(view.list === 'deliveries' ? view.filter : '');
  const hasExport = useOnceTrue(useExport(({ open }) => open));
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ActivityHeader
        filter={view.list === 'deliveries' ? view.filter : ''}
        onFilter={(filter) =>
          changeView({
            filter,
            ...(view.list === 'deliveries' ? {} : { list: 'deliveries', id: null }),
          })
        }
      />
      {!isActivityPage && (
        <div className="min-h-0 flex-1">
          <SplitPane
            id="deliveries"
            separatorLabel="Resize the list"
            start={<Lists view={view} />}
            end={comparing === null ? <Detail view={view} /> : <ComparePane compared={comparing} />}
            startSize={listSize()}
            startMin={360}
            endMin={420}
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
    const { id, filter } = viewOf(useRoute.getState().route);
    if (id === null) liveLists[list].setPaused(filter, false);
  }, [list]);
}

function Detail({ view }: { view: DeliveriesView }) {
  if (view.list === 'messages') return <MessagePane id={view.id} filter={view.filter} />;
  if (view.list === 'rejected') return <RejectedPane id={view.id} />;
  if (view.list === 'copies') return <AllCopiesPane id={view.id} />;
  return <DeliveryPane id={view.id} />;
}

/** Age filters change results without any event; ages are displayed no finer than this. */
const ageRefreshMs = 5_000;

/** Refreshes a list filtered by age, unless the user is scrolling in it. */
function useAgeRefresh({ list, filter }: DeliveriesView): void {
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

function Lists({ view }: { view: DeliveriesView }) {
  const ledger = useLedger((ledger) => ledger);
  return (
    <section aria-label="Lists" className="@container flex h-full min-h-0 flex-col bg-bg-1">
      <Tabs
        label="Lists"
        listClassName="px-2.5 pt-2"
        value={view.list}
        onChange={(list: ListName) => changeView({ list, id: null, filter: '' })}
        tabs={[
          {
            value: 'deliveries',
            label: 'Deliveries',
            count: ledger === null ? undefined : deliveryCount(ledger),
          },
          {
            value: 'messages',
            label: 'Messages',
            count: keptMessages(ledger),
          },
          { value: 'rejected', label: 'Rejected', count: ledger?.rejectedKept },
          { value: 'copies', label: 'Copies' },
        ]}
        trailing={
          view.list === 'deliveries' ? (
            <LiveState lists={deliveryLists} filter={view.filter} />
          ) : view.list === 'messages' ? (
            <LiveState lists={messageLists} filter={view.filter} />
          ) : view.list === 'rejected' ? (
            <LiveState lists={rejectedLists} />
          ) : (
            <LiveState lists={copyLists} />
          )
        }
      >
        <TabPanel value="deliveries" className="flex flex-col">
          <DeliveriesList view={view} />
        </TabPanel>
        <TabPanel value="messages" className="flex flex-col">
          <MessagesList view={view} />
        </TabPanel>
        <TabPanel value="rejected" className="flex flex-col">
          <RejectedList view={view} />
        </TabPanel>
        <TabPanel value="copies" className="flex flex-col">
          <AllCopiesList view={view} />
        </TabPanel>
      </Tabs>
    </section>
  );
}
