import { textBytes } from '#renderer/components/body-bytes.ts';
import { BodyCard } from '#renderer/components/body-card.tsx';
import { Columns } from '#renderer/components/columns.tsx';
import { RouteLink } from '#renderer/components/route-link.tsx';
import type { DeliveryDetail } from '#shared/schemas/delivery.ts';
import { DifferencesCard } from '../compare/differences-card.tsx';
import { MessageReceivedCard } from '../messages/received-card.tsx';

/** What came in, and how it was changed on its way out. */
export function MessageTab({ delivery }: { delivery: DeliveryDetail }) {
  const { receivedText, bodyText, bodyBytes, messageRowId } = delivery;
  const link = (
    <p className="border-t border-line px-3 py-2 text-small">
      <RouteLink
        to={{ page: 'inspector', path: ['messages', String(messageRowId)] }}
        className="underline"
      >
        Open the message with all its deliveries
      </RouteLink>
    </p>
  );
  return (
    <div className="grid gap-3">
      {bodyText !== null && (
        <DifferencesCard
          before={receivedText}
          after={bodyText}
          same="Every member went out as it came in."
        />
      )}
      <Columns
        even
        start={
          <BodyCard
            title="Came in"
            body={textBytes(receivedText)}
            empty="The message is empty."
            note={link}
          />
        }
        end={
          <>
            {bodyText !== null && (
              <BodyCard
                title="Went out"
                body={textBytes(bodyText, bodyBytes)}
                empty="The body is empty."
              />
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
