import type { ReceivedRequest } from '#shared/schemas/message.ts';
import { HeadersCard } from './headers-card.tsx';
import { byteText } from './words.ts';

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
