import { ChevronRight, FileSearch, Send } from 'lucide-react';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { useMessage } from '#renderer/kit/data/details.ts';
import { messageLists, useHasRows } from '#renderer/kit/data/live-lists.ts';
import { detailMark } from '#renderer/kit/keyboard/focus.ts';
import { DetailPane } from '#renderer/kit/lists/detail-pane.tsx';
import { openSend } from '#renderer/kit/overlay.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { textBytes } from '#renderer/requests/body-bytes.ts';
import { BodyCard } from '#renderer/requests/body-card.tsx';
import { Columns } from '#renderer/requests/detail-cards.tsx';
import { listedStatus } from '#renderer/requests/no-status.ts';
import { StatusCode, TypeMark } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { StateMark, StatePill } from '#renderer/ui/state-mark.tsx';
import { Moment } from '#renderer/ui/time.tsx';
import type { MessageDetail } from '#shared/deliveries/delivery.ts';
import { stateLabel } from '#shared/deliveries/text.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { DifferencesCard } from '../compare/difference-rows.tsx';
import { openRow } from '../use-deliveries-view.ts';
import { outcomeExplanation, outcomeStates } from './messages-list.tsx';
import { MessageReceivedCard } from './received-card.tsx';

interface MessagePaneProps {
  readonly id: number | null;
  readonly filter: string;
}

export function MessagePane({ id, filter }: MessagePaneProps) {
  const detail = useMessage(id);
  const hasRows = useHasRows(messageLists, filter);
  return (
    <DetailPane
      label="Message"
      detail={detail}
      icon={FileSearch}
      hasRows={hasRows}
      nothingOpen="No message selected"
      onClose={() => openRow(null)}
    >
      {(message) => <MessageDetailView key={message.id} message={message} />}
    </DetailPane>
  );
}

const quietLink = 'hover:text-fg hover:underline';

/** One message: its deliveries, as received, and normalized. */
function MessageDetailView({ message }: { message: MessageDetail }) {
  return (
    <article {...detailMark} aria-label={message.label} className="h-full overflow-y-auto">
      <Header message={message} />
      <div className="grid gap-3 p-4">
        <OutcomeBanner message={message} />
        <MessageDeliveries message={message} />
        <DifferencesCard
          before={message.receivedText}
          after={message.normalizedText}
          same="Normalization changed nothing."
        />
        <Columns
          even
          start={
            <BodyCard
              title="Received"
              body={textBytes(message.receivedText)}
              empty="Empty message"
            />
          }
          end={
            <>
              <BodyCard
                title="Normalized"
                body={textBytes(message.normalizedText)}
                empty="Empty message"
              />
              <MessageReceivedCard
                origin={message.origin}
                sync={message.sync}
                request={message.request}
              />
            </>
          }
        />
      </div>
    </article>
  );
}

function Header({ message }: { message: MessageDetail }) {
  const state = outcomeStates[message.outcome];
  const [send] = useActions('Messages', [
    {
      id: 'message.send',
      title: 'Send as new event',
      icon: Send,
      run: () => openSend({ message: message.id }),
    },
  ]);
  return (
    <header className="relative border-b border-line bg-bg-1 px-4 pt-3.5 pb-3">
      <h1 className="flex min-w-0 items-center gap-2 pr-44 text-title font-[620] tracking-[-0.012em]">
        <span className="truncate" title={message.label}>
          {visibleLine(message.label)}
        </span>
        {state !== null && <StatePill state={state} />}
      </h1>
      <div className="mt-1 flex min-w-0 flex-wrap items-center gap-x-2 text-small text-fg-2">
        <TypeMark type={message.type} />
        <RouteLink
          plain
          className={quietLink}
          to={{ page: 'connections', path: ['sources', message.sourceId] }}
        >
          {message.sourceName}
        </RouteLink>
        <span className="flex min-w-0 items-center gap-0.5">
          <code className="bytes truncate">{message.messageId}</code>
          <CopyButton value={message.messageId} label="Copy messageId" />
        </span>
        <Moment at={message.receivedAt} />
      </div>
      <ActionButton action={send} className="absolute top-3 right-4" />
    </header>
  );
}

function OutcomeBanner({ message }: { message: MessageDetail }) {
  const explanation = outcomeExplanation(message);
  if (explanation === null) return null;
  const { text, link } = explanation;
  return (
    <Banner
      tone={message.outcome === 'unrouted' ? 'warn' : 'info'}
      action={
        link && (
          <RouteLink to={{ page: link.page }} plain className="flex-none font-medium underline">
            {link.text}
          </RouteLink>
        )
      }
    >
      {text}
    </Banner>
  );
}

/** The deliveries of a message, each a link. */
function MessageDeliveries({ message }: { message: MessageDetail }) {
  const { deliveries } = message;
  if (deliveries.length === 0) return null;
  return (
    <Card title="Deliveries" meta={deliveries.length} padded={false}>
      <ul className="divide-y divide-line/60">
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <RouteLink
              to={{ page: 'deliveries', path: [String(delivery.id)] }}
              plain
              className="flex h-8.25 items-center gap-2.5 px-3 -outline-offset-2 hover:bg-bg-2"
            >
              <StateMark state={delivery.state} decorative />
              <span className="min-w-0 flex-1 truncate font-medium">
                {visibleLine(delivery.destinationName)}
              </span>
              <span className="text-fg-2">{stateLabel(delivery.state)}</span>
              <StatusCode code={listedStatus(delivery)} />
              <ChevronRight className="icon-small text-fg-3" strokeWidth={1.5} aria-hidden="true" />
            </RouteLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}
