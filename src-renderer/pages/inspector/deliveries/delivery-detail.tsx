import { textBytes } from '#renderer/components/body-bytes.ts';
import { BodyCard } from '#renderer/components/body-card.tsx';
import { Columns } from '#renderer/components/columns.tsx';
import { webhookName } from '#renderer/components/delivery-labels.ts';
import { useAttemptDiagnosis } from '#renderer/components/diagnosis/attempt-diagnosis.ts';
import { detailMark, useFocusFromPlaceholder } from '#renderer/components/focus.ts';
import { codeOfResult } from '#renderer/components/no-status.ts';
import { useReadOnly } from '#renderer/components/read-only.ts';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { useCopiesOf } from '#renderer/data/pages.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import { formatLatency } from '#shared/lib/duration.ts';
import { formatTime } from '#shared/lib/format.ts';
import type { Attempt, DeliveryDetail } from '#shared/schemas/delivery.ts';
import { DifferencesCard } from '../compare/difference-rows.tsx';
import { CopyList } from '../copies/copy-list.tsx';
import { openEditor } from '../copies/use-send-copy.ts';
import { MessageReceivedCard } from '../messages/received-card.tsx';
import { attemptNumber, willRetry } from './attempts.ts';
import { DeliveryHeader } from './delivery-header.tsx';
import { DeliveryOverview } from './delivery-overview.tsx';
import { isAttemptExplained } from './explanations.ts';
import { RequestTab, ResponseTab } from './response-tab.tsx';
import {
  chooseTab,
  type DetailTab,
  useAttemptChoice,
  useViewChoices,
} from './use-attempt-choice.ts';

const tabs: readonly { value: DetailTab; label: string }[] = [
  { value: 'request', label: 'Request' },
  { value: 'response', label: 'Response' },
  { value: 'message', label: 'Message' },
  { value: 'copies', label: 'Copies' },
];

/** The tabs, with the number of loaded copies. */
function useTabs(deliveryId: number) {
  const { items } = useCopiesOf(deliveryId);
  const count = items.length > 0 ? items.length : undefined;
  return tabs.map((tab) => (tab.value === 'copies' ? { ...tab, count } : tab));
}

/** One delivery: its overview, and below it the bytes of the shown attempt. */
export function DeliveryDetailView({ delivery }: { delivery: DeliveryDetail }) {
  const attemptChoice = useAttemptChoice(delivery);
  const { attempt, chooseAttempt } = attemptChoice;
  const tab = useViewChoices((state) => state.tab);
  const tabsWithCount = useTabs(delivery.id);
  const diagnosis = useAttemptDiagnosis(delivery, attempt);
  const edit = () => openEditor(delivery, attempt);
  useFocusFromPlaceholder();
  return (
    <article
      {...detailMark}
      aria-label={delivery.label}
      className="@container flex h-full min-h-0 flex-col overflow-y-auto"
    >
      <DeliveryHeader delivery={delivery} attempt={attempt} onEdit={edit} />
      <DeliveryOverview delivery={delivery} chosen={attemptChoice} found={diagnosis} />
      <Tabs
        label="Delivery"
        listClassName="sticky top-0 z-10 border-b border-line bg-bg-1 px-4 py-2"
        tabs={tabsWithCount}
        value={tab}
        onChange={chooseTab}
        trailing={
          // Copies belong to no attempt.
          tab !== 'copies' && (
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
            found={diagnosis}
            isExplained={
              diagnosis.status === 'explained' ||
              (attempt !== null && isAttemptExplained(delivery, attempt))
            }
            willRetry={attempt !== null && willRetry(delivery, attempt)}
          />
        </TabPanel>
        <TabPanel value="message" className="p-4">
          <MessageTab delivery={delivery} />
        </TabPanel>
        <TabPanel value="copies" className="p-4">
          <CopyList
            deliveryId={delivery.id}
            onEdit={delivery.bodyText === null ? undefined : edit}
          />
        </TabPanel>
      </Tabs>
    </article>
  );
}

interface AttemptChoiceProps {
  readonly attempts: readonly Attempt[];
  readonly shown: Attempt | null;
  readonly onChoose: (attemptId: number) => void;
}

/** Chooses the attempt in the tabs; the timeline shows its window. */
export function AttemptChoice({ attempts, shown, onChoose }: AttemptChoiceProps) {
  if (shown === null) return <span className="text-small text-fg-3">Not sent</span>;
  const newestFirst = attempts.toSorted((a, b) => b.id - a.id);
  return (
    <span className="flex min-w-0 items-center gap-2 text-small text-fg-2">
      <Select
        aria-label="Attempt shown"
        className="h-7 max-w-19.25 @md:max-w-30 @lg:max-w-[180px] @xl:max-w-[260px]"
        value={String(shown.id)}
        onChange={(id) => onChoose(Number(id))}
        options={newestFirst.map((attempt) => ({
          value: String(attempt.id),
          label: `Attempt ${attemptNumber(attempts, attempt)} to ${webhookName(attempt.url)}`,
          hint: formatTime(attempt.startedAt),
          mark: <StatusCode code={codeOfResult(attempt)} />,
        }))}
      />
      <span className="hidden tabular-nums @xl:inline">{formatLatency(shown.timings.totalMs)}</span>
    </span>
  );
}

/** The received message and how it changed before it was sent. */
export function MessageTab({ delivery }: { delivery: DeliveryDetail }) {
  const { receivedText, bodyText, bodyBytes, messageRowId } = delivery;
  const link = useReadOnly() ? undefined : (
    <p className="border-t border-line px-3 py-2 text-small">
      <RouteLink
        to={{ page: 'inspector', path: ['messages', String(messageRowId)] }}
        className="underline"
      >
        View message
      </RouteLink>
    </p>
  );
  return (
    <div className="grid gap-3">
      {bodyText !== null && (
        <DifferencesCard before={receivedText} after={bodyText} same="Sent as received." />
      )}
      <Columns
        even
        start={
          <BodyCard
            title="Received"
            body={textBytes(receivedText)}
            empty="Empty message"
            note={link}
          />
        }
        end={
          <>
            {bodyText !== null && (
              <BodyCard title="Sent" body={textBytes(bodyText, bodyBytes)} empty="Empty body" />
            )}
            <MessageReceivedCard
              origin={delivery.message.origin}
              sync={delivery.sync}
              request={delivery.request}
            />
          </>
        }
      />
    </div>
  );
}
