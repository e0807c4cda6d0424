import { useEffect } from 'react';
import { detailMark } from '#renderer/components/focus.ts';
import { resends, useResends } from '#renderer/stores/resends-store.ts';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import type { DeliveryDetail } from '#shared/schemas/delivery.ts';
import { beginEditing } from '../resends/begin-editing.ts';
import { ResendList } from '../resends/resend-list.tsx';
import { AttemptChoice } from './attempt-choice.tsx';
import { willRetry } from './attempts.ts';
import { DeliveryHeader } from './delivery-header.tsx';
import { DeliveryOverview } from './delivery-overview.tsx';
import { MessageTab } from './message-tab.tsx';
import { RequestTab } from './request-tab.tsx';
import { ResponseTab } from './response-tab.tsx';
import { useAttemptChoice } from './use-attempt-choice.ts';
import { chooseTab, type DetailTab, useViewChoices } from './view-choices.ts';

const tabs: readonly { value: DetailTab; label: string }[] = [
  { value: 'request', label: 'Request' },
  { value: 'response', label: 'Response' },
  { value: 'message', label: 'Message' },
  { value: 'resends', label: 'By hand' },
];

/** The tabs, with the number of requests made by hand, as far as they are loaded. */
function useTabs(deliveryId: number) {
  const { query, ids } = useResends();
  useEffect(() => resends.show({ deliveryId }), [deliveryId]);
  const count = query.deliveryId === deliveryId && ids.length > 0 ? ids.length : undefined;
  return tabs.map((tab) => (tab.value === 'resends' ? { ...tab, count } : tab));
}

/** One delivery: what became of it, and beneath, the bytes of the attempt that is looked at. */
export function DeliveryDetailView({ delivery }: { delivery: DeliveryDetail }) {
  const chosen = useAttemptChoice(delivery);
  const { attempt, chooseAttempt } = chosen;
  const tab = useViewChoices((state) => state.tab);
  const tabsWithCount = useTabs(delivery.id);
  const edit = () => beginEditing(delivery, attempt);
  return (
    <article
      {...detailMark}
      aria-label={delivery.label}
      className="@container flex h-full min-h-0 flex-col overflow-y-auto"
    >
      <DeliveryHeader delivery={delivery} attempt={attempt} onEdit={edit} />
      <DeliveryOverview delivery={delivery} chosen={chosen} />
      <Tabs
        label="Parts of the delivery"
        listClassName="sticky top-0 z-10 border-b border-line bg-bg-1 px-4 py-2"
        tabs={tabsWithCount}
        value={tab}
        onChange={chooseTab}
        trailing={
          // What was made by hand is of no attempt.
          tab !== 'resends' && (
            <AttemptChoice
              attempts={delivery.attemptList}
              shown={attempt}
              onChoose={chooseAttempt}
            />
          )
        }
      >
        <TabPanel value="request" className="p-4">
          <RequestTab delivery={delivery} attempt={attempt} />
        </TabPanel>
        <TabPanel value="response" className="p-4">
          <ResponseTab
            attempt={attempt}
            willRetry={attempt !== null && willRetry(delivery, attempt)}
          />
        </TabPanel>
        <TabPanel value="message" className="p-4">
          <MessageTab delivery={delivery} />
        </TabPanel>
        <TabPanel value="resends" className="p-4">
          <ResendList
            deliveryId={delivery.id}
            onEdit={delivery.bodyText === null ? undefined : edit}
          />
        </TabPanel>
      </Tabs>
    </article>
  );
}
