import { type ReactNode, useRef, useState } from 'react';
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
import { useUrlNames } from './timeline/url-facts.ts';

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

interface Retrying {
  /** Names the URL that is retried at once; otherwise it asks. */
  readonly label: string;
  readonly isAtOnce: boolean;
  readonly busy: boolean;
  readonly retry: () => Promise<void>;
  /** Asks which URLs get the request. */
  readonly ask: () => void;
  readonly dialog: ReactNode;
}

const outcomesBeforeSent: readonly PlannedUrl['outcome'][] = [null, 'blocked'];

/** Retries URLs that failed or refused, and never accepted, at once; for others, asks which (D72). */
export function useRetry(delivery: DeliveryDetail): Retrying {
  const { id, destinationId } = delivery;
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const nameOf = useUrlNames();
  const destination = useItems(collections.destinations).find((one) => one.id === destinationId);
  const urls = destination === undefined ? [] : urlsOfDelivery(delivery, destination);
  const retried = urls.filter(({ preselected }) => preselected);
  const run = async (chosen: readonly PlannedUrl[]): Promise<void> => {
    setBusy(true);
    await perform("Can't retry", async () => {
      await core.deliveries.retry({
        id,
        ...(chosen.length > 0 && { urls: chosen.map(({ url }) => url) }),
      });
      setAsking(false);
    });
    setBusy(false);
  };
  const [first] = retried;
  const askLabel = urls.every(({ outcome }) => outcomesBeforeSent.includes(outcome))
    ? 'Retry…'
    : 'Send again…';
  const isAtOnce = first !== undefined;
  return {
    label: !isAtOnce
      ? askLabel
      : retried.length === 1
        ? `Retry at ${nameOf(first.url)}`
        : `Retry at ${retried.length} URLs`,
    isAtOnce,
    busy: isBusy,
    // Without URLs, the error says why.
    retry: async () => {
      if (!isAtOnce && urls.length > 0) setAsking(true);
      // Without a choice, the core leaves out what was accepted meanwhile.
      else await run([]);
    },
    ask: () => setAsking(true),
    dialog: isAsking && (
      <SendAgainDialog
        delivery={delivery}
        urls={urls}
        isBusy={isBusy}
        onSend={run}
        onClose={() => setAsking(false)}
      />
    ),
  };
}

interface SendAgainDialogProps {
  readonly delivery: DeliveryDetail;
  readonly urls: readonly PlannedUrl[];
  readonly isBusy: boolean;
  readonly onSend: (chosen: readonly PlannedUrl[]) => Promise<void>;
  readonly onClose: () => void;
}

function SendAgainDialog({ delivery, urls, isBusy, onSend, onClose }: SendAgainDialogProps) {
  const [chosenUrls, setChosenUrls] = useState<readonly string[]>(
    urls.filter(({ preselected }) => preselected).map(({ url }) => url),
  );
  const send = useRef<HTMLButtonElement>(null);
  const nameOf = useUrlNames();
  // The rows change while the dialog is open.
  const chosen = urls.filter(({ url }) => chosenUrls.includes(url));
  const causes = delivery.webhooks.flatMap(({ lastResult }) =>
    lastResult?.outcome === 'blocked' ? [`${resultText(lastResult)} ${resultFix(lastResult)}`] : [],
  );
  const duplicated = chosen.filter(({ outcome }) => outcome === 'accepted');
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      label="Send the delivery again"
      initialFocus={chosen.length > 0 ? send : undefined}
    >
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto p-4">
        <h2 className="font-semibold">Which URLs do you want to send it to again?</h2>
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
        {duplicated.length > 0 && (
          <p role="status" className="text-small [overflow-wrap:anywhere]">
            {duplicated.map(({ url }) => nameOf(url)).join(', ')}{' '}
            {duplicated.length === 1 ? 'gets' : 'get'} a duplicate.
          </p>
        )}
      </div>
      <footer className="flex justify-end gap-2 border-t border-line px-4 py-3">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button
          ref={send}
          variant="primary"
          busy={isBusy}
          disabledReason={chosen.length === 0 ? 'Choose a URL' : undefined}
          onClick={() => void onSend(chosen)}
        >
          Send again
        </Button>
      </footer>
    </Dialog>
  );
}
