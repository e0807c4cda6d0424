import { byteText } from '#renderer/parts/byte-text.ts';
import { HeadersCard } from '#renderer/parts/headers-card.tsx';
import type { ReceivedRequest } from '#shared/schemas/message.ts';

/** The HTTP request that brought it. */
export function ReceivedCard({ request }: { request: ReceivedRequest }) {
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
    />
  );
}
