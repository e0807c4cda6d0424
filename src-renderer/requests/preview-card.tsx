import { type ReactNode, useState } from 'react';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CodeView } from '#renderer/ui/code-view.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { DisclosureMark } from '#renderer/ui/disclosure.tsx';
import { JsonTree } from '#renderer/ui/json-tree.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { reasonLabels } from '#shared/deliveries/text.ts';
import { counted, formatCount } from '#shared/kit/format.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import type { PreviewDelivery } from '#shared/sending/send.ts';
import { jsonOf } from './body-bytes.ts';

interface PreviewCardProps {
  readonly delivery: PreviewDelivery;
  /** Name of the track event, for the filter message. */
  readonly eventName: string | undefined;
}

/** What one destination would be sent, or why nothing. */
export function PreviewCard({ delivery, eventName }: PreviewCardProps) {
  const [view, bodyViews] = useBodyView();
  const { notSent, bodyText, requests, destinationId, destinationName } = delivery;
  const isSent = notSent === null && requests.length > 0;
  return (
    <Card
      padded={false}
      title={
        <>
          {!isSent && (
            <span className="mr-2 inline-block align-[-2px]">
              <StateMark state={notSent === null ? 'paused' : 'not_sent'} decorative />
            </span>
          )}
          <RouteLink to={{ page: 'connections', path: ['destinations', destinationId] }}>
            {destinationName}
          </RouteLink>
        </>
      }
      meta={outcomeLabels(delivery)}
      actions={isSent && bodyViews}
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
              <PreviewedRequest key={request.url} request={request} openAtFirst={index === 0} />
            ))}
          </ul>
          <PreviewBody text={bodyText} view={view} />
          <SignatureNote delivery={delivery} />
        </>
      )}
    </Card>
  );
}

export function outcomeLabels({ notSent, requests }: PreviewDelivery): string {
  if (notSent !== null) return reasonLabels[notSent];
  if (requests.length === 0) return 'no URL';
  return counted(requests.length, 'URL');
}

/** Why a destination is sent nothing. */
export function Reason({ delivery: { notSent, destinationId }, eventName }: PreviewCardProps) {
  const settings = (text: ReactNode) => (
    <RouteLink to={{ page: 'connections', path: ['destinations', destinationId] }}>
      {text}
    </RouteLink>
  );
  if (notSent === 'filtered')
    return (
      <>
        The {settings('track filter')} excludes{' '}
        {eventName === undefined ? 'this event' : `"${eventName}"`}
      </>
    );
  if (notSent === 'payload_required')
    return <>Its {settings('profile')} sends payloads, not messages.</>;
  if (notSent === 'excluded')
    return (
      <>
        The message's <code className="bytes">integrations</code> exclude webhooks. Set{' '}
        <code className="bytes">"Webhooks": true</code> or remove it.
      </>
    );
  return <>No URL. {settings('Add one')}.</>;
}

/** Whether the requests are signed. */
export function SignatureNote({
  delivery: { signed, destinationId },
}: {
  delivery: PreviewDelivery;
}) {
  const destination = useItems(collections.destinations).find(({ id }) => id === destinationId);
  const isSigning = destination === undefined || profileOf(destination).signature.kind !== 'none';
  return (
    <p className="border-t border-line px-3 py-2 text-small text-fg-2">
      {!isSigning ? (
        'Unsigned, as its profile says.'
      ) : signed ? (
        'The signature changes with the time of sending.'
      ) : (
        <>
          Unsigned: no shared secret.{' '}
          <RouteLink to={{ page: 'connections', path: ['destinations', destinationId] }}>
            Set a secret
          </RouteLink>
        </>
      )}
    </p>
  );
}

type BodyView = 'tree' | 'text';

/** How a body is shown, and the control that chooses it. */
export function useBodyView() {
  const [view, setView] = useState<BodyView>('tree');
  const choice = (
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
  );
  return [view, choice] as const;
}

/** The body of all requests to one destination. */
export function PreviewBody({ text, view }: { text: string; view: BodyView }) {
  // A browser that would round numbers shows raw text.
  const value = jsonOf(text);
  return (
    <>
      <div className="flex h-8 items-center gap-2 pr-1.5 pl-3 text-small">
        <span className="font-semibold">Body</span>
        <span className="text-fg-3">
          {formatCount(new TextEncoder().encode(text).length)} bytes
        </span>
        <span className="ml-auto">
          <CopyButton value={text} label="Copy body" />
        </span>
      </div>
      {view === 'tree' && value !== undefined ? (
        <JsonTree label="Body" value={value} />
      ) : (
        <CodeView label="Body" language="json" text={text} />
      )}
    </>
  );
}

interface PreviewedRequestProps {
  readonly request: PreviewDelivery['requests'][number];
  readonly openAtFirst: boolean;
}

/** A request line with expandable headers. */
function PreviewedRequest({ request: { url, headers }, openAtFirst }: PreviewedRequestProps) {
  const [open, setOpen] = useState(openAtFirst);
  return (
    <li className="border-b border-line">
      <div className="flex h-8 items-center gap-1 pr-1.5 pl-1.5">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex h-6 min-w-0 flex-1 items-center gap-1.5 rounded-chip px-1 text-left hover:bg-bg-2"
        >
          <DisclosureMark isOpen={open} />
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
            label={`Headers for ${url}`}
            keyWidth={124}
            items={headers.map(([key, value]) => ({ key, value }))}
          />
        </div>
      )}
    </li>
  );
}
