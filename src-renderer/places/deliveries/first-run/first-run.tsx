import { useQuery } from '@tanstack/react-query';
import { Clapperboard, type LucideIcon, Plug, Send, Webhook } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useIsMock } from '#renderer/connections/mock-of.ts';
import { ProfileSelect } from '#renderer/connections/profile-select.tsx';
import { NotDelivered, samplesFor } from '#renderer/connections/send-sample.ts';
import { filmOf } from '#renderer/film/film.ts';
import { SmallPlot } from '#renderer/film/small-plot.tsx';
import { useStatistics } from '#renderer/film/use-statistics.ts';
import { useCauses } from '#renderer/kit/data/causes.ts';
import { collections, itemsOf, useCollection, useItems } from '#renderer/kit/data/collections.ts';
import { useDelivery } from '#renderer/kit/data/details.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { useLedger } from '#renderer/kit/data/ledger.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { useSystem } from '#renderer/kit/data/system.ts';
import { randomSecret } from '#renderer/kit/forms/new-values.ts';
import { isFocusLost, useFocusWhenLost } from '#renderer/kit/keyboard/focus.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import {
  navigate,
  navigateFromHere,
  redirect,
  useRoute,
} from '#renderer/kit/routing/route-store.ts';
import { briefMs } from '#renderer/ui/brief-times.ts';
import { Button } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Field } from '#renderer/ui/field.tsx';
import { PlaceHeader } from '#renderer/ui/place-header.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SecretField, TextField } from '#renderer/ui/text-field.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { type ProfileChoice, sharedSecretWarning } from '#shared/connections/destination.ts';
import {
  type AttemptOutcome,
  type DeliveryDetail,
  isFinishedState,
} from '#shared/deliveries/delivery.ts';
import { counted } from '#shared/kit/format.ts';
import { completedUrl, webhookUrlProblem } from '#shared/kit/webhook-url.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { FiguresLine } from '../activity/figures.tsx';
import { testOf, testRoute } from '../deliveries-route.ts';
import { TestResult } from './test-result.tsx';
import { builtInMock, cancelTest, sendTest, type Target, testDestination } from './test-send.ts';

interface FirstRunProps {
  /** Number of the delivery of the event sent last; null before the first. */
  readonly sentId: number | null;
}

/** Deliveries without any: sends a signed event to a URL and shows the result, on one screen. */
export function FirstRun(props: FirstRunProps) {
  const destinations = useCollection(collections.destinations);
  const mocks = useCollection(collections.mocks);
  const sources = useCollection(collections.sources);
  const isReady = [destinations, mocks, sources].every(({ status }) => status === 'ready');
  return isReady ? <UrlTest {...props} /> : <LateSpinner label="Opening Deliveries" />;
}

/** The saved settings. The mock endpoint of the first start is offered, but not filled in. */
function firstTarget(hasResult: boolean): Target {
  const saved = testDestination(itemsOf(collections.destinations));
  const isBuiltIn = itemsOf(collections.mocks).some(({ url }) => url === saved?.webhookUrl);
  return {
    url: isBuiltIn && !hasResult ? '' : (saved?.webhookUrl ?? ''),
    secret: saved?.sharedSecret ?? randomSecret(),
    profile: saved?.profile ?? defaultProfileId,
    sample: undefined,
  };
}

/** The first run ends when an event arrives that this page didn't send. */
function useEndOfFirstRun(ownSends: number, isBusy: boolean): void {
  const accepted = useLedger((ledger) => ledger?.accepted ?? null);
  const atFirst = useRef(accepted);
  atFirst.current ??= accepted;
  const before = atFirst.current ?? 0;
  const route = useRoute((state) => state.route);
  // After a reload, its own event may have been the first one.
  const isFirstRun = before <= 1;
  const hasOthers = accepted !== null && accepted > before + ownSends;
  useEffect(() => {
    if (isFirstRun && hasOthers && !isBusy) redirect(route, { page: 'deliveries' });
  }, [isFirstRun, hasOthers, isBusy, route]);
}

/** Cancels the retries of the previous event, which would go to the new URL, and says so. */
async function cancelPrevious(deliveryId: number): Promise<void> {
  await cancelTest(deliveryId);
  showToast({
    title: 'Cancelled the retries of the previous event',
    quiet: true,
    // It may cover the button that copies the fix.
    durationMs: briefMs.news,
    action: {
      label: 'View',
      run: () => navigate({ page: 'deliveries', path: [String(deliveryId)] }),
    },
  });
}

function UrlTest({ sentId }: FirstRunProps) {
  const [first] = useState(() => firstTarget(sentId !== null));
  const [{ url, secret, profile, sample }, setTarget] = useState(first);
  const change = (changed: Partial<Target>): void =>
    setTarget((target) => ({ ...target, ...changed }));
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { value: delivery, status } = useDelivery(sentId);
  const [ownSends, setOwnSends] = useState(0);
  useEndOfFirstRun(ownSends, isBusy);
  useEffect(() => {
    if (isFocusLost()) field.current?.select();
  }, []);
  useFocusWhenLost(() => field.current?.focus());

  const send = async (changed: Partial<Target>): Promise<void> => {
    change(changed);
    // The page stays although there is a delivery now.
    if (testOf(useRoute.getState().route) === null) navigate(testRoute(), 'replace');
    const open = navigateFromHere();
    setBusy(true);
    setFailure(null);
    try {
      if (delivery !== null && !isFinishedState(delivery.state)) await cancelPrevious(delivery.id);
      const id = await sendTest({ url, secret, profile, sample, ...changed });
      setOwnSends((count) => count + 1);
      open(testRoute(id));
    } catch (error) {
      setFailure(error instanceof NotDelivered ? error.message : errorSentence(error));
    }
    setBusy(false);
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    const webhookUrl = completedUrl(url);
    const urlProblem = webhookUrl === '' ? 'Enter your URL.' : webhookUrlProblem(webhookUrl);
    change({ url: webhookUrl });
    setProblem(urlProblem ?? undefined);
    if (urlProblem === null) void send({ url: webhookUrl });
    else field.current?.focus();
  };

  const sendToBuiltIn = async (): Promise<void> => {
    if (isBusy) return;
    setProblem(undefined);
    try {
      const mock = await builtInMock(secret);
      if (mock.url === null)
        return setFailure("The mock endpoint isn't listening. Check its address in Settings.");
      await send({ url: mock.url, secret: mock.secret === '' ? secret : mock.secret });
    } catch (error) {
      setFailure(errorSentence(error));
    }
  };

  const hasDeliveries = useLedger((ledger) => ledger !== null && ledger.accepted > ownSends);
  const isSending = isBusy || (sentId !== null && status === 'loading');
  const shown = sentId === null ? null : delivery;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PlaceHeader title="Deliveries" news={<News delivery={isSending ? null : shown} />}>
        <Rejections />
        {hasDeliveries && <RouteLink to={{ page: 'deliveries' }}>Show all deliveries</RouteLink>}
      </PlaceHeader>
      <Standing />
      <ScrollRegion
        label="Test a URL"
        className="min-h-0 flex-1 overflow-y-auto bg-bg-0 -outline-offset-2"
      >
        <div className="mx-auto flex w-full max-w-206 flex-col px-6 pt-[clamp(16px,4vh,38px)] pb-6">
          <h2 className="text-verdict font-[660] tracking-[-0.026em]">
            What does your server do with an event?
          </h2>
          <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
            <p className="text-count text-fg-2">
              Paste the URL you are building. It gets a signed event and a forged copy.
            </p>
            <Button
              variant="quiet"
              onClick={() => void sendToBuiltIn()}
              className="-mr-2.5 -ml-2.5 font-normal"
            >
              <span>
                No server yet? <span className="font-medium text-accent">Use a mock endpoint</span>
              </span>
            </Button>
          </div>
          <form noValidate onSubmit={submit} className="mt-3">
            <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2.5">
              {/* The result below stays in place when there is an error. */}
              <Field
                label={<span className="sr-only">URL</span>}
                error={problem}
                className="min-h-17.25"
              >
                <TextField
                  ref={field}
                  mono
                  inputMode="url"
                  value={url}
                  placeholder="http://127.0.0.1:3000/webhook"
                  onChange={(event) => {
                    change({ url: event.target.value });
                    setProblem(undefined);
                  }}
                  className="h-11 rounded-card px-3.5 [&_input]:text-count"
                />
              </Field>
              <Button
                type="submit"
                variant="primary"
                icon={Send}
                busy={isBusy}
                shortcut="Enter"
                className="mt-1 min-h-11 rounded-card px-4.5"
              >
                {sentId === null ? 'Send' : 'Send again'}
              </Button>
            </div>
            <SigningFields
              target={{ url, secret, profile, sample }}
              isSecretOwn={secret !== first.secret}
              onChange={change}
            />
          </form>
          <TestResult delivery={shown} isSending={isSending} failure={failure} />
          <OtherWays />
        </div>
      </ScrollRegion>
    </div>
  );
}

interface SigningFieldsProps {
  readonly target: Target;
  /** Whether the user has entered the secret. */
  readonly isSecretOwn: boolean;
  readonly onChange: (changed: Partial<Target>) => void;
}

/** What is sent, and how it is signed. */
function SigningFields({ target, isSecretOwn, onChange }: SigningFieldsProps) {
  const { secret, profile, sample } = target;
  const { data = [] } = useQuery(api.samples.list.queryOptions());
  const samples = samplesFor({ profile }, data);
  const choose = (chosen: ProfileChoice): void =>
    onChange({
      profile: chosen,
      sample: undefined,
      ...(!isSecretOwn && { secret: randomSecret(profileOf({ profile: chosen }).signature) }),
    });
  return (
    // The result below stays in place when there is a warning.
    <div className="grid min-h-12.5 grid-cols-[200px_232px_minmax(0,1fr)] items-start gap-x-5 max-md:grid-cols-2">
      <Field inline label="Event">
        <Select
          options={samples.map(({ name, title }) => ({ value: name, label: title }))}
          value={sample ?? samples[0]?.name ?? null}
          placeholder="{}"
          disabled={samples.length === 0}
          onChange={(name) => onChange({ sample: name })}
        />
      </Field>
      <Field inline label="Signs like">
        <ProfileSelect profile={profile} onChange={choose} />
      </Field>
      <Field
        inline
        label="Shared secret"
        warning={sharedSecretWarning(secret)}
        className="max-md:col-span-2"
      >
        <SecretField
          noun="shared secret"
          value={secret}
          onChange={(event) => onChange({ secret: event.target.value })}
        />
      </Field>
    </div>
  );
}

/** What happened to the event, in a sentence. */
function News({ delivery }: { delivery: DeliveryDetail | null }) {
  const attempt = delivery?.attemptList.at(-1);
  const server = useIsMock(attempt?.url) ? 'The mock endpoint' : 'Your server';
  if (attempt === undefined) return null;
  const texts: Readonly<Record<AttemptOutcome, string>> = {
    accepted: `${server} accepted it.`,
    refused: `${server} responded, but refused it.`,
    failed: attempt.response === null ? 'There was no response.' : `${server} failed.`,
    blocked: 'No request was sent.',
  };
  return (
    <>
      <b className="font-[560] text-fg">Event sent.</b> {texts[attempt.result.outcome]}
    </>
  );
}

const recent = { range: '15m', filter: '' } as const;

/** All deliveries by state, and the latest attempts, as above the list. */
function Standing() {
  const states = useCauses('')?.states;
  const { statistics } = useStatistics(recent);
  const film = useMemo(() => statistics && filmOf(statistics, true), [statistics]);
  return (
    <div className="flex h-11 flex-none items-center justify-between gap-4 border-b border-line bg-bg-1 pr-4 pl-5 short:hidden">
      <FiguresLine states={states} filter="" />
      {film !== null && <SmallPlot film={film} />}
    </div>
  );
}

/** Otherwise, nothing on this page would say that messages arrive but are rejected. */
function Rejections() {
  const count = useLedger((ledger) => ledger?.rejected ?? 0);
  if (count === 0) return null;
  return (
    <p className="flex flex-none items-center gap-2">
      {counted(count, 'message')} rejected at ingestion
      <RouteLink to={{ page: 'deliveries', path: ['rejected'] }}>View</RouteLink>
    </p>
  );
}

/** Where to begin without a URL to test. */
function OtherWays() {
  const ingestUrl = useSystem()?.ingestUrl;
  const source = useItems(collections.sources)[0];
  const address = ingestUrl == null ? null : new URL(ingestUrl).host;
  return (
    <section
      aria-label="Other ways to begin"
      className="mt-6 grid grid-cols-3 border-t border-line max-md:grid-cols-1"
    >
      <Way icon={Plug} title="Your app sends events" isFirst>
        <p className="text-fg-2">
          Point its library at <code className="bytes text-fg">{address ?? 'this machine'}</code>.
        </p>
        <RouteLink to={{ page: 'connections', path: ['sources', source?.id ?? 'new'] }}>
          Show the setup code
        </RouteLink>
      </Way>
      <Way icon={Webhook} title="Another service sends them">
        <p className="text-fg-2">Signed like Stripe, GitHub or others.</p>
        <RouteLink to={{ page: 'connections', path: ['destinations', 'new'] }}>
          Choose a service
        </RouteLink>
      </Way>
      <Way icon={Clapperboard} title="You only want to look">
        <p className="text-fg-2">Hours of an outage in seconds.</p>
        <RouteLink to={{ page: 'rehearse' }}>Rehearse an outage</RouteLink>
      </Way>
    </section>
  );
}

interface WayProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly isFirst?: boolean;
  readonly children: ReactNode;
}

function Way({ icon: Icon, title, isFirst = false, children }: WayProps) {
  return (
    <div
      className={cx(
        'flex flex-col items-start gap-0.75 pt-3',
        !isFirst && 'border-line pl-4.5 md:border-l',
      )}
    >
      <h3 className="flex items-center gap-2 font-semibold">
        <Icon className="icon-small text-fg-2" strokeWidth={1.7} aria-hidden="true" />
        {title}
      </h3>
      {children}
    </div>
  );
}
