import { Send } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { collections, itemsOf, useCollection } from '#renderer/kit/data/collections.ts';
import { useDelivery } from '#renderer/kit/data/details.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { useLedger } from '#renderer/kit/data/ledger.ts';
import { randomSecret } from '#renderer/kit/forms/new-values.ts';
import { useFocusWhenLost } from '#renderer/kit/keyboard/focus.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import {
  navigate,
  navigateFromHere,
  redirect,
  useRoute,
} from '#renderer/kit/routing/route-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { SecretField, TextField } from '#renderer/ui/text-field.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { sharedSecretWarning } from '#shared/connections/destination.ts';
import { isFinishedState } from '#shared/deliveries/delivery.ts';
import { completedUrl, webhookUrlProblem } from '#shared/kit/webhook-url.ts';
import { skipStart } from './fresh-start.ts';
import { StartResult } from './start-result.tsx';
import { builtInMock, cancelTest, NotAccepted, sendTest, testDestination } from './start-send.ts';

/** Sends a signed event to a webhook URL and shows the result, on one screen. */
export function StartPage() {
  const destinations = useCollection(collections.destinations);
  const mocks = useCollection(collections.mocks);
  const sources = useCollection(collections.sources);
  const isReady = [destinations, mocks, sources].every(({ status }) => status === 'ready');
  return isReady ? <Start /> : <LateSpinner label="Opening Start" />;
}

const sentIdOf = (part: string | undefined): number | null =>
  part !== undefined && /^[1-9]\d{0,15}$/.test(part) ? Number(part) : null;

/** The saved URL and secret. The mock endpoint of the first start is offered, but not filled in. */
function firstTarget(hasResult: boolean): { url: string; secret: string } {
  const saved = testDestination(itemsOf(collections.destinations));
  const isBuiltIn = itemsOf(collections.mocks).some(({ url }) => url === saved?.webhookUrl);
  return {
    url: isBuiltIn && !hasResult ? '' : (saved?.webhookUrl ?? ''),
    secret: saved?.sharedSecret ?? randomSecret(),
  };
}

/** Opens Deliveries when an SDK sends messages and the form is untouched. */
function useLeaveOnTraffic(isUntouched: boolean): void {
  const accepted = useLedger((ledger) => ledger?.accepted ?? 0);
  const atFirst = useRef(accepted);
  const route = useRoute((state) => state.route);
  useEffect(() => {
    if (isUntouched && atFirst.current === 0 && accepted > 0)
      redirect(route, { page: 'deliveries' });
  }, [isUntouched, accepted, route]);
}

/** Cancels the retries of the previous event, which would go to the new URL, and says so. */
async function cancelPrevious(deliveryId: number): Promise<void> {
  await cancelTest(deliveryId);
  showToast({
    title: 'Cancelled the retries of the previous event',
    quiet: true,
    action: {
      label: 'View',
      run: () => navigate({ page: 'deliveries', path: [String(deliveryId)] }),
    },
  });
}

function Start() {
  const sentId = useRoute(({ route }) => sentIdOf(route.path[0]));
  const [first] = useState(() => firstTarget(sentId !== null));
  const [url, setUrl] = useState(first.url);
  const [secret, setSecret] = useState(first.secret);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { value: delivery, status } = useDelivery(sentId);
  useLeaveOnTraffic(url === '' && sentId === null && !isBusy);
  useEffect(() => field.current?.select(), []);
  useFocusWhenLost(() => field.current?.focus());

  const send = async (webhookUrl: string, signedWith: string): Promise<void> => {
    const open = navigateFromHere();
    setBusy(true);
    setFailure(null);
    try {
      if (delivery !== null && !isFinishedState(delivery.state)) await cancelPrevious(delivery.id);
      const id = await sendTest({ url: webhookUrl, secret: signedWith });
      open({ page: 'start', path: [String(id)] });
    } catch (error) {
      setFailure(error instanceof NotAccepted ? error.message : errorSentence(error));
    }
    setBusy(false);
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    const webhookUrl = completedUrl(url);
    const urlProblem =
      webhookUrl === '' ? 'Enter your webhook URL.' : webhookUrlProblem(webhookUrl);
    setUrl(webhookUrl);
    setProblem(urlProblem ?? undefined);
    if (urlProblem === null) void send(webhookUrl, secret);
    else field.current?.focus();
  };

  const sendToBuiltIn = async (): Promise<void> => {
    if (isBusy) return;
    setProblem(undefined);
    try {
      const mock = await builtInMock(secret);
      if (mock.url === null)
        return setFailure("The mock endpoint isn't listening. Check its address in Settings.");
      const signedWith = mock.secret === '' ? secret : mock.secret;
      setUrl(mock.url);
      setSecret(signedWith);
      await send(mock.url, signedWith);
    } catch (error) {
      setFailure(errorSentence(error));
    }
  };

  return (
    <ScrollRegion label="Start" className="h-full overflow-y-auto bg-bg-0 -outline-offset-2">
      <div className="mx-auto flex w-full max-w-[720px] flex-col px-6 pt-[clamp(20px,9vh,96px)] pb-6">
        <header className="flex items-start gap-4">
          <div className="min-w-0 flex-1">
            <h1 className="text-figure font-[620] tracking-[-0.018em]">Test your webhook</h1>
            <p className="mt-1 text-fg-2">Paste your server's URL to send it a signed event.</p>
            <p className="mt-1 text-small text-fg-2">
              Webhooks from GitHub, Stripe or another provider?{' '}
              <RouteLink to={{ page: 'connections', path: ['destinations', 'new'] }}>
                Choose its profile in a destination
              </RouteLink>
            </p>
          </div>
          {sentId === null && (
            <Button
              variant="quiet"
              onClick={() => {
                skipStart();
                navigate({ page: 'deliveries' });
              }}
            >
              Skip
            </Button>
          )}
        </header>
        <form noValidate onSubmit={submit} className="mt-5">
          <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2.5">
            <Field label="Webhook URL" error={problem}>
              <TextField
                ref={field}
                mono
                autoFocus
                inputMode="url"
                value={url}
                placeholder="http://127.0.0.1:3000/webhook"
                onChange={(event) => {
                  setUrl(event.target.value);
                  setProblem(undefined);
                }}
                className="h-10 px-3 [&_input]:text-base"
              />
            </Field>
            <Button
              type="submit"
              variant="primary"
              icon={Send}
              busy={isBusy}
              shortcut="Enter"
              className="mt-label min-h-10 px-4"
            >
              Send event
            </Button>
          </div>
          <div className="mt-2 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2.5">
            <Field
              label="Shared secret"
              hint="Your server verifies signatures with it"
              warning={sharedSecretWarning(secret)}
            >
              <SecretField
                noun="shared secret"
                value={secret}
                onChange={(event) => setSecret(event.target.value)}
              />
            </Field>
            <Button
              variant="quiet"
              onClick={() => void sendToBuiltIn()}
              className="mt-label -mr-2.5 font-normal"
            >
              <span>
                No server yet? <span className="font-medium text-accent">Use a mock endpoint</span>
              </span>
            </Button>
          </div>
        </form>
        <StartResult
          delivery={sentId === null ? null : delivery}
          isSending={isBusy || (sentId !== null && status === 'loading')}
          failure={failure}
        />
      </div>
    </ScrollRegion>
  );
}
