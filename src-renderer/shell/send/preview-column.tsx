import { Send } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { CopyCurl } from '#renderer/places/deliveries/detail/curl.tsx';
import {
  outcomeLabels,
  PreviewBody,
  Reason,
  SignatureNote,
  useBodyView,
} from '#renderer/requests/preview-card.tsx';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { type MarkedState, StateMark } from '#renderer/ui/state-mark.tsx';
import { rejectionText } from '#shared/ingestion/rejection-text.ts';
import { counted } from '#shared/kit/format.ts';
import type { PreviewDelivery } from '#shared/sending/send.ts';
import type { SendDraft } from './send-draft.ts';
import type { Target } from './targets.ts';
import { UnroutedCard } from './unrouted-card.tsx';
import type { UrlNow } from './url-now.ts';
import type { ShownPreview } from './use-preview.ts';

interface PreviewColumnProps {
  readonly draft: SendDraft;
  readonly shown: ShownPreview;
  readonly targets: readonly Target[];
}

/** Which URLs get the event and what they do now, and the exact request to one of them. */
export function PreviewColumn({ draft, shown, targets }: PreviewColumnProps) {
  const { preview, outdated, problem } = shown;
  const destinations = new Set(targets.map(({ delivery }) => delivery.destinationId)).size;
  return (
    <section
      aria-label="Request preview"
      className="flex min-h-0 flex-1 flex-col gap-2.5 [&>*]:flex-none"
    >
      <header className="flex min-h-5 items-baseline gap-2">
        <h3 className="font-semibold">
          {preview === null ? 'Request' : `Goes to ${counted(targets.length, 'URL')}`}
        </h3>
        {outdated && preview !== null && (
          <span role="status" className="truncate text-small text-warn">
            Last valid message
          </span>
        )}
        {preview !== null && (
          <span className="ml-auto text-small text-fg-2">
            {counted(destinations, 'destination')}
          </span>
        )}
      </header>
      {problem !== null && (
        <Banner tone="bad" title="Can't load the preview.">
          {problem}
        </Banner>
      )}
      <Outcome draft={draft} shown={shown} targets={targets} />
    </section>
  );
}

function Outcome({ draft, shown, targets }: PreviewColumnProps) {
  const { preview, eventName, outdated, problem } = shown;
  const { mode, file, source, destination } = draft;
  if (mode !== 'raw' && source === undefined)
    return (
      <EmptyState icon={Send} title="No sources yet">
        Create a source to send events.
      </EmptyState>
    );
  if ((mode === 'raw' && destination === undefined) || (mode === 'file' && file === null))
    return null;
  if (preview === null)
    return outdated || problem !== null ? null : <LateSpinner label="Loading preview" />;
  if (mode !== 'raw' && source?.enabled === false)
    return (
      <RejectionCard status={403} code="source_disabled">
        {source.name} is disabled. Enable it.
      </RejectionCard>
    );
  if (preview.rejection !== null)
    return (
      <RejectionCard status={400} code={preview.rejection.code}>
        {rejectionText(preview.rejection.problem)}
      </RejectionCard>
    );
  if (preview.deliveries.length === 0)
    return mode === 'raw' || source === undefined ? null : <UnroutedCard source={source} />;
  const sentTo = new Set(targets.map(({ delivery }) => delivery));
  return (
    <Requests
      targets={targets}
      others={preview.deliveries.filter((delivery) => !sentTo.has(delivery))}
      eventName={eventName}
    />
  );
}

interface RequestsProps {
  readonly targets: readonly Target[];
  /** Deliveries without a request. */
  readonly others: readonly PreviewDelivery[];
  readonly eventName: string | undefined;
}

function Requests({ targets, others, eventName }: RequestsProps) {
  const [chosenKey, choose] = useState('');
  const chosen = targets.find(({ key }) => key === chosenKey) ?? targets[0];
  return (
    <>
      <div className="overflow-hidden rounded-card border border-line bg-bg-1 shadow-rest">
        {targets.length > 0 && (
          <ul aria-label="URLs" className="divide-y divide-line/70">
            {targets.map((target) => (
              <TargetRow
                key={target.key}
                target={target}
                isChosen={target === chosen}
                onChoose={() => choose(target.key)}
              />
            ))}
          </ul>
        )}
        {others.length > 0 && (
          <ul
            aria-label="Not sent"
            className={cx('divide-y divide-line/70', targets.length > 0 && 'border-t border-line')}
          >
            {others.map((delivery) => (
              <NotSent key={delivery.destinationId} delivery={delivery} eventName={eventName} />
            ))}
          </ul>
        )}
      </div>
      {chosen !== undefined && <RequestCard key={chosen.key} target={chosen} />}
    </>
  );
}

function markOf({ outcome, hasEnd }: UrlNow): MarkedState {
  if (outcome === null) return 'planned';
  if (outcome === 'accepted') return 'delivered';
  if (outcome === 'failed') return hasEnd ? 'waiting' : 'gave_up';
  return outcome;
}

interface TargetRowProps {
  readonly target: Target;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function TargetRow({ target, isChosen, onChoose }: TargetRowProps) {
  const { name, request, outcome, text, delivery } = target;
  const isFailing = outcome !== null && outcome !== 'accepted';
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className={cx(
          'flex h-8 w-full items-center gap-2 px-2.75 text-left -outline-offset-2',
          isChosen ? 'bg-accent-bg' : 'hover:bg-bg-2',
        )}
      >
        <StateMark state={markOf(target)} decorative />
        <span
          className={cx('bytes min-w-0 flex-1 truncate', isChosen && 'font-semibold')}
          title={request.url}
        >
          {name}
        </span>
        <span className="max-w-40 truncate text-small text-fg-2">
          {isFailing ? text : delivery.destinationName}
        </span>
        <span className="sr-only">{isFailing ? delivery.destinationName : text}</span>
      </button>
    </li>
  );
}

interface NotSentProps {
  readonly delivery: PreviewDelivery;
  readonly eventName: string | undefined;
}

function NotSent({ delivery, eventName }: NotSentProps) {
  return (
    <li aria-label={delivery.destinationName} className="flex items-start gap-2 px-2.75 py-1.5">
      <span className="mt-0.75">
        <StateMark state={delivery.notSent === null ? 'paused' : 'not_sent'} decorative />
      </span>
      <span className="min-w-0 text-small">
        <span className="flex gap-1.5">
          <span className="truncate font-medium">
            <RouteLink
              plain
              to={{ page: 'connections', path: ['destinations', delivery.destinationId] }}
            >
              {delivery.destinationName}
            </RouteLink>
          </span>
          <span className="flex-none text-fg-3">{outcomeLabels(delivery)}</span>
        </span>
        <span className="text-fg-2">
          <Reason delivery={delivery} eventName={eventName} />
        </span>
      </span>
    </li>
  );
}

/** The exact request to one URL. */
function RequestCard({ target: { request, delivery } }: { readonly target: Target }) {
  const [view, bodyViews] = useBodyView();
  const { url, headers } = request;
  const bodyText = delivery.bodyText ?? '';
  return (
    <Card
      padded={false}
      title="Request"
      actions={
        <>
          {bodyViews}
          <CopyCurl
            source={{ request: { method: 'POST', url, headers }, body: () => bodyText }}
            look="icon"
          />
        </>
      }
    >
      <div className="flex min-h-8 items-center gap-1.5 border-b border-line/60 py-1 pr-1.5 pl-3">
        <span className="bytes flex-none font-semibold">POST</span>
        <span className="bytes min-w-0 flex-1 truncate" title={url}>
          {url}
        </span>
        <CopyButton value={url} label="Copy URL" />
      </div>
      <KeyValueList
        label={`Headers for ${url}`}
        keyWidth={112}
        items={headers.map(([key, value]) => ({ key, value }))}
      />
      <div className="border-t border-line">
        <PreviewBody text={bodyText} view={view} />
      </div>
      <SignatureNote delivery={delivery} />
    </Card>
  );
}

interface RejectionCardProps {
  readonly status: number;
  readonly code: string;
  readonly children: ReactNode;
}

function RejectionCard({ status, code, children }: RejectionCardProps) {
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
