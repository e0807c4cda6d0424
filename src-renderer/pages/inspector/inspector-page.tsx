import { useEffect, useMemo } from 'react';
import { asksForAge } from '#renderer/components/filter/delivery-filter.ts';
import { LiveButton } from '#renderer/components/live-button.tsx';
import { useLedger } from '#renderer/data/ledger.ts';
import { allResends, useAllResends } from '#renderer/stores/all-resends-store.ts';
import { deliveries, useDeliveries } from '#renderer/stores/deliveries-store.ts';
import { messages, useMessages } from '#renderer/stores/messages-store.ts';
import { rejected, useRejected } from '#renderer/stores/rejected-store.ts';
import { useRoute } from '#renderer/stores/route-store.ts';
import { SplitPane } from '#renderer/ui/split-pane.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import { ComparePane } from './compare/compare-pane.tsx';
import { type Compared, comparedOf } from './compare/compare-route.ts';
import { DeliveriesList, deliveryCount } from './deliveries/deliveries-list.tsx';
import { DeliveryPane } from './deliveries/delivery-detail.tsx';
import { ExportDialog } from './export/export-dialog.tsx';
import { useExportCommand } from './export/export-store.ts';
import { ImportDialog } from './import/import-dialog.tsx';
import { type InspectorList, type InspectorView, viewOf } from './inspector-route.ts';
import { resumeLive } from './lists/row-list.tsx';
import { MessagePane } from './messages/message-pane.tsx';
import { MessagesList } from './messages/messages-list.tsx';
import { RejectedList } from './rejected/rejected-list.tsx';
import { RejectedPane } from './rejected/rejected-pane.tsx';
import { AllResendsList } from './resends/all-resends-list.tsx';
import { AllResendsPane } from './resends/all-resends-pane.tsx';
import { changeView, useInspectorView } from './use-inspector-view.ts';

/** Lists of what came in and what went out, and beside them one of it in full. */
export function InspectorPage() {
  const view = useInspectorView();
  const comparing = useComparing();
  useShownData(view);
  useAgeRefresh(view);
  useExportCommand(view.filter);
  return (
    <>
      <SplitPane
        id="inspector"
        separatorLabel="Resize the list"
        start={<InspectorLists view={view} />}
        end={comparing === null ? <Detail view={view} /> : <ComparePane compared={comparing} />}
        // A narrow window needs its width for the detail.
        startSize={window.innerWidth < 1_200 ? 420 : 512}
        startMin={360}
        endMin={420}
      />
      <ExportDialog />
      <ImportDialog />
    </>
  );
}

function useComparing(): Compared | 'unreadable' | null {
  const route = useRoute((state) => state.route);
  return useMemo(() => comparedOf(route), [route]);
}

/** Tells the stores what is on the screen. */
function useShownData({ list, filter }: InspectorView): void {
  useEffect(() => {
    if (list === 'deliveries') deliveries.show({ filter });
    if (list === 'messages') messages.show({});
    if (list === 'rejected') rejected.show({});
    if (list === 'resends') allResends.show({});
  }, [list, filter]);
  useEffect(() => {
    // Whoever comes without looking at something in particular wants to see what is new.
    if (viewOf(useRoute.getState().route).id === null) resumeLive(list);
  }, [list]);
}

function Detail({ view }: { view: InspectorView }) {
  if (view.list === 'messages') return <MessagePane id={view.id} />;
  if (view.list === 'rejected') return <RejectedPane id={view.id} />;
  if (view.list === 'resends') return <AllResendsPane id={view.id} />;
  return <DeliveryPane id={view.id} />;
}

/** Rows come and go by age without any change being told. Ages are shown in steps no finer than this. */
const betweenLooksMs = 5_000;

/** Looks again from time to time at a list that is narrowed by age, unless the user is reading it. */
function useAgeRefresh({ list, filter }: InspectorView): void {
  const ages = list === 'deliveries' && asksForAge(filter);
  useEffect(() => {
    if (!ages) return;
    const timer = setInterval(() => {
      if (!document.hidden && !useDeliveries.getState().held) deliveries.reload();
    }, betweenLooksMs);
    return () => clearInterval(timer);
  }, [ages]);
}

function useLive(list: InspectorList): { held: boolean; newCount: number } {
  const held = {
    deliveries: useDeliveries((state) => state.held),
    messages: useMessages((state) => state.held),
    rejected: useRejected((state) => state.held),
    resends: useAllResends((state) => state.held),
  };
  const newCount = {
    deliveries: useDeliveries((state) => state.newCount),
    messages: useMessages((state) => state.newCount),
    rejected: useRejected((state) => state.newCount),
    resends: useAllResends((state) => state.newCount),
  };
  return { held: held[list], newCount: newCount[list] };
}

function InspectorLists({ view }: { view: InspectorView }) {
  const ledger = useLedger((ledger) => ledger);
  const live = useLive(view.list);
  return (
    <section aria-label="Lists" className="@container flex h-full min-h-0 flex-col bg-bg-1">
      <h1 className="sr-only">Inspector</h1>
      <Tabs
        label="Lists"
        listClassName="px-2.5 pt-2"
        value={view.list}
        onChange={(list: InspectorList) => changeView({ list, id: null, filter: '' })}
        tabs={[
          {
            value: 'deliveries',
            label: 'Deliveries',
            count: ledger === null ? undefined : deliveryCount(ledger),
          },
          {
            value: 'messages',
            label: 'Messages',
            count: ledger === null ? undefined : ledger.accepted + ledger.duplicates,
          },
          { value: 'rejected', label: 'Rejected', count: ledger?.rejected },
          { value: 'resends', label: 'Resends' },
        ]}
        trailing={
          <LiveButton
            held={live.held}
            newCount={live.newCount}
            onResume={() => resumeLive(view.list)}
          />
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
        <TabPanel value="resends" className="flex flex-col">
          <AllResendsList view={view} />
        </TabPanel>
      </Tabs>
    </section>
  );
}
