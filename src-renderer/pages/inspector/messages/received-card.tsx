import { byteText } from '#renderer/components/body-bytes.ts';
import { HeadersCard } from '#renderer/components/headers-card.tsx';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { collections, useItems } from '#renderer/data/collections.ts';
import { Card } from '#renderer/ui/card.tsx';
import type { MessageSummary, ReceivedRequest } from '#shared/schemas/message.ts';
import { type Origin, originOf } from './origin.ts';

interface MessageCardProps {
  readonly message: Pick<MessageSummary, 'messageId'>;
  readonly request: ReceivedRequest;
}

/** The HTTP request that brought a message, or what of the product made it. */
export function MessageReceivedCard({ message, request }: MessageCardProps) {
  const known = [...useItems(collections.audiences), ...useItems(collections.traits)];
  const origin = originOf(message, request, known);
  return origin === null ? (
    <ReceivedCard request={request} />
  ) : (
    <MadeByCard origin={origin} request={request} />
  );
}

interface ReceivedCardProps {
  readonly request: ReceivedRequest;
  /** Reason shown if its head is not kept completely. */
  readonly cutOff?: string | undefined;
}

/** The HTTP request that brought it. */
export function ReceivedCard({ request, cutOff }: ReceivedCardProps) {
  const { method, path, headers, remoteAddress, bodyBytes, batchIndex } = request;
  const where = batchIndex === null ? '' : `, number ${batchIndex + 1} of a batch`;
  return (
    <HeadersCard
      title="Received with"
      first={{
        key: method,
        value: path,
        note: `from ${remoteAddress}, ${byteText(bodyBytes)}${where}`,
      }}
      headers={headers}
      cutOff={cutOff}
    />
  );
}

function MadeByCard({ origin, request }: { origin: Origin; request: ReceivedRequest }) {
  return (
    <Card title="Made by">
      <p className="[overflow-wrap:anywhere]">
        <RouteLink to={origin.to}>{origin.text}</RouteLink>
        <span className="text-fg-2">
          , over REST <code className="bytes">{request.path}</code>
        </span>
      </p>
    </Card>
  );
}
