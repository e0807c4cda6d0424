import { FileSearch } from 'lucide-react';
import { useRejectedMessage } from '#renderer/kit/data/details.ts';
import { rejectedLists, useHasRows } from '#renderer/kit/data/live-lists.ts';
import { detailMark } from '#renderer/kit/keyboard/focus.ts';
import { DetailPane } from '#renderer/kit/lists/detail-pane.tsx';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { textBytes } from '#renderer/requests/body-bytes.ts';
import { BodyCard } from '#renderer/requests/body-card.tsx';
import { Columns } from '#renderer/requests/detail-cards.tsx';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Moment } from '#renderer/ui/time.tsx';
import type { IngestCode, RejectedDetail } from '#shared/ingestion/message.ts';
import { rejectionText } from '#shared/ingestion/rejection-text.ts';
import { formatBytes, formatCount } from '#shared/kit/format.ts';
import { ReceivedCard } from '../messages/received-card.tsx';
import { openRow } from '../use-deliveries-view.ts';

export function RejectedPane({ id }: { id: number | null }) {
  const detail = useRejectedMessage(id);
  const hasRows = useHasRows(rejectedLists);
  return (
    <DetailPane
      label="Rejected message"
      detail={detail}
      icon={FileSearch}
      hasRows={hasRows}
      nothingOpen="Nothing selected"
      onClose={() => openRow(null)}
    >
      {(rejected) => <RejectedDetailView key={rejected.id} rejected={rejected} />}
    </DetailPane>
  );
}

/** One rejection: the reason, the fix, and the raw request. */
function RejectedDetailView({ rejected }: { rejected: RejectedDetail }) {
  const { bodyText, bodyTruncated, bodyBytes, request, headTruncated, headBytes } = rejected;
  const body = { ...textBytes(bodyText, bodyBytes), truncated: bodyTruncated };
  return (
    <article {...detailMark} aria-label={rejected.code} className="h-full overflow-y-auto">
      <Header rejected={rejected} />
      <div className="grid gap-3 p-4">
        <Banner tone="bad">
          {rejectionText(rejected.problem)} <SourcesLink code={rejected.code} />
        </Banner>
        {rejected.batch !== null && <BatchCount batch={rejected.batch} />}
        <ExampleCard example={examples[rejected.code]} />
        <Columns
          start={
            <BodyCard
              title="Received"
              body={body}
              empty="Empty body"
              cutOff={`Truncated: ${formatBytes(bodyBytes)} received`}
            />
          }
          end={
            <ReceivedCard
              request={request}
              cutOff={headTruncated ? `Truncated: ${formatBytes(headBytes)} received` : undefined}
            />
          }
        />
      </div>
    </article>
  );
}

function BatchCount({ batch }: { batch: NonNullable<RejectedDetail['batch']> }) {
  const { rejected, kept } = batch;
  if (rejected === 1) return null;
  const total = formatCount(rejected);
  return (
    <p className="text-fg-2">
      {kept < rejected
        ? `${total} rejected in this batch; the first ${kept} are kept.`
        : `${total} rejected in this batch.`}
    </p>
  );
}

function Header({ rejected }: { rejected: RejectedDetail }) {
  const { code, status, type, sourceName, receivedAt } = rejected;
  return (
    <header className="border-b border-line bg-bg-1 px-4 pt-3.5 pb-3">
      <h1 className="flex items-center gap-2 text-title font-[620] tracking-[-0.012em]">
        <span className="truncate">{code}</span>
        <StatusCode code={status} />
      </h1>
      <div className="mt-1 flex flex-wrap gap-x-2 text-small text-fg-2">
        <span>{type ?? 'unknown type'}</span>
        <span>from {sourceName ?? 'an unknown source'}</span>
        <Moment at={receivedAt} />
      </div>
    </header>
  );
}

/** The fix for a source or its write key is on its page. */
const SourcesLink = ({ code }: { code: IngestCode }) =>
  (code === 'unknown_source' || code === 'source_disabled') && (
    <RouteLink to={{ page: 'connections' }} className="underline">
      View sources
    </RouteLink>
  );

function ExampleCard({ example }: { example: string | undefined }) {
  if (example === undefined) return null;
  return (
    <Card title="Valid example">
      <div className="flex items-start gap-1 rounded-control border border-line bg-bg-2 py-0.75 pr-0.75 pl-2.5">
        <code className="bytes min-w-0 flex-1 py-0.75 leading-4.5 [overflow-wrap:anywhere]">
          {example}
        </code>
        <CopyButton value={example} label="Copy example" />
      </div>
    </Card>
  );
}

/** Valid messages by the code of a rejection, as written with an SDK. */
const examples: Partial<Record<IngestCode, string>> = {
  no_user_anon_id: "analytics.track({ userId: 'u_1', event: 'Signed Up' })",
  id_required: "analytics.group({ userId: 'u_1', groupId: 'g_1' })",
  id_not_string: 'analytics.identify({ userId: String(user.id) })',
  event_not_defined: "analytics.track({ userId: 'u_1', event: 'Order Completed' })",
  event_not_string: "analytics.track({ userId: 'u_1', event: 'Order Completed' })",
  properties_not_object:
    "analytics.track({ userId: 'u_1', event: 'Paid', properties: { total: 12 } })",
  traits_not_object: "analytics.identify({ userId: 'u_1', traits: { plan: 'pro' } })",
  name_not_string: "analytics.page({ userId: 'u_1', name: 'Pricing' })",
  category_not_string: "analytics.page({ userId: 'u_1', category: 'Docs', name: 'Webhooks' })",
  empty_batch: '{ "batch": [{ "type": "track", "userId": "u_1", "event": "Signed Up" }] }',
  bad_request: "analytics.track({ userId: 'u_1', event: 'Signed Up' })",
};
