import { ArrowLeft } from 'lucide-react';
import { detailMark } from '#renderer/components/focus.ts';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { useResend } from '#renderer/data/details.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import type { DeliveryDetail } from '#shared/schemas/delivery.ts';
import { ResendDetailView } from './resend-detail.tsx';
import { openResendView } from './resend-route.ts';

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
