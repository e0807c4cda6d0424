import { type ReactNode, useRef } from 'react';
import { useMockOf } from '#renderer/connections/mock-of.ts';
import { useCopiesOf } from '#renderer/kit/data/pages.ts';
import { detailMark, useFocusFromPlaceholder } from '#renderer/kit/keyboard/focus.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { textBytes } from '#renderer/requests/body-bytes.ts';
import { BodyCard } from '#renderer/requests/body-card.tsx';
import { Columns } from '#renderer/requests/detail-cards.tsx';
import { codeOfResult } from '#renderer/requests/no-status.ts';
import { DeliverySignature } from '#renderer/signatures/delivery-signature.tsx';
import { StatusCode, TypeMark } from '#renderer/ui/badge.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { ArrowTo } from '#renderer/ui/inline-text.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { StateMark, StatePill } from '#renderer/ui/state-mark.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import { useElementWidth } from '#renderer/ui/use-element-width.ts';
import type { Attempt, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { webhookName } from '#shared/deliveries/text.ts';
import { formatLatency } from '#shared/kit/duration.ts';
import { formatTime } from '#shared/kit/format.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { DifferencesCard } from '../compare/difference-rows.tsx';
import { CopyList } from '../copies/copy-list.tsx';
import { openEditor } from '../copies/use-send-copy.ts';
import { MessageReceivedCard } from '../messages/received-card.tsx';
import { useReadOnly } from '../use-deliveries-view.ts';
import { attemptNumber, isAttemptExplained, willRetry } from './attempts.ts';
import { DeliveryActions, type DeliveryActionsProps } from './delivery-actions.tsx';
import { DeliveryOverview } from './delivery-overview.tsx';
import { RequestTab, ResponseTab } from './response-tab.tsx';
import {
  type AttemptChosen,
  chooseTab,
  type DetailTab,
  useAttemptChoice,
  useViewChoices,
} from './use-attempt-choice.ts';

const quietLink = 'hover:text-fg hover:underline';

function DeliveryHeader(props: DeliveryActionsProps) {
  const { delivery } = props;
  const isReadOnly = useReadOnly();
  const line = useRef<HTMLDivElement>(null);
  const width = useElementWidth(line);
  const mock = useMockOf(delivery.destinationId);
  return (
    <header className="flex-none bg-bg-1 px-4 pt-3.5 pb-2">
      <div ref={line} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h1 className="flex min-w-0 flex-1 basis-36 items-center gap-2 text-title font-[620] tracking-[-0.012em]">
          <StateMark state={delivery.state} size={16} decorative />
          <span className="truncate" title={delivery.label}>
            {visibleLine(delivery.label)}
          </span>
          <StatePill state={delivery.state} />
        </h1>
        {!isReadOnly && <DeliveryActions {...props} width={width} />}
      </div>
      <div className="mt-0.5 flex min-w-0 items-center gap-x-2 text-small text-fg-2 max-md:mt-1.5 max-md:flex-wrap">
        <TypeMark type={delivery.type} />
        <Dot />
        {/* Has priority over the messageId, which is read less often. */}
        <span className="max-w-[58%] flex-none truncate">
          <Name page="sources" id={delivery.sourceId}>
            {delivery.sourceName}
          </Name>
          <ArrowTo />
          <Name page="destinations" id={delivery.destinationId}>
            {delivery.destinationName}
          </Name>
          {mock !== undefined && (
            <>
              <ArrowTo />
              <Name page="mocks" id={mock.id}>
                {mock.name}
              </Name>
            </>
          )}
        </span>
        <Dot />
        <span className="flex min-w-[8ch] items-center gap-0.5">
          <code className="bytes truncate" title={delivery.messageId}>
            {delivery.messageId}
          </code>
          <CopyButton value={delivery.messageId} label="Copy messageId" />
        </span>
      </div>
    </header>
  );
}

interface NameProps {
  readonly page: 'sources' | 'destinations' | 'mocks';
  readonly id: string;
  readonly children: string;
}

/** A link, unless it belongs to a run. */
function Name({ page, id, children }: NameProps) {
  if (useReadOnly()) return children;
  return (
    <RouteLink plain className={quietLink} to={{ page, path: [id] }}>
      {children}
    </RouteLink>
  );
}

function Dot() {
  return (
    <span aria-hidden="true" className="text-line-2">
      ·
    </span>
  );
}

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

/** A delivery of this instance. */
export function DeliveryDetailView({ delivery }: { delivery: DeliveryDetail }) {
  const chosen = useAttemptChoice(delivery);
  const { attempt } = chosen;
  const edit = () => openEditor(delivery, attempt);
  return (
    <DeliveryTabs<DetailTab>
      delivery={delivery}
      chosen={chosen}
      signature={
        attempt && <DeliverySignature key={attempt.id} delivery={delivery} attempt={attempt} />
      }
      tabs={useTabs(delivery.id)}
      tab={useViewChoices((state) => state.tab)}
      onTab={chooseTab}
      onEdit={edit}
      willRetry={attempt !== null && willRetry(delivery, attempt)}
      panels={{
        copies: (
          <CopyList
            deliveryId={delivery.id}
            onEdit={delivery.bodyText === null ? undefined : edit}
          />
        ),
      }}
    />
  );
}

interface DeliveryTabsProps<Tab extends string> {
  readonly delivery: DeliveryDetail;
  readonly chosen: AttemptChosen;
  /** Not of a run: it would depend on the settings of this instance. */
  readonly signature?: ReactNode;
  readonly tabs: readonly {
    readonly value: Tab;
    readonly label: string;
    count?: number | undefined;
  }[];
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  readonly onEdit: () => void;
  readonly willRetry: boolean;
  /** Of tabs besides request, response and message; they belong to no attempt. */
  readonly panels: Readonly<Partial<Record<Tab, ReactNode>>>;
}

/** One delivery: its overview, and below it the bytes of the shown attempt. */
export function DeliveryTabs<Tab extends string>(props: DeliveryTabsProps<Tab>) {
  const { delivery, chosen, signature, tab, panels } = props;
  const { attempt, chooseAttempt } = chosen;
  useFocusFromPlaceholder();
  return (
    <article
      {...detailMark}
      aria-label={delivery.label}
      className="@container flex h-full min-h-0 flex-col overflow-y-auto"
    >
      <DeliveryHeader delivery={delivery} attempt={attempt} onEdit={props.onEdit} />
      <DeliveryOverview delivery={delivery} chosen={chosen} />
      {signature && <div className="flex-none p-4 empty:hidden">{signature}</div>}
      <Tabs
        label="Delivery"
        listClassName="sticky top-0 z-10 border-b border-line bg-bg-1 px-4 py-2"
        tabs={props.tabs}
        value={tab}
        onChange={props.onTab}
        trailing={
          panels[tab] === undefined && (
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
            isExplained={attempt !== null && isAttemptExplained(delivery, attempt)}
            willRetry={props.willRetry}
          />
        </TabPanel>
        <TabPanel value="message" className="p-4">
          <MessageTab delivery={delivery} />
        </TabPanel>
        {Object.entries<ReactNode>(panels).map(([value, panel]) => (
          <TabPanel key={value} value={value} className="p-4">
            {panel}
          </TabPanel>
        ))}
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
function AttemptChoice({ attempts, shown, onChoose }: AttemptChoiceProps) {
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
function MessageTab({ delivery }: { delivery: DeliveryDetail }) {
  const { receivedText, bodyText, bodyBytes, messageRowId } = delivery;
  const link = useReadOnly() ? undefined : (
    <p className="border-t border-line px-3 py-2 text-small">
      <RouteLink
        to={{ page: 'deliveries', path: ['messages', String(messageRowId)] }}
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
