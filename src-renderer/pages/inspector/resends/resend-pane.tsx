import { ArrowLeft, GitCompareArrows, PenLine, Redo2, RotateCw } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { bytesOf, cutOffText } from '#renderer/components/body-bytes.ts';
import { BodyCard } from '#renderer/components/body-card.tsx';
import { Columns } from '#renderer/components/columns.tsx';
import { detailMark, focusDetail, useFocusWhenLost } from '#renderer/components/focus.ts';
import { HeadersCard } from '#renderer/components/headers-card.tsx';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { collections, useItems } from '#renderer/data/collections.ts';
import { useResend } from '#renderer/data/details.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { useElementWidth } from '#renderer/ui/use-element-width.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import {
  type AttemptResponse,
  type DeliveryDetail,
  isOpenState,
} from '#shared/schemas/delivery.ts';
import type { ResendDetail } from '#shared/schemas/resend.ts';
import { CollapsibleButton } from '../../../ui/button.tsx';
import { compareShortcuts, useCompareCommands } from '../compare/compare-commands.tsx';
import { refOfAttempt } from '../compare/compare-route.ts';
import { DifferencesOf } from '../compare/difference-rows.tsx';
import { requestDifferences } from '../compare/header-differences.ts';
import { CopyCurl } from '../deliveries/copy-curl.tsx';
import { retryProblem, useRetry } from '../deliveries/delivery-actions.tsx';
import { ResendComparison } from './resend-comparison.tsx';
import { originalAttempt } from './resend-origin.ts';
import { openResendView } from './resend-route.ts';
import { FromDelivery, ResendOutcome, ResentBadge, ResponseHead } from './response-head.tsx';
import { editResend } from './use-send-resend.ts';

interface ResendPaneProps {
  readonly id: number;
  readonly delivery: DeliveryDetail;
}

/** One resend, next to its delivery. */
export function ResendPane({ id, delivery }: ResendPaneProps) {
  const { value, status, problem, reload } = useResend(id);
  const close = (): void => openResendView(delivery.id, null);
  useCommands([
    {
      id: 'resend.back',
      title: 'Back to delivery',
      section: 'Edit & resend',
      shortcut: 'Escape',
      run: close,
    },
  ]);
  const isShown = value?.id === id;
  const isElsewhere = isShown && value.deliveryId !== delivery.id;
  return (
    <div {...detailMark} className="h-full min-h-0 overflow-y-auto">
      {status === 'missing' || isElsewhere ? (
        <EmptyState
          title="Resend not found"
          actions={
            <Button icon={ArrowLeft} onClick={close}>
              Back to delivery
            </Button>
          }
        >
          This delivery has no such resend.
        </EmptyState>
      ) : isShown ? (
        <ResendDetailView resend={value} delivery={delivery} onBack={close} />
      ) : status === 'failed' ? (
        <ErrorState onRetry={reload}>{problem}</ErrorState>
      ) : (
        <LateSpinner label="Loading resend" />
      )}
    </div>
  );
}

/** Width in pixels with all button labels. */
const minLabelsWidth = 490;

interface ResendDetailViewProps {
  readonly resend: ResendDetail;
  readonly delivery: DeliveryDetail;
  readonly onBack: () => void;
}

/** A resend and its response, next to the original delivery. */
function ResendDetailView({ resend, delivery, onBack }: ResendDetailViewProps) {
  const line = useRef<HTMLDivElement>(null);
  // "Retry now" disappears with the success of the retry.
  useFocusWhenLost(focusDetail, delivery.state);
  const hasLabel = useElementWidth(line) >= minLabelsWidth;
  const original = originalAttempt(delivery, resend.url);
  const destination = useItems(collections.destinations).find(
    ({ id }) => id === delivery.destinationId,
  );
  const edit = (): void => editResend(resend);
  const comparing = useCompareCommands({
    shown: {
      ref: { kind: 'resend', deliveryId: delivery.id, resendId: resend.id },
      name: `${delivery.label} (${delivery.id}), resend ${resend.id}`,
    },
    previous: refOfAttempt(delivery, original),
    previousTitle: 'Compare with original request',
  });
  useCommands([
    {
      id: 'delivery.edit',
      title: 'Edit & resend again',
      section: 'Edit & resend',
      shortcut: 'e',
      run: edit,
    },
  ]);
  return (
    <article aria-label={`Resend of ${delivery.label}`} className="@container">
      <header className="border-b border-line bg-bg-1 px-4 py-3">
        <div ref={line} className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="flex min-w-0 flex-1 basis-56 items-center gap-2 text-title font-[620] tracking-[-0.012em]">
            <Redo2 size={16} strokeWidth={1.5} aria-hidden="true" className="text-accent" />
            <span className="truncate">Resend {resend.id}</span>
            <ResentBadge />
          </h1>
          <div className="flex flex-wrap gap-1.5">
            <Button icon={ArrowLeft} shortcut="Escape" variant="quiet" onClick={onBack}>
              Back
            </Button>
            <Button variant="primary" icon={PenLine} shortcut="e" onClick={edit}>
              Edit & resend
            </Button>
            <CollapsibleButton
              icon={GitCompareArrows}
              label="Compare"
              hasLabel={hasLabel}
              shortcut={compareShortcuts.previous}
              onClick={comparing.comparePrevious}
            />
            <CopyCurl
              look={hasLabel ? 'text' : 'icon'}
              source={{
                request: resend.request,
                body: () => resend.body.text ?? bytesOf(resend.body),
              }}
            />
          </div>
        </div>
        <FromDelivery delivery={delivery} />
      </header>
      <div className="grid gap-3 p-4">
        <ResendOutcome resend={resend} />
        {isAccepted(resend) && isOpenState(delivery.state) && <OpenDelivery delivery={delivery} />}
        <ResendComparison
          original={original}
          resend={resend}
          scheme={profileOf({ profile: destination?.profile ?? defaultProfileId }).signature}
        />
        <RequestDifferences resend={resend} delivery={delivery} />
        <ResendResponses
          original={original?.response ?? null}
          resent={resend.attempt?.response ?? null}
        />
        <Columns
          start={<BodyCard title="Body sent" body={resend.body} empty="Empty body" />}
          end={
            <>
              <HeadersCard
                title="Headers sent"
                first={{ key: resend.request.method, value: resend.url }}
                headers={resend.request.headers}
              />
              <ResponseHead resend={resend} />
            </>
          }
        />
      </div>
    </article>
  );
}

const isAccepted = ({ attempt }: ResendDetail): boolean =>
  attempt?.result.outcome === 'delivered' && attempt.result.code === null;

/** A resend doesn't finish its delivery. */
function OpenDelivery({ delivery }: { delivery: DeliveryDetail }) {
  const { busy: isBusy, retry } = useRetry(delivery);
  return (
    <Banner
      tone="info"
      action={
        <Button
          icon={RotateCw}
          busy={isBusy}
          disabledReason={retryProblem(delivery)}
          onClick={retry}
        >
          Retry now
        </Button>
      }
    >
      The original delivery is still {delivery.state}.
    </Banner>
  );
}

function RequestDifferences({ resend, delivery }: Omit<ResendDetailViewProps, 'onBack'>) {
  const differences = useMemo(() => {
    const request = originalAttempt(delivery, resend.url)?.request ?? delivery.nextRequest;
    return request === null
      ? null
      : requestDifferences({ request, bodyText: delivery.bodyText }, resend);
  }, [resend, delivery]);
  if (differences === null) return null;
  return (
    <DifferencesOf
      title="Request differences"
      differences={differences}
      same="Same as the original request."
    />
  );
}

interface ResendResponsesProps {
  readonly original: AttemptResponse | null;
  readonly resent: AttemptResponse | null;
}

/** The two response bodies. */
function ResendResponses({ original, resent }: ResendResponsesProps) {
  return (
    <Columns
      even
      start={<ResponseBody title="Original response" response={original} />}
      end={<ResponseBody title="Resend response" response={resent} />}
    />
  );
}

function ResponseBody({ title, response }: { title: string; response: AttemptResponse | null }) {
  if (response === null)
    return (
      <Card title={title} meta="none">
        <p className="text-fg-2">No response</p>
      </Card>
    );
  return (
    <BodyCard
      title={title}
      body={response.body}
      headers={response.headers}
      cutOff={cutOffText(response.body)}
      empty={`${response.status} without a body`}
    />
  );
}
