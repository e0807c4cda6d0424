import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { RouteLink } from '#renderer/parts/route-link.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CodeView } from '#renderer/ui/code-view.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { JsonTree } from '#renderer/ui/json-tree.tsx';
import type { JsonValue } from '#renderer/ui/json-tree-rows.ts';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import type { PreviewDelivery } from '#shared/schemas/send.ts';

type BodyView = 'tree' | 'text';

interface PreviewCardProps {
  readonly delivery: PreviewDelivery;
  /** The name of the track event, for the sentence about the filter. */
  readonly eventName: string | undefined;
}

/** What one destination would be sent, or why it would not. */
export function PreviewCard({ delivery, eventName }: PreviewCardProps) {
  const [view, setView] = useState<BodyView>('tree');
  const { outcome, bodyText, requests, destinationId, destinationName } = delivery;
  const isSent = outcome === 'sent' && requests.length > 0;
  return (
    <Card
      padded={false}
      title={
        <span className="flex min-w-0 items-center gap-2">
          {!isSent && <StateMark state={outcome === 'sent' ? 'paused' : outcome} decorative />}
          <RouteLink to={{ place: 'destinations', path: [destinationId] }} className="truncate">
            {destinationName}
          </RouteLink>
        </span>
      }
      meta={outcomeWords(delivery)}
      actions={
        isSent && (
          <Segmented<BodyView>
            label="View of the body"
            size="small"
            value={view}
            onChange={setView}
            segments={[
              { value: 'tree', label: 'Tree' },
              { value: 'text', label: 'Text' },
            ]}
          />
        )
      }
    >
      {!isSent && (
        <p className="p-3 text-fg-2">
          <Reason delivery={delivery} eventName={eventName} />
        </p>
      )}
      {isSent && bodyText !== null && (
        <>
          <ul aria-label="Requests">
            {requests.map((request, index) => (
              <Request key={request.url} request={request} openAtFirst={index === 0} />
            ))}
          </ul>
          <Body text={bodyText} view={view} />
          <SignatureNote delivery={delivery} />
        </>
      )}
    </Card>
  );
}

function outcomeWords({ outcome, requests }: PreviewDelivery): string {
  if (outcome === 'filtered') return 'filtered by event name';
  if (outcome === 'excluded') return 'excluded by integrations';
  if (requests.length === 0) return 'waits: no webhook URL';
  return requests.length === 1 ? 'sent to 1 webhook' : `sent to ${requests.length} webhooks`;
}

function Reason({ delivery: { outcome, destinationId }, eventName }: PreviewCardProps) {
  const settings = (text: ReactNode) => (
    <RouteLink to={{ place: 'destinations', path: [destinationId] }}>{text}</RouteLink>
  );
  if (outcome === 'filtered')
    return (
      <>
        Its filter drops the track event {eventName === undefined ? '' : `“${eventName}”`}. Change
        the {settings('filter')} to let it pass.
      </>
    );
  if (outcome === 'excluded')
    return (
      <>
        <code className="bytes">integrations</code> of the message turns Webhooks off. Set{' '}
        <code className="bytes">"Webhooks": true</code>, or leave integrations out.
      </>
    );
  return (
    <>There is no webhook URL to send to: {settings('add one')}. Until then deliveries wait.</>
  );
}

function Request({
  request: { url, headers },
  openAtFirst,
}: {
  request: PreviewDelivery['requests'][number];
  openAtFirst: boolean;
}) {
  const [open, setOpen] = useState(openAtFirst);
  return (
    <li className="border-b border-line">
      <div className="flex h-8 items-center gap-1 pr-1.5 pl-1.5">
        <button
          type="button"
          aria-expanded={open}
          aria-label={`Headers of the request to ${url}`}
          onClick={() => setOpen(!open)}
          className="flex h-6 min-w-0 flex-1 items-center gap-1.5 rounded-chip px-1 text-left hover:bg-bg-2"
        >
          <ChevronRight
            size={12}
            strokeWidth={1.5}
            aria-hidden="true"
            className={cx('flex-none text-fg-3 transition-transform', open && 'rotate-90')}
          />
          <span className="bytes flex-none font-semibold">POST</span>
          <span className="bytes truncate" title={url}>
            {url}
          </span>
        </button>
        <CopyButton value={url} label="Copy URL" />
      </div>
      {open && (
        <div className="border-t border-line/60">
          <KeyValueList
            label={`Headers of the request to ${url}`}
            keyWidth={124}
            items={headers.map(([key, value]) => ({ key, value }))}
          />
        </div>
      )}
    </li>
  );
}

function Body({ text, view }: { text: string; view: BodyView }) {
  const value = JSON.parse(text) as JsonValue;
  return (
    <>
      <div className="flex h-8 items-center gap-2 pr-1.5 pl-3 text-small">
        <span className="font-semibold">Body</span>
        <span className="text-fg-3">
          {new TextEncoder().encode(text).length.toLocaleString('en')} bytes
        </span>
        <span className="ml-auto">
          <CopyButton value={text} label="Copy body" />
        </span>
      </div>
      {view === 'tree' ? (
        <JsonTree label="Body" value={value} />
      ) : (
        <CodeView label="Body" language="json" text={text} />
      )}
    </>
  );
}

function SignatureNote({ delivery: { signed, destinationId } }: { delivery: PreviewDelivery }) {
  return (
    <p className="border-t border-line px-3 py-2 text-small text-fg-2">
      {signed ? (
        'X-Signature is the HMAC-SHA1 of exactly these bytes. Without a timestamp in the message, both change with the moment of sending.'
      ) : (
        <>
          Not signed: the destination has no shared secret, so there is no X-Signature.{' '}
          <RouteLink to={{ place: 'destinations', path: [destinationId] }}>Set a secret</RouteLink>
        </>
      )}
    </p>
  );
}
