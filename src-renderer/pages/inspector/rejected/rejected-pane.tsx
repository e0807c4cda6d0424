import { FileSearch } from 'lucide-react';
import { textBytes } from '#renderer/components/body-bytes.ts';
import { BodyCard } from '#renderer/components/body-card.tsx';
import { Columns } from '#renderer/components/columns.tsx';
import { DetailPane } from '#renderer/components/detail-pane.tsx';
import { detailMark } from '#renderer/components/focus.ts';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { useRejectedOne } from '#renderer/data/details.ts';
import { rejectedLists, useHasRows } from '#renderer/data/live-lists.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { exactTime } from '#renderer/ui/relative-time.ts';
import { formatBytes } from '#shared/lib/format.ts';
import type { IngestCode, RejectedDetail } from '#shared/schemas/message.ts';
import { ReceivedCard } from '../messages/received-card.tsx';

export function RejectedPane({ id }: { id: number | null }) {
  const detail = useRejectedOne(id);
  const hasRows = useHasRows(rejectedLists);
  return (
    <DetailPane
      label="Rejected message"
      detail={detail}
      icon={FileSearch}
      hasRows={hasRows}
      nothingOpen="Nothing is open"
    >
      {(one) => <RejectedDetailView key={one.id} rejected={one} />}
    </DetailPane>
  );
}

/** One refusal: the reason, how to fix the call, and the request as it came. */
function RejectedDetailView({ rejected }: { rejected: RejectedDetail }) {
  const { bodyText, bodyTruncated, bodyBytes, request, headTruncated, headBytes } = rejected;
  const body = { ...textBytes(bodyText, bodyBytes), truncated: bodyTruncated };
  return (
    <article {...detailMark} aria-label={rejected.code} className="h-full overflow-y-auto">
      <Header rejected={rejected} />
      <div className="grid gap-3 p-4">
        <Banner tone="bad">{rejected.message}</Banner>
        {rejected.batch !== null && <BatchCount batch={rejected.batch} />}
        <HintCard hint={mendingHints[rejected.code]} />
        <Columns
          start={
            <BodyCard
              title="Came in"
              body={body}
              empty="The request had no body."
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
  const all = rejected.toLocaleString('en');
  return (
    <p className="text-fg-2">
      {kept < rejected
        ? `${all} messages of this batch were rejected. The first ${kept} are kept.`
        : `${all} messages of this batch were rejected.`}
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
        <span>received {exactTime(receivedAt)}</span>
      </div>
    </header>
  );
}

function HintCard({ hint }: { hint: MendingHint }) {
  const { text, example, page } = hint;
  return (
    <Card title="How to fix it">
      <p>
        {text}{' '}
        {page && (
          <RouteLink to={{ page }} className="underline">
            Open the sources
          </RouteLink>
        )}
      </p>
      {example !== undefined && (
        <div className="mt-2.5 flex items-start gap-1 rounded-control border border-line bg-bg-2 py-[3px] pr-[3px] pl-2.5">
          <code className="bytes min-w-0 flex-1 py-[3px] leading-[18px] [overflow-wrap:anywhere]">
            {example}
          </code>
          <CopyButton value={example} label="Copy the example" />
        </div>
      )}
    </Card>
  );
}

// How to fix the call that was refused, by code.

interface MendingHint {
  readonly text: string;
  /** A call that is right, as SDKs write it. */
  readonly example?: string;
  readonly page?: 'sources';
}

const mendingHints: Record<IngestCode, MendingHint> = {
  no_user_anon_id: {
    text: 'Say whom the event is about: give userId, or anonymousId for someone who is not known yet.',
    example: "analytics.track({ userId: 'u_1', event: 'Signed Up' })",
  },
  id_required: {
    text: 'Give the id that this call is about: groupId for group; previousId and userId for alias.',
    example: "analytics.group({ userId: 'u_1', groupId: 'g_1' })",
  },
  id_not_string: {
    text: 'Write ids as texts. Numbers are taken as their text; objects, lists and booleans are not.',
    example: 'analytics.identify({ userId: String(user.id) })',
  },
  event_not_defined: {
    text: 'Give the event its name.',
    example: "analytics.track({ userId: 'u_1', event: 'Order Completed' })",
  },
  event_not_string: {
    text: 'Write the name of the event as a text.',
    example: "analytics.track({ userId: 'u_1', event: 'Order Completed' })",
  },
  properties_not_object: {
    text: 'Put the properties into an object, also where there is only one.',
    example: "analytics.track({ userId: 'u_1', event: 'Paid', properties: { total: 12 } })",
  },
  traits_not_object: {
    text: 'Put the traits into an object, also where there is only one.',
    example: "analytics.identify({ userId: 'u_1', traits: { plan: 'pro' } })",
  },
  name_not_string: {
    text: 'Write the name of the page or screen as a text.',
    example: "analytics.page({ userId: 'u_1', name: 'Pricing' })",
  },
  category_not_string: {
    text: 'Write the category of the page as a text.',
    example: "analytics.page({ userId: 'u_1', category: 'Docs', name: 'Webhooks' })",
  },
  empty_batch: {
    text: 'Send a batch only when there is something in it. SDKs do so by themselves.',
    example: '{ "batch": [{ "type": "track", "userId": "u_1", "event": "Signed Up" }] }',
  },
  too_many_messages: {
    text: 'A batch can hold 2,500 messages. Send smaller batches; most SDKs have a batch size setting.',
  },
  bad_request: {
    text: 'The reason above names what could not be read. Compare the raw request below with a call that works.',
    example: "analytics.track({ userId: 'u_1', event: 'Signed Up' })",
  },
  unknown_source: {
    text: 'The write key belongs to no source. Copy the key of the source that this should come from into the SDK’s set-up.',
    page: 'sources',
  },
  source_disabled: {
    text: 'The source is switched off. Switch it on, or use the write key of another one.',
    page: 'sources',
  },
  too_many_requests: {
    text: 'Too much came in at once. Official SDKs wait and send it again by themselves.',
  },
  payload_too_large: {
    text: 'One call may be 32 KB and a whole request 500 KB. Send less with the event, or split the batch.',
  },
  not_found: {
    text: 'The SDK may be configured with a wrong path. Most SDKs need only the address, without a path.',
    example: 'POST /v1/batch',
  },
};
