import { LiveButton } from '#renderer/components/live-button.tsx';
import { useLedger } from '#renderer/data/ledger.ts';
import { useAllResends } from '#renderer/stores/all-resends-store.ts';
import { useDeliveries } from '#renderer/stores/deliveries-store.ts';
import { useMessages } from '#renderer/stores/messages-store.ts';
import { useRejected } from '#renderer/stores/rejected-store.ts';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import { DeliveriesList } from './deliveries/deliveries-list.tsx';
import { deliveryCount } from './deliveries/delivery-count.ts';
import type { InspectorList, InspectorView } from './inspector-route.ts';
import { resumeLive } from './lists/resume-live.ts';
import { MessagesList } from './messages/messages-list.tsx';
import { RejectedList } from './rejected/rejected-list.tsx';
import { AllResendsList } from './resends/all-resends-list.tsx';
import { changeView } from './use-inspector-view.ts';

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

export function InspectorLists({ view }: { view: InspectorView }) {
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
