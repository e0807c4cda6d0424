import { ArrowLeft, GitCompareArrows, Hand, PenLine } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { bytesOf, cutOffText } from '#renderer/components/body-bytes.ts';
import { BodyCard } from '#renderer/components/body-card.tsx';
import { Columns } from '#renderer/components/columns.tsx';
import { detailMark } from '#renderer/components/focus.ts';
import { HeadersCard } from '#renderer/components/headers-card.tsx';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { useResend } from '#renderer/data/details.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { useElementWidth } from '#renderer/ui/use-element-width.ts';
import { resultExplanation } from '#shared/labels/attempt-result.ts';
import type { AttemptResponse, DeliveryDetail } from '#shared/schemas/delivery.ts';
import type { ResendDetail } from '#shared/schemas/resend.ts';
import { CollapsibleButton } from '../../../ui/button.tsx';
import { compareShortcuts, useCompareCommands } from '../compare/compare-commands.tsx';
import { refOfAttempt } from '../compare/compare-route.ts';
import { DifferencesOf } from '../compare/difference-rows.tsx';
import { requestDifferences } from '../compare/header-differences.ts';
import { CopyCurl } from '../deliveries/copy-curl.tsx';
import { judgementOf, originalAttempt } from './judgment.ts';
import { ResendComparison } from './resend-comparison.tsx';
import { openResendView } from './resend-route.ts';
import { FromDelivery, ResentBadge, ResponseHead } from './response-head.tsx';
import { editAgain } from './use-send-resend.ts';

interface ResendPaneProps {
  readonly id: number;
  readonly delivery: DeliveryDetail;
}

/** One request made by hand, beside the delivery that it was made from. */
export function ResendPane({ id, delivery }: ResendPaneProps) {
  const { value, status, problem, reload } = useResend(id);
  const back = (): void => openResendView(delivery.id, null);
  useCommands([
    {
      id: 'resend.back',
      title: 'Back to the delivery',
      section: 'Edit & resend',
      shortcut: 'Escape',
      run: back,
    },
  ]);
  const isShown = value?.id === id;
  const isElsewhere = isShown && value.deliveryId !== delivery.id;
  return (
    <div {...detailMark} className="h-full min-h-0 overflow-y-auto">
      {status === 'missing' || isElsewhere ? (
        <EmptyState
          title="It is not there"
          actions={
            <Button icon={ArrowLeft} onClick={back}>
              Back to the delivery
            </Button>
          }
        >
          Nothing of this number was made by hand from this delivery.
        </EmptyState>
      ) : isShown ? (
        <ResendDetailView resend={value} delivery={delivery} onBack={back} />
      ) : status === 'failed' ? (
        <ErrorState title="It could not be read" onRetry={reload}>
          {problem}
        </ErrorState>
      ) : (
        <LateSpinner label="Reading" />
      )}
    </div>
  );
}

/** With all words on them the buttons are that wide, in pixels. */
const roomForAll = 490;

interface ResendDetailViewProps {
  readonly resend: ResendDetail;
  readonly delivery: DeliveryDetail;
  readonly onBack: () => void;
}

/** What was sent by hand and what came back, beside the delivery that it was made from. */
function ResendDetailView({ resend, delivery, onBack }: ResendDetailViewProps) {
  const line = useRef<HTMLDivElement>(null);
  const roomy = useElementWidth(line) >= roomForAll;
  const original = originalAttempt(delivery, resend.url);
  const edit = (): void => editAgain(resend);
  const comparing = useCompareCommands({
    shown: {
      ref: { kind: 'resend', deliveryId: delivery.id, resendId: resend.id },
      name: `${delivery.label} (${delivery.id}), request ${resend.id} by hand`,
    },
    previous: refOfAttempt(delivery, original),
    previousTitle: 'Compare with the request of the delivery',
  });
  useCommands([
    {
      id: 'delivery.edit',
      title: 'Edit & resend this request once more',
      section: 'Edit & resend',
      shortcut: 'e',
      run: edit,
    },
  ]);
  return (
    <article aria-label={`Made by hand from ${delivery.label}`} className="@container">
      <header className="border-b border-line bg-bg-1 px-4 py-3">
        <div ref={line} className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="flex min-w-0 flex-1 basis-56 items-center gap-2 text-title font-[620] tracking-[-0.012em]">
            <Hand size={16} strokeWidth={1.5} aria-hidden="true" className="text-accent" />
            <span className="truncate">Request {resend.id}</span>
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
              roomy={roomy}
              shortcut={compareShortcuts.previous}
              onClick={comparing.comparePrevious}
            />
            <CopyCurl
              look={roomy ? 'text' : 'icon'}
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
        <Outcome resend={resend} />
        <ResendComparison original={original} resend={resend} />
        <RequestDifferences resend={resend} delivery={delivery} />
        <ResendResponses
          original={original?.response ?? null}
          byHand={resend.attempt?.response ?? null}
        />
        <Columns
          start={<BodyCard title="Body sent" body={resend.body} empty="The body was empty." />}
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

function Outcome({ resend }: { resend: ResendDetail }) {
  const { tone, title, text } = judgementOf(resend);
  const result = resend.attempt?.result;
  const hasOwnWords =
    result !== undefined && result.outcome !== 'delivered' && resend.status === null;
  return (
    <Banner tone={tone} title={`${title}.`}>
      {hasOwnWords ? resultExplanation(result) : text}
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
      title="What differs in the request"
      differences={differences}
      same="Nothing: it is the very request of the delivery."
    />
  );
}

interface ResendResponsesProps {
  readonly original: AttemptResponse | null;
  readonly byHand: AttemptResponse | null;
}

/** What the receiver wrote in its two answers. */
function ResendResponses({ original, byHand }: ResendResponsesProps) {
  return (
    <Columns
      even
      start={<Answer title="Answer to the delivery" response={original} />}
      end={<Answer title="Answer by hand" response={byHand} />}
    />
  );
}

function Answer({ title, response }: { title: string; response: AttemptResponse | null }) {
  if (response === null)
    return (
      <Card title={title} meta="none">
        <p className="text-fg-2">No answer is known.</p>
      </Card>
    );
  return (
    <BodyCard
      title={title}
      body={response.body}
      cutOff={cutOffText(response.body)}
      empty={`It answered ${response.status}, without a body.`}
    />
  );
}
