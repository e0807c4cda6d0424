import { Send } from 'lucide-react';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { PreviewCard } from '#renderer/components/preview-card.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { StatusCode } from '#renderer/ui/status-code.tsx';
import type { Preview, PreviewDelivery } from '#shared/schemas/send.ts';
import type { Source } from '#shared/schemas/source.ts';
import { UnroutedCard } from './unrouted-card.tsx';
import { usePreview } from './use-preview.ts';

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

function Outcome({ preview: { refusal, deliveries }, source, eventName }: OutcomeProps) {
  if (!source.enabled)
    return (
      <Refused status={403} code="source_disabled">
        {source.name} is off: switch it on to have its events accepted.
      </Refused>
    );
  if (refusal !== null)
    return (
      <Refused status={400} code={refusal.code}>
        {refusal.message}
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
