import { Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { PreviewCard } from '#renderer/components/preview-card.tsx';
import { collections, useItems } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { parseExact } from '#shared/lib/exact-json.ts';
import { type Preview, type PreviewDelivery, PreviewRequest } from '#shared/schemas/send.ts';
import type { Source } from '#shared/schemas/source.ts';
import { UnroutedCard } from './unrouted-card.tsx';

interface PreviewPaneProps {
  readonly source: Source | undefined;
  readonly text: string | undefined;
}

/** The exact outgoing requests that the message would lead to, live. */
export function PreviewPane({ source, text }: PreviewPaneProps) {
  const { preview, eventName, outdated, problem } = usePreview(source?.id ?? null, text);
  return (
    <section aria-label="Outgoing requests" className="flex h-full min-h-0 flex-col bg-bg-0">
      <header className="flex h-11 flex-none items-center gap-2 border-b border-line bg-bg-1 px-4">
        <h2 className="font-semibold">What would go out</h2>
        {outdated && preview !== null && (
          <span role="status" className="truncate text-small text-warn">
            of the last text that could be read
          </span>
        )}
      </header>
      {problem !== null && (
        <div className="flex-none px-4 pt-3">
          <Banner tone="bad" title="There is no preview just now.">
            {problem}
          </Banner>
        </div>
      )}
      {source === undefined ? (
        <EmptyState icon={Send} title="Nothing to send as">
          Create a source first: events are sent with its write key.
        </EmptyState>
      ) : preview === null ? (
        !outdated && problem === null && <LateSpinner label="Working out the requests" />
      ) : (
        <ScrollRegion
          label="Requests by destination"
          className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4 outline-offset-[-2px] [&>*]:flex-none"
        >
          <Outcome preview={preview} source={source} eventName={eventName} />
        </ScrollRegion>
      )}
    </section>
  );
}

/** What goes out comes first; why the rest does not can be read after it. */
function inOrder(deliveries: readonly PreviewDelivery[]): readonly PreviewDelivery[] {
  return deliveries.toSorted(
    (a, b) => Number(b.requests.length > 0) - Number(a.requests.length > 0),
  );
}

interface OutcomeProps {
  readonly preview: Preview;
  readonly source: Source;
  readonly eventName: string | undefined;
}

function Outcome({ preview: { rejection, deliveries }, source, eventName }: OutcomeProps) {
  if (!source.enabled)
    return (
      <Refused status={403} code="source_disabled">
        {source.name} is off: switch it on to have its events accepted.
      </Refused>
    );
  if (rejection !== null)
    return (
      <Refused status={400} code={rejection.code}>
        {rejection.message}
      </Refused>
    );
  if (deliveries.length === 0) return <UnroutedCard source={source} />;
  return inOrder(deliveries).map((delivery) => (
    <PreviewCard key={delivery.destinationId} delivery={delivery} eventName={eventName} />
  ));
}

function Refused({
  status,
  code,
  children,
}: {
  status: number;
  code: string;
  children: React.ReactNode;
}) {
  return (
    <Card title="It would be refused">
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

/** A pause in typing; asking at every letter would make the answers flicker. */
const pauseMs = 150;

interface ShownPreview {
  readonly preview: Preview | null;
  /** Of the message that the preview is of; undefined where it has none. */
  readonly eventName: string | undefined;
  /** The text cannot be sent as it is, so that the preview is of an earlier one. */
  readonly outdated: boolean;
  readonly problem: string | null;
}

const nothing: ShownPreview = {
  preview: null,
  eventName: undefined,
  outdated: false,
  problem: null,
};

interface Asked {
  readonly source: string;
  readonly text: string;
}

/** The last one: drawn at once when the page is opened again, until it is worked out anew. */
let last: { readonly asked: Asked; readonly shown: ShownPreview } | null = null;

const lastOf = (source: string | null, text: string | undefined): ShownPreview =>
  last?.asked.source === source && last.asked.text === text ? last.shown : nothing;

/** The outgoing requests of the text, kept up to date with it and with the destinations. */
function usePreview(source: string | null, text: string | undefined): ShownPreview {
  const destinations = useItems(collections.destinations);
  const [shown, setShown] = useState<ShownPreview>(() => lastOf(source, text));
  const isFirst = useRef(true);

  useEffect(() => {
    // Named here so that a changed setting asks anew: the answer depends on all of them.
    void destinations;
    if (source === null || text === undefined) return;
    const controller = new AbortController();
    // Nobody types while the page is being opened.
    const wait = isFirst.current ? 0 : pauseMs;
    const timer = setTimeout(() => {
      isFirst.current = false;
      const request = requestOf(source, text);
      if (request === null) return setShown((before) => ({ ...before, outdated: true }));
      core.send.preview(request, { signal: controller.signal }).then(
        (preview) => {
          const news = { ...nothing, preview, eventName: eventIn(request) };
          last = { asked: { source, text }, shown: news };
          setShown(news);
        },
        (error: unknown) => {
          if (!controller.signal.aborted)
            setShown((before) => ({ ...before, problem: errorSentence(error) }));
        },
      );
    }, wait);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [source, text, destinations]);

  return shown;
}

function eventIn({ message }: PreviewRequest): string | undefined {
  return typeof message.event === 'string' ? message.event : undefined;
}

function requestOf(source: string, text: string): PreviewRequest | null {
  try {
    const request = PreviewRequest.safeParse({ source, message: parseExact(text) });
    return request.success ? request.data : null;
  } catch {
    return null;
  }
}
