import type { ReactNode } from 'react';
import { useCopiesOf } from '#renderer/kit/data/pages.ts';
import { detailMark, useFocusFromPlaceholder } from '#renderer/kit/keyboard/focus.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { textBytes } from '#renderer/requests/body-bytes.ts';
import { BodyCard } from '#renderer/requests/body-card.tsx';
import { Columns } from '#renderer/requests/detail-cards.tsx';
import { DeliverySignature } from '#renderer/signatures/delivery-signature.tsx';
import type { DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { formatCount } from '#shared/kit/format.ts';
import { DifferencesCard } from '../compare/difference-rows.tsx';
import { CopyList } from '../copies/copy-list.tsx';
import { openEditor } from '../copies/use-send-copy.ts';
import { MessageReceivedCard } from '../messages/received-card.tsx';
import { useReadOnly } from '../use-deliveries-view.ts';
import { DeliveryHeader } from './delivery-header.tsx';
import { DeliveryOverview } from './delivery-overview.tsx';
import { DetailSection } from './detail-section.tsx';
import { RequestResponse } from './request-response.tsx';
import { type AttemptChosen, useAttemptChoice } from './use-attempt-choice.ts';

/** A delivery of this instance. */
export function DeliveryDetailView({ delivery }: { delivery: DeliveryDetail }) {
  const chosen = useAttemptChoice(delivery);
  const { attempt } = chosen;
  const edit = () => openEditor(delivery, attempt);
  return (
    <DeliveryView
      delivery={delivery}
      chosen={chosen}
      rejection={
        attempt && <DeliverySignature key={attempt.id} delivery={delivery} attempt={attempt} />
      }
      onEdit={edit}
    >
      <CopiesSection delivery={delivery} onEdit={edit} />
    </DeliveryView>
  );
}

interface DeliveryViewProps {
  readonly delivery: DeliveryDetail;
  readonly chosen: AttemptChosen;
  /** Why the receiver rejected the signature. Not of a run: it would depend on the settings of this instance. */
  readonly rejection?: ReactNode;
  readonly onEdit?: () => void;
  /** Sections that belong to no attempt. */
  readonly children: ReactNode;
}

/** One delivery in one column: its attempts, the bytes of the chosen one, and sections. */
export function DeliveryView(props: DeliveryViewProps) {
  const { delivery, chosen, rejection, onEdit = () => undefined, children } = props;
  const { attempt } = chosen;
  useFocusFromPlaceholder();
  return (
    <article
      {...detailMark}
      aria-label={delivery.label}
      className="@container flex h-full min-h-0 flex-col overflow-y-auto"
    >
      <DeliveryHeader delivery={delivery} attempt={attempt} onEdit={onEdit} />
      <DeliveryOverview delivery={delivery} chosen={chosen} />
      <div className="grid flex-none gap-3 px-5 py-3">
        {rejection}
        {delivery.bodyText !== null && (
          <RequestResponse delivery={delivery} bodyText={delivery.bodyText} attempt={attempt} />
        )}
        <div>
          <MessageSection delivery={delivery} />
          {children}
        </div>
      </div>
    </article>
  );
}

/** The received message and how it changed before it was sent; the request has the rest. */
function MessageSection({ delivery }: { delivery: DeliveryDetail }) {
  const { receivedText, bodyText, messageRowId, message, sync, request } = delivery;
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
    <DetailSection
      name="message"
      title="Message"
      meta="as received, and what changed"
      isOpenAtFirst={bodyText === null}
    >
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
          end={<MessageReceivedCard origin={message.origin} sync={sync} request={request} />}
        />
      </div>
    </DetailSection>
  );
}

interface CopiesSectionProps {
  readonly delivery: DeliveryDetail;
  readonly onEdit: () => void;
}

function CopiesSection({ delivery: { id, bodyText }, onEdit }: CopiesSectionProps) {
  const { items, hasMore } = useCopiesOf(id);
  const count = formatCount(items.length);
  return (
    <DetailSection
      name="copies"
      title="Copies"
      meta={items.length === 0 ? 'none' : hasMore ? `newest ${count}` : count}
      isOpenAtFirst={items.length > 0}
    >
      <CopyList deliveryId={id} onEdit={bodyText === null ? undefined : onEdit} />
    </DetailSection>
  );
}
