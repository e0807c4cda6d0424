import { ArrowLeft, PenLine, Redo2, RotateCw } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { useCopyDetail } from '#renderer/kit/data/details.ts';
import { detailMark, focusDetail, useFocusWhenLost } from '#renderer/kit/keyboard/focus.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { bytesOf, cutOffText } from '#renderer/requests/body-bytes.ts';
import { BodyCard } from '#renderer/requests/body-card.tsx';
import { signingLabels } from '#renderer/requests/copy/signings.ts';
import { Columns, HeadersCard } from '#renderer/requests/detail-cards.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { useElementWidth } from '#renderer/ui/use-element-width.ts';
import type { CopyDetail } from '#shared/deliveries/copy.ts';
import type { Attempt, AttemptResponse, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { stateLabel } from '#shared/deliveries/text.ts';
import { useCompareActions } from '../compare/compare-commands.tsx';
import { refOfAttempt } from '../compare/compare-route.ts';
import { sideOf } from '../compare/comparison.ts';
import { ComparisonView } from '../compare/comparison-view.tsx';
import { CopyCurl } from '../detail/curl.tsx';
import { retryProblem } from '../detail/delivery-actions.tsx';
import { useRetry } from '../detail/use-retry.tsx';
import { openCopyView, originalAttempt } from './copy-route.ts';
import { CopyBadge, CopyOutcome, FromDelivery, ResponseHead } from './response-head.tsx';
import { editCopy } from './use-send-copy.ts';

interface CopyPaneProps {
  readonly id: number;
  readonly delivery: DeliveryDetail;
}

/** One copy, next to its delivery. */
export function CopyPane({ id, delivery }: CopyPaneProps) {
  const { value, status, problem, reload } = useCopyDetail(id);
  const [back] = useActions('Edit and send a copy', [
    {
      id: 'copy.back',
      title: 'Back to delivery',
      shortcut: 'Escape',
      icon: ArrowLeft,
      run: () => openCopyView(delivery.id, null),
    },
  ]);
  const isShown = value?.id === id;
  const isElsewhere = isShown && value.deliveryId !== delivery.id;
  return (
    <div {...detailMark} className="h-full min-h-0 overflow-y-auto">
      {status === 'missing' || isElsewhere ? (
        <EmptyState title="Copy not found" actions={<ActionButton action={back} />}>
          This delivery has no such copy.
        </EmptyState>
      ) : isShown ? (
        <CopyDetailView copy={value} delivery={delivery} onBack={back.run} />
      ) : status === 'failed' ? (
        <ErrorState onRetry={reload}>{problem}</ErrorState>
      ) : (
        <LateSpinner label="Loading copy" />
      )}
    </div>
  );
}

/** Width in pixels with all button labels. */
const minLabelsWidth = 535;

interface CopyDetailViewProps {
  readonly copy: CopyDetail;
  readonly delivery: DeliveryDetail;
  readonly onBack: () => void;
}

/** A copy and its response, next to the original delivery. */
function CopyDetailView({ copy, delivery, onBack }: CopyDetailViewProps) {
  const line = useRef<HTMLDivElement>(null);
  // The offer to retry disappears with its success.
  useFocusWhenLost(focusDetail, delivery.state);
  const hasLabel = useElementWidth(line) >= minLabelsWidth;
  const original = originalAttempt(delivery, copy.url);
  const [compare] = useCompareActions({
    shown: { kind: 'copy', deliveryId: delivery.id, copyId: copy.id },
    previous: refOfAttempt(delivery, original),
    title: 'Compare with original request',
    label: 'Compare',
  });
  const [edit] = useActions('Edit and send a copy', [
    {
      id: 'delivery.edit',
      title: 'Edit and send another copy',
      label: 'Edit and send a copy',
      shortcut: 'e',
      icon: PenLine,
      run: () => editCopy(copy),
    },
  ]);
  return (
    <article aria-label={`Copy of ${delivery.label}`} className="@container">
      <header className="border-b border-line bg-bg-1 px-4 py-3">
        <div ref={line} className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="flex min-w-0 flex-1 basis-56 items-center gap-2 text-title font-[620] tracking-[-0.012em]">
            <Redo2 size={16} strokeWidth={1.5} aria-hidden="true" className="text-accent" />
            <span className="truncate">Copy {copy.id}</span>
            <CopyBadge />
          </h1>
          <div className="flex flex-wrap gap-1.5">
            <Button icon={ArrowLeft} shortcut="Escape" variant="quiet" onClick={onBack}>
              Back
            </Button>
            <ActionButton action={edit} variant="primary" />
            <ActionButton action={compare} hasLabel={hasLabel} />
            <CopyCurl
              look={hasLabel ? 'text' : 'icon'}
              source={{
                request: copy.request,
                body: () => copy.body.text ?? bytesOf(copy.body),
              }}
            />
          </div>
        </div>
        <FromDelivery delivery={delivery} />
        <p className="text-small text-fg-2">{signatureText(copy)}</p>
      </header>
      <div className="grid gap-3 p-4">
        <CopyOutcome copy={copy} />
        {isAccepted(copy) && delivery.state === 'waiting' && <OpenDelivery delivery={delivery} />}
      </div>
      <WithOriginal copy={copy} delivery={delivery} original={original} />
      <div className="grid gap-3 px-4 pb-4">
        <Columns
          start={<BodyCard title="Body sent" body={copy.body} empty="Empty body" />}
          end={
            <>
              <HeadersCard
                title="Headers sent"
                first={{ key: copy.request.method, value: copy.url }}
                headers={copy.request.headers}
              />
              <ResponseHead copy={copy} />
              {copy.attempt !== null && <ResponseBody response={copy.attempt.response} />}
            </>
          }
        />
      </div>
    </article>
  );
}

const isAccepted = ({ attempt }: CopyDetail): boolean => attempt?.result.outcome === 'accepted';

/** A copy doesn't finish its delivery. */
function OpenDelivery({ delivery }: { delivery: DeliveryDetail }) {
  const { label, busy, retry, dialog } = useRetry(delivery);
  return (
    <Banner
      tone="info"
      action={
        <Button icon={RotateCw} busy={busy} disabledReason={retryProblem(delivery)} onClick={retry}>
          {label}
        </Button>
      }
    >
      The original delivery is still {stateLabel(delivery.state)}.{dialog}
    </Banner>
  );
}

const fitLabels = {
  valid: 'valid',
  invalid: 'deliberately wrong',
  unsigned: 'missing',
  unknown: 'made with an unknown secret',
} as const;

/** `Signature: deliberately wrong, one byte changed` */
function signatureText({ signing, signatureFit, secretOrigin }: CopyDetail): string {
  const parts = [
    fitLabels[signatureFit],
    ...(signing === 'valid' ? [] : [signingLabels[signing].toLowerCase()]),
    ...(secretOrigin === 'typed' ? ['with a custom secret'] : []),
  ];
  return `Signature: ${parts.join(', ')}`;
}

interface WithOriginalProps {
  readonly copy: CopyDetail;
  readonly delivery: DeliveryDetail;
  readonly original: Attempt | null;
}

/** The attempt it was made of, or the next request, compared with the copy. */
function WithOriginal({ copy, delivery, original }: WithOriginalProps) {
  const [before, after] = useMemo(
    () => [
      sideOf(refOfAttempt(delivery, original), delivery, null),
      sideOf({ kind: 'copy', deliveryId: delivery.id, copyId: copy.id }, delivery, copy),
    ],
    [copy, delivery, original],
  );
  if (before == null || after == null) return null;
  return <ComparisonView before={before} after={after} />;
}

function ResponseBody({ response }: { response: AttemptResponse | null }) {
  if (response === null)
    return (
      <Card title="Response body" meta="none">
        <p className="text-fg-2">No response</p>
      </Card>
    );
  return (
    <BodyCard
      title="Response body"
      body={response.body}
      headers={response.headers}
      cutOff={cutOffText(response.body)}
      empty={`${response.status} without a body`}
    />
  );
}
