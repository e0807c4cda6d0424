import { type ReactNode, useState } from 'react';
import { UrlChoice } from '#renderer/connections/url-choice.tsx';
import { perform } from '#renderer/kit/actions/perform.ts';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/popup.tsx';
import { type Destination, webhooksOf } from '#shared/connections/destination.ts';
import type { DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { isPreselected, urlOutcome } from '#shared/deliveries/retry-urls.ts';
import { resultFix, resultText } from '#shared/deliveries/text.ts';
import type { PlannedUrl } from '#shared/jobs/job.ts';

// The current URLs of a delivery, as in a plan.

function urlsOfDelivery(
  { webhooks }: Pick<DeliveryDetail, 'webhooks'>,
  destination: Pick<Destination, 'id' | 'name' | 'webhookUrl' | 'webhooks'>,
): readonly PlannedUrl[] {
  return webhooksOf(destination).map(({ url }) => {
    const webhook = webhooks.find((one) => one.url === url);
    const outcome = webhook === undefined ? null : urlOutcome(webhook);
    return {
      destinationId: destination.id,
      destinationName: destination.name,
      url,
      outcome,
      count: 1,
      lastResponse:
        webhook?.lastResultAt == null
          ? null
          : {
              at: webhook.lastResultAt,
              status: webhook.lastStatus,
              code: webhook.lastResult?.code ?? null,
            },
      preselected: isPreselected(outcome),
    };
  });
}

/** Retries URLs that failed or refused at once (D72); for others, asks which. */
export function useRetry(delivery: DeliveryDetail): {
  readonly busy: boolean;
  readonly retry: () => Promise<void>;
  readonly dialog: ReactNode;
} {
  const { id, state, destinationId } = delivery;
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const destination = useItems(collections.destinations).find((one) => one.id === destinationId);
  const urls = destination === undefined ? [] : urlsOfDelivery(delivery, destination);
  const run = async (chosen?: readonly PlannedUrl[]): Promise<void> => {
    setBusy(true);
    await perform("Can't retry", async () => {
      await core.deliveries.retry({ id, ...(chosen && { urls: chosen.map(({ url }) => url) }) });
      setAsking(false);
    });
    setBusy(false);
  };
  const hasToAsk = state === 'blocked' || !urls.some(({ preselected }) => preselected);
  return {
    busy: isBusy,
    // Without URLs, the error says why.
    retry: async () => (hasToAsk && urls.length > 0 ? setAsking(true) : run()),
    dialog: isAsking && (
      <RetryDialog
        delivery={delivery}
        urls={urls}
        isBusy={isBusy}
        onRetry={run}
        onClose={() => setAsking(false)}
      />
    ),
  };
}

interface RetryDialogProps {
  readonly delivery: DeliveryDetail;
  readonly urls: readonly PlannedUrl[];
  readonly isBusy: boolean;
  readonly onRetry: (chosen: readonly PlannedUrl[]) => Promise<void>;
  readonly onClose: () => void;
}

function RetryDialog({ delivery, urls, isBusy, onRetry, onClose }: RetryDialogProps) {
  const [chosenUrls, setChosenUrls] = useState<readonly string[]>(
    urls.filter(({ preselected }) => preselected).map(({ url }) => url),
  );
  // The rows change while the dialog is open.
  const chosen = urls.filter(({ url }) => chosenUrls.includes(url));
  const causes = delivery.webhooks.flatMap(({ lastResult }) =>
    lastResult?.outcome === 'blocked' ? [`${resultText(lastResult)} ${resultFix(lastResult)}`] : [],
  );
  return (
    <Dialog open onOpenChange={(next) => !next && onClose()} label="Retry delivery">
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto p-4">
        <h2 className="font-semibold">Which URLs do you want to retry?</h2>
        {delivery.state === 'blocked' &&
          [...new Set(causes)].map((cause) => (
            <Banner key={cause} tone="bad" title="Blocked: nothing was sent.">
              {cause}
            </Banner>
          ))}
        <UrlChoice
          label="URLs"
          urls={urls}
          chosen={chosen}
          onChoose={(next) => setChosenUrls(next.map(({ url }) => url))}
          hasCounts={false}
        />
        {chosen.some(({ outcome }) => outcome === 'accepted') && (
          <p className="text-small">URLs that accepted the delivery get a duplicate.</p>
        )}
      </div>
      <footer className="flex justify-end gap-2 border-t border-line px-4 py-3">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="primary"
          busy={isBusy}
          disabledReason={chosen.length === 0 ? 'Choose a URL' : undefined}
          onClick={() => void onRetry(chosen)}
        >
          Retry
        </Button>
      </footer>
    </Dialog>
  );
}
