import { type ReactNode, useRef } from 'react';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { ArrowTo } from '#renderer/ui/inline-text.tsx';
import { StateMark, StatePill } from '#renderer/ui/state-mark.tsx';
import { Moment } from '#renderer/ui/time.tsx';
import { useElementWidth } from '#renderer/ui/use-element-width.ts';
import type { DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { formatTime } from '#shared/kit/format.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { useReadOnly } from '../use-deliveries-view.ts';
import { DeliveryActions, type DeliveryActionsProps } from './delivery-actions.tsx';

/** Narrower, the title needs the room of the state's name. */
const minPillWidth = 520;

/** The delivery: what it is, what can be done, and where it stands. */
export function DeliveryHeader(props: DeliveryActionsProps) {
  const { delivery } = props;
  const isReadOnly = useReadOnly();
  const line = useRef<HTMLDivElement>(null);
  const width = useElementWidth(line);
  return (
    <header className="sticky top-0 z-10 flex-none bg-bg-1 px-5 pt-3 pb-2.5 short:static @max-xl:static">
      <div ref={line} className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <h1 className="flex min-w-0 flex-1 basis-36 items-center gap-2.5 text-thing font-[640] tracking-[-0.017em]">
          <span className="truncate" title={delivery.label}>
            {visibleLine(delivery.label)}
          </span>
          {width > 0 && width < minPillWidth ? (
            <StateMark state={delivery.state} />
          ) : (
            <StatePill state={delivery.state} />
          )}
        </h1>
        {!isReadOnly && <DeliveryActions {...props} width={width} />}
      </div>
      <MetaLine delivery={delivery} />
    </header>
  );
}

function MetaLine({ delivery }: { delivery: DeliveryDetail }) {
  const { message, sourceId, sourceName, destinationId, destinationName, messageId } = delivery;
  const { windowEndsAt } = delivery;
  const user = message.userId ?? message.anonymousId;
  const outcome = outcomeText(delivery);
  return (
    <ul
      aria-label="Summary"
      className="mt-1 -ml-4.5 flex min-w-0 flex-wrap items-center gap-y-0.5 text-small text-fg-2 [clip-path:inset(-4px_-4px_-4px_15px)]"
    >
      {user !== null && (
        <Item className="bytes max-w-[24ch]" title={user}>
          {visibleLine(user)}
        </Item>
      )}
      <Item className="max-w-full">
        <Name kind="sources" id={sourceId}>
          {sourceName}
        </Name>
        <ArrowTo />
        <Name kind="destinations" id={destinationId}>
          {destinationName}
        </Name>
      </Item>
      <li className="flex max-w-[24ch] items-center gap-0.5">
        <Dot />
        <code className="bytes truncate" title={messageId}>
          {messageId}
        </code>
        <CopyButton value={messageId} label="Copy messageId" />
      </li>
      <Item>
        <Moment at={delivery.createdAt} />
      </Item>
      {outcome !== null && <Item>{outcome}</Item>}
      {delivery.state === 'waiting' && windowEndsAt !== null && (
        <Item>retries end {formatTime(windowEndsAt)}</Item>
      )}
    </ul>
  );
}

interface ItemProps {
  readonly className?: string;
  readonly title?: string;
  readonly children: ReactNode;
}

function Item({ className = '', title, children }: ItemProps) {
  return (
    <li className="flex min-w-0 max-w-full items-center">
      <Dot />
      <span className={`min-w-0 truncate ${className}`} title={title}>
        {children}
      </span>
    </li>
  );
}

/** Before each item; clipped where a line starts with it. */
const Dot = () => (
  <span aria-hidden="true" className="w-4.5 flex-none text-center text-line-2">
    ·
  </span>
);

interface NameProps {
  readonly kind: 'sources' | 'destinations';
  readonly id: string;
  readonly children: string;
}

/** A link, unless it belongs to a run. */
function Name({ kind, id, children }: NameProps) {
  if (useReadOnly()) return children;
  return (
    <RouteLink
      plain
      className="hover:text-fg hover:underline"
      to={{ page: 'connections', path: [kind, id] }}
    >
      {children}
    </RouteLink>
  );
}

/** How many URLs accepted it; of a single one, why no attempt follows. */
function outcomeText({ state, webhooks }: DeliveryDetail): string | null {
  if (state === 'not_sent') return null;
  const accepted = webhooks.filter((webhook) => webhook.accepted).length;
  if (webhooks.length > 1) return `${accepted} of ${webhooks.length} URLs accepted`;
  if (state === 'refused')
    return `A ${webhooks[0]?.lastStatus ?? '4xx'} is final, it isn't retried.`;
  return state === 'blocked' ? 'Nothing was sent, and nothing is retried.' : null;
}
