import { byteText, textBytes } from '#renderer/components/body-bytes.ts';
import { BodyCard } from '#renderer/components/body-card.tsx';
import { Columns } from '#renderer/components/columns.tsx';
import { detailMark } from '#renderer/components/focus.ts';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { exactTime } from '#renderer/ui/relative-time.ts';
import type { RejectedDetail } from '#shared/schemas/message.ts';
import { ReceivedCard } from '../messages/received-card.tsx';
import { type MendingHint, mendingHints } from './rejected-hints.ts';

/** One refusal: the reason, how to mend the call, and the request as it came. */
export function RejectedDetailView({ rejected }: { rejected: RejectedDetail }) {
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
              cutOff={`Truncated: ${byteText(bodyBytes)} received`}
            />
          }
          end={
            <ReceivedCard
              request={request}
              cutOff={headTruncated ? `Truncated: ${byteText(headBytes)} received` : undefined}
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
    <Card title="How to mend it">
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
