import { FileSearch } from 'lucide-react';
import { textBytes } from '#renderer/components/body-bytes.ts';
import { BodyCard } from '#renderer/components/body-card.tsx';
import { Columns } from '#renderer/components/columns.tsx';
import { DetailPane } from '#renderer/components/detail-pane.tsx';
import { detailMark } from '#renderer/components/focus.ts';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { useRejectedMessage } from '#renderer/data/details.ts';
import { rejectedLists, useHasRows } from '#renderer/data/live-lists.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { rejectionText } from '#shared/labels/rejections.ts';
import { formatBytes, formatCount, formatDateTime } from '#shared/lib/format.ts';
import type { IngestCode, RejectedDetail } from '#shared/schemas/message.ts';
import { ReceivedCard } from '../messages/received-card.tsx';

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
        <Banner tone="bad">{rejectionText(rejected.problem)}</Banner>
        {rejected.batch !== null && <BatchCount batch={rejected.batch} />}
        <HintCard hint={fixHints[rejected.code]} />
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
        ? `${total} messages of this batch were rejected; the first ${kept} are kept.`
        : `${total} messages of this batch were rejected.`}
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
        <span>received {formatDateTime(receivedAt)}</span>
      </div>
    </header>
  );
}

function HintCard({ hint }: { hint: FixHint }) {
  const { text, example, page } = hint;
  return (
    <Card title="How to fix it">
      <p>
        {text}{' '}
        {page && (
          <RouteLink to={{ page }} className="underline">
            View sources
          </RouteLink>
        )}
      </p>
      {example !== undefined && (
        <div className="mt-2.5 flex items-start gap-1 rounded-control border border-line bg-bg-2 py-0.75 pr-0.75 pl-2.5">
          <code className="bytes min-w-0 flex-1 py-0.75 leading-4.5 [overflow-wrap:anywhere]">
            {example}
          </code>
          <CopyButton value={example} label="Copy example" />
        </div>
      )}
    </Card>
  );
}

// Fixes for rejected messages, by code.

interface FixHint {
  readonly text: string;
  /** A valid example, as written with an SDK. */
  readonly example?: string;
  readonly page?: 'sources';
}

const fixHints: Record<IngestCode, FixHint> = {
  no_user_anon_id: {
    text: 'Set userId, or anonymousId for unknown users.',
    example: "analytics.track({ userId: 'u_1', event: 'Signed Up' })",
  },
  id_required: {
    text: 'Set groupId for group, or previousId and userId for alias.',
    example: "analytics.group({ userId: 'u_1', groupId: 'g_1' })",
  },
  id_not_string: {
    text: 'IDs must be strings or numbers.',
    example: 'analytics.identify({ userId: String(user.id) })',
  },
  event_not_defined: {
    text: 'Set the event name.',
    example: "analytics.track({ userId: 'u_1', event: 'Order Completed' })",
  },
  event_not_string: {
    text: 'The event name must be a string.',
    example: "analytics.track({ userId: 'u_1', event: 'Order Completed' })",
  },
  properties_not_object: {
    text: 'properties must be an object.',
    example: "analytics.track({ userId: 'u_1', event: 'Paid', properties: { total: 12 } })",
  },
  traits_not_object: {
    text: 'traits must be an object.',
    example: "analytics.identify({ userId: 'u_1', traits: { plan: 'pro' } })",
  },
  name_not_string: {
    text: 'The page or screen name must be a string.',
    example: "analytics.page({ userId: 'u_1', name: 'Pricing' })",
  },
  category_not_string: {
    text: 'The page category must be a string.',
    example: "analytics.page({ userId: 'u_1', category: 'Docs', name: 'Webhooks' })",
  },
  empty_batch: {
    text: 'Send batches with at least one message.',
    example: '{ "batch": [{ "type": "track", "userId": "u_1", "event": "Signed Up" }] }',
  },
  too_many_messages: {
    text: "Send at most 2,500 messages per batch. Lower the SDK's batch size.",
  },
  bad_request: {
    text: 'Compare the request below with this example.',
    example: "analytics.track({ userId: 'u_1', event: 'Signed Up' })",
  },
  unknown_source: {
    text: 'Copy the write key from its source.',
    page: 'sources',
  },
  source_disabled: {
    text: 'Enable the source, or use the write key of another one.',
    page: 'sources',
  },
  too_many_requests: {
    text: 'Send fewer requests at once. Official SDKs wait and retry.',
  },
  payload_too_large: {
    text: 'Limits: 32 KB per message, 500 KB per request. Send smaller messages or split the batch.',
  },
  not_found: {
    text: "Check the SDK's endpoint URL. Most SDKs expect no path.",
    example: 'POST /v1/batch',
  },
};
