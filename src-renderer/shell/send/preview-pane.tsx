import { Send } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { perform } from '#renderer/kit/actions/perform.ts';
import { collections, put, useItems } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { PreviewCard } from '#renderer/requests/preview-card.tsx';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import type { Destination } from '#shared/connections/destination.ts';
import type { Source } from '#shared/connections/source.ts';
import { rejectionText } from '#shared/ingestion/rejection-text.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import { takesPayloads } from '#shared/profiles/profiles.ts';
import { type Preview, type PreviewDelivery, PreviewRequest } from '#shared/sending/send.ts';
import { payloadText, type SendEvent } from './send-request.ts';

const maxOffered = 4;

const apply = (fix: Fix, sourceId: string): Promise<boolean> =>
  perform(`Can't update ${fix.destination.name}`, async () =>
    put(collections.destinations, await core.destinations.update(fixPatch(fix, sourceId))),
  );

const labels: Record<Fix['kind'], { button: string; state: string }> = {
  enable: { button: 'Enable', state: 'is disabled' },
  connect: { button: 'Connect', state: 'is not connected' },
  'enable and connect': { button: 'Enable and connect', state: 'is disabled and not connected' },
};

/** Offers to connect or enable a destination. */
function UnroutedCard({ source }: { source: Source }) {
  const fixes = fixesFor(useItems(collections.destinations), source.id);
  return (
    <section
      aria-label="No destination"
      className="flex flex-col gap-2.5 rounded-card border border-line bg-bg-1 p-3 shadow-rest"
    >
      <h2 className="flex items-center gap-2 font-semibold">
        <StateMark state="not_sent" decorative />
        Accepted but not delivered
      </h2>
      <p className="text-fg-2">
        {source.name} has no enabled destination.
        {fixes.length === 0 && (
          <>
            {' '}
            <RouteLink to={{ page: 'destinations', path: ['new'] }}>Create a destination</RouteLink>
          </>
        )}
      </p>
      {fixes.length > 0 && (
        <ul className="flex flex-col gap-1.5">
          {fixes.slice(0, maxOffered).map((fix) => (
            <li key={fix.destination.id} className="flex min-w-0 items-center gap-2">
              <span className="min-w-0 flex-1 truncate">
                <RouteLink to={{ page: 'destinations', path: [fix.destination.id] }}>
                  {fix.destination.name}
                </RouteLink>{' '}
                <span className="text-fg-2">{labels[fix.kind].state}</span>
              </span>
              <Button onClick={() => void apply(fix, source.id)}>{labels[fix.kind].button}</Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface Fix {
  readonly destination: Destination;
  readonly kind: 'enable' | 'connect' | 'enable and connect';
}

/** Destinations by number of changes needed, fewest first. */
export function fixesFor(destinations: readonly Destination[], sourceId: string): readonly Fix[] {
  const order: readonly Fix['kind'][] = ['enable', 'connect', 'enable and connect'];
  return destinations
    .filter((destination) => !takesPayloads(destination))
    .map((destination): Fix => {
      const connected = destination.sourceIds.includes(sourceId);
      const kind = connected ? 'enable' : destination.enabled ? 'connect' : 'enable and connect';
      return { destination, kind };
    })
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

export function fixPatch({ destination, kind }: Fix, sourceId: string) {
  return {
    id: destination.id,
    ...(kind === 'connect' ? {} : { enabled: true }),
    ...(kind === 'enable' ? {} : { sourceIds: [...destination.sourceIds, sourceId] }),
  };
}

interface PreviewPaneProps {
  readonly event: SendEvent;
  /** Of a message. */
  readonly source: Source | undefined;
  /** Of a payload. */
  readonly destination: Destination | undefined;
  readonly text: string;
}

/** Live preview of the outgoing requests. */
export function PreviewPane({ event, source, destination, text }: PreviewPaneProps) {
  const address = (event.kind === 'payload' ? destination : source)?.id ?? null;
  const { preview, eventName, outdated, problem } = usePreview(event, address, text);
  return (
    <section aria-label="Request preview" className="flex h-full min-h-0 flex-col bg-bg-0">
      <header className="flex h-11 flex-none items-center gap-2 border-b border-line bg-bg-1 px-4">
        <h2 className="font-semibold">Request preview</h2>
        {outdated && preview !== null && (
          <span role="status" className="truncate text-small text-warn">
            Last valid message
          </span>
        )}
      </header>
      {problem !== null && (
        <div className="flex-none px-4 pt-3">
          <Banner tone="bad" title="Can't load.">
            {problem}
          </Banner>
        </div>
      )}
      {address === null && event.kind === 'message' ? (
        <EmptyState icon={Send} title="No sources yet">
          Create a source to send events.
        </EmptyState>
      ) : preview === null ? (
        !outdated && problem === null && <LateSpinner label="Loading preview" />
      ) : (
        <ScrollRegion
          label="Requests by destination"
          className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4 -outline-offset-2 [&>*]:flex-none"
        >
          <Outcome
            preview={preview}
            source={event.kind === 'payload' ? undefined : source}
            eventName={eventName}
          />
        </ScrollRegion>
      )}
    </section>
  );
}

/** Deliveries with requests first. */
function sorted(deliveries: readonly PreviewDelivery[]): readonly PreviewDelivery[] {
  return deliveries.toSorted(
    (a, b) => Number(b.requests.length > 0) - Number(a.requests.length > 0),
  );
}

interface OutcomeProps {
  readonly preview: Preview;
  /** Undefined for a payload. */
  readonly source: Source | undefined;
  readonly eventName: string | undefined;
}

function Outcome({ preview: { rejection, deliveries }, source, eventName }: OutcomeProps) {
  if (source?.enabled === false)
    return (
      <RejectionCard status={403} code="source_disabled">
        {source.name} is disabled. Enable it.
      </RejectionCard>
    );
  if (rejection !== null)
    return (
      <RejectionCard status={400} code={rejection.code}>
        {rejectionText(rejection.problem)}
      </RejectionCard>
    );
  if (deliveries.length === 0)
    return source === undefined ? null : <UnroutedCard source={source} />;
  return sorted(deliveries).map((delivery) => (
    <PreviewCard key={delivery.destinationId} delivery={delivery} eventName={eventName} />
  ));
}

function RejectionCard({
  status,
  code,
  children,
}: {
  status: number;
  code: string;
  children: React.ReactNode;
}) {
  return (
    <Card title="Would be rejected">
      <p className="flex items-start gap-2">
        <StatusCode code={status} />
        <span className="min-w-0">
          <code className="bytes font-semibold">{code}</code>
          <span className="block text-fg-2">{children}</span>
        </span>
      </p>
    </Card>
  );
}

/** Debounce, so that the preview doesn't flicker. */
const pauseMs = 150;

interface ShownPreview {
  readonly preview: Preview | null;
  /** Of the previewed message. */
  readonly eventName: string | undefined;
  /** The text is invalid; the preview is of an earlier one. */
  readonly outdated: boolean;
  readonly problem: string | null;
}

const noPreview: ShownPreview = {
  preview: null,
  eventName: undefined,
  outdated: false,
  problem: null,
};

/** The last preview, shown when the page is reopened, until it is reloaded. */
let lastPreview: { readonly key: string; readonly shown: ShownPreview } | null = null;

/** @param address ID of the source or destination; null without one. */
function usePreview(event: SendEvent, address: string | null, text: string): ShownPreview {
  const destinations = useItems(collections.destinations);
  const request = useMemo(
    () => (address === null ? null : requestOf(event, address, text)),
    [event, address, text],
  );
  const key = JSON.stringify(request);
  const [shownPreview, setShownPreview] = useState<ShownPreview>(() =>
    lastPreview?.key === key ? lastPreview.shown : noPreview,
  );
  const isFirst = useRef(true);

  useEffect(() => {
    // Reloads when a destination changes.
    void destinations;
    if (address === null) return;
    const controller = new AbortController();
    // No debounce when the page opens.
    const delayMs = isFirst.current ? 0 : pauseMs;
    const timer = setTimeout(() => {
      isFirst.current = false;
      if (request === null) return setShownPreview((before) => ({ ...before, outdated: true }));
      core.send.preview(request, { signal: controller.signal }).then(
        (preview) => {
          const next = { ...noPreview, preview, eventName: eventIn(request) };
          lastPreview = { key, shown: next };
          setShownPreview(next);
        },
        (error: unknown) => {
          if (!controller.signal.aborted)
            setShownPreview((before) => ({ ...before, problem: errorSentence(error) }));
        },
      );
    }, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [address, request, key, destinations]);

  return shownPreview;
}

function eventIn(request: PreviewRequest): string | undefined {
  if ('payload' in request) return request.event;
  return typeof request.message.event === 'string' ? request.message.event : undefined;
}

/** Null if the text is invalid. */
function requestOf(event: SendEvent, address: string, text: string): PreviewRequest | null {
  try {
    const input =
      event.kind === 'payload'
        ? { destinationId: address, event: event.event, payload: payloadText(event, text) }
        : { source: address, message: parseExact(text) };
    return PreviewRequest.safeParse(input).data ?? null;
  } catch {
    return null;
  }
}
