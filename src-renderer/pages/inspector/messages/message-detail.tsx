import { textBytes } from '#renderer/components/body-bytes.ts';
import { BodyCard } from '#renderer/components/body-card.tsx';
import { Columns } from '#renderer/components/columns.tsx';
import { detailMark } from '#renderer/components/focus.ts';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { TypeMark } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { StatePill } from '#renderer/ui/state-mark.tsx';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { MessageDetail } from '#shared/schemas/delivery.ts';
import { DifferencesCard } from '../compare/differences-card.tsx';
import { MessageDeliveries } from './message-deliveries.tsx';
import { outcomeExplanation, outcomeStates } from './message-outcome.ts';
import { MessageReceivedCard } from './received-card.tsx';

const quietLink = 'hover:text-fg hover:underline';

/** One message: what it led to, what came in, and what it was read as. */
export function MessageDetailView({ message }: { message: MessageDetail }) {
  return (
    <article {...detailMark} aria-label={message.label} className="h-full overflow-y-auto">
      <Header message={message} />
      <div className="grid gap-3 p-4">
        <OutcomeBanner message={message} />
        <MessageDeliveries message={message} />
        <DifferencesCard
          before={message.receivedText}
          after={message.normalisedText}
          same="Nothing was added or corrected."
        />
        <Columns
          even
          start={
            <BodyCard
              title="Came in"
              body={textBytes(message.receivedText)}
              empty="The message is empty."
            />
          }
          end={
            <>
              <BodyCard
                title="Read as"
                body={textBytes(message.normalisedText)}
                empty="The message is empty."
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
  return (
    <header className="border-b border-line bg-bg-1 px-4 pt-3.5 pb-3">
      <h1 className="flex min-w-0 items-center gap-2 text-title font-[620] tracking-[-0.012em]">
        <span className="truncate" title={message.label}>
          {visibleLine(message.label)}
        </span>
        {state !== null && <StatePill state={state} />}
      </h1>
      <div className="mt-1 flex min-w-0 flex-wrap items-center gap-x-2 text-small text-fg-2">
        <TypeMark type={message.type} />
        <RouteLink plain className={quietLink} to={{ page: 'sources', path: [message.sourceId] }}>
          {message.sourceName}
        </RouteLink>
        <span className="flex min-w-0 items-center gap-0.5">
          <code className="bytes truncate">{message.messageId}</code>
          <CopyButton value={message.messageId} label="Copy messageId" />
        </span>
        <span>happened at {message.timestamp}</span>
      </div>
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
