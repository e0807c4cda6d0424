import { type ReactNode, useState } from 'react';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import type { PreviewDelivery } from '#shared/schemas/send.ts';
import { type BodyView, PreviewBody } from './preview-body.tsx';
import { PreviewedRequest } from './previewed-request.tsx';

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
        <>
          {!isSent && (
            <span className="mr-2 inline-block align-[-2px]">
              <StateMark state={outcome === 'sent' ? 'paused' : outcome} decorative />
            </span>
          )}
          <RouteLink to={{ page: 'destinations', path: [destinationId] }}>
            {destinationName}
          </RouteLink>
        </>
      }
      meta={outcomeLabels(delivery)}
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

function outcomeLabels({ outcome, requests }: PreviewDelivery): string {
  if (outcome === 'filtered') return 'filtered by event name';
  if (outcome === 'excluded') return 'excluded by integrations';
  if (requests.length === 0) return 'waits: no webhook URL';
  return requests.length === 1 ? 'sent to 1 webhook' : `sent to ${requests.length} webhooks`;
}

function Reason({ delivery: { outcome, destinationId }, eventName }: PreviewCardProps) {
  const settings = (text: ReactNode) => (
    <RouteLink to={{ page: 'destinations', path: [destinationId] }}>{text}</RouteLink>
  );
  if (outcome === 'filtered')
    return (
      <>
        Its filter drops {eventName === undefined ? 'this event' : `the track event “${eventName}”`}
        . Change the {settings('filter')} to let it pass.
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

function SignatureNote({ delivery: { signed, destinationId } }: { delivery: PreviewDelivery }) {
  return (
    <p className="border-t border-line px-3 py-2 text-small text-fg-2">
      {signed ? (
        'X-Signature is the HMAC-SHA1 of exactly these bytes. What the message leaves out, such as its timestamp, is filled in at the moment of sending and changes both.'
      ) : (
        <>
          Not signed: the destination has no shared secret, so there is no X-Signature.{' '}
          <RouteLink to={{ page: 'destinations', path: [destinationId] }}>Set a secret</RouteLink>
        </>
      )}
    </p>
  );
}
