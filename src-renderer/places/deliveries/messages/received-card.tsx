import { collections, useItems } from '#renderer/kit/data/collections.ts';
import type { RouteTo } from '#renderer/kit/routing/route.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { HeadersCard } from '#renderer/requests/detail-cards.tsx';
import { Card } from '#renderer/ui/card.tsx';
import type { Computation } from '#shared/audiences/computation.ts';
import type { MessageOrigin, OriginSync, ReceivedRequest } from '#shared/ingestion/message.ts';
import { formatBytes } from '#shared/kit/format.ts';

interface MessageCardProps {
  readonly origin: MessageOrigin;
  readonly sync: OriginSync | null;
  readonly request: ReceivedRequest | null;
}

/** The HTTP request of a message, or the sync or deletion request that created it. */
export function MessageReceivedCard({ origin, sync, request }: MessageCardProps) {
  const audiences = useItems(collections.audiences);
  const traits = useItems(collections.traits);
  const link = originLink(origin, sync, { audiences, traits });
  return (
    <>
      {link !== null && <OriginCard link={link} />}
      {request !== null && <ReceivedCard request={request} />}
    </>
  );
}

interface ReceivedCardProps {
  readonly request: ReceivedRequest;
  /** Shown if the headers were truncated. */
  readonly cutOff?: string | undefined;
}

/** The HTTP request of a message. */
export function ReceivedCard({ request, cutOff }: ReceivedCardProps) {
  const { method, path, headers, remoteAddress, bodyBytes, batchIndex } = request;
  const batchText = batchIndex === null ? '' : `, item ${batchIndex + 1} of a batch`;
  return (
    <HeadersCard
      title="Request headers"
      first={{
        key: method,
        value: path,
        note: `from ${remoteAddress}, ${formatBytes(bodyBytes)}${batchText}`,
      }}
      headers={headers}
      cutOff={cutOff}
    />
  );
}

function OriginCard({ link }: { link: OriginLink }) {
  return (
    <Card title="Created by">
      <p className="[overflow-wrap:anywhere]">
        {link.to === null ? link.text : <RouteLink to={link.to}>{link.text}</RouteLink>}
      </p>
    </Card>
  );
}

// The origin of messages that no SDK sent.

type Named = Pick<Computation, 'id' | 'name'>;

interface OriginLink {
  readonly text: string;
  /** Null: not a place. */
  readonly to: RouteTo | null;
}

/** The part of Hookwright that created it; null for SDK messages. */
export function originLink(
  { kind, id }: MessageOrigin,
  sync: OriginSync | null,
  computations: { readonly audiences: readonly Named[]; readonly traits: readonly Named[] },
): OriginLink | null {
  if (kind === 'send') return { text: 'Send event', to: null };
  if (kind === 'deletion')
    return { text: 'Deletion request', to: { page: 'audiences', path: ['deletions', String(id)] } };
  if (kind !== 'sync') return null;
  for (const list of ['audiences', 'traits'] as const) {
    const computation = computations[list].find(({ id }) => id === sync?.computationId);
    if (sync !== null && computation !== undefined)
      return {
        text: `Sync ${sync.number} of ${computation.name}`,
        to: { page: 'audiences', path: [list, computation.id, 'sync'] },
      };
  }
  return {
    text: 'Sync of a deleted audience or trait',
    to: { page: 'deliveries', query: { filter: `origin:sync:${id}` } },
  };
}
