import { Play, Square } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { collections, useCollection } from '#renderer/kit/data/collections.ts';
import { useConnection } from '#renderer/kit/data/core.ts';
import { paneMark } from '#renderer/kit/keyboard/focus.ts';
import { queryOn } from '#renderer/kit/routing/route.ts';
import { redirect, useRoute } from '#renderer/kit/routing/route-store.ts';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { SplitPane } from '#renderer/ui/split-pane.tsx';
import { takesPayloads } from '#shared/profiles/profiles.ts';
import { type CertificationId, certifications } from '../what-if.ts';
import { CertifyFields, SenderFields, WebhookPicker } from './certification-forms.tsx';
import {
  type CheckedForm,
  certifyRun,
  checkForm,
  checkSenderForm,
  copyToCertify,
  type FollowedRun,
  senderRun,
  useCertifyForm,
  useSenderForm,
} from './certification-runs.ts';
import { CertifyResults } from './certify-results.tsx';
import { SenderResults } from './sender-results.tsx';

interface PaneProps<Request, Report> {
  readonly id: CertificationId;
  /** Of the command. */
  readonly title: string;
  /** Who is certified: "Sender". */
  readonly label: string;
  readonly run: FollowedRun<Request, Report>;
  readonly checked: CheckedForm<Request>;
  /** Above the fields. */
  readonly header?: ReactNode;
  readonly fields: ReactNode;
  /** Below the name. */
  readonly note: string;
  readonly results: ReactNode;
}

/** Settings of a certification beside its results. */
function Pane<Request, Report>(props: PaneProps<Request, Report>) {
  const { id, title, label, run, checked, header, fields, note, results } = props;
  const isRunning = run.useRun(({ status }) => status === 'running');
  const isConnected = useConnection(({ state }) => state === 'open');
  const startButton = useRef<HTMLButtonElement>(null);
  const fieldProblem = checked.request === null ? Object.values(checked.problems)[0] : undefined;
  const problem = isConnected ? fieldProblem : 'Not connected';
  const [start, cancel] = useActions('Rehearse', [
    {
      id: `${id}.start`,
      title,
      label: 'Certify',
      shortcut: 'Mod+Enter',
      icon: Play,
      busy: isRunning,
      problem,
      run: () => {
        if (checked.request !== null) void run.start(checked.request);
      },
    },
    {
      id: `${id}.cancel`,
      title: 'Cancel certification',
      label: 'Cancel',
      icon: Square,
      isShown: isRunning,
      run: run.cancel,
    },
  ]);
  const name = certifications.find((one) => one.id === id)?.title;
  return (
    <section {...paneMark} aria-label={name} className="flex h-full min-h-0 flex-col outline-none">
      <header className="flex flex-none flex-wrap items-center gap-x-2.5 gap-y-2 border-b border-line bg-bg-1 py-3 pr-4 pl-5">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="truncate text-thing font-[640] tracking-[-0.017em]">{name}</h2>
          <p className="mt-0.5 text-small text-fg-2">{note}</p>
        </div>
        <ActionButton
          action={cancel}
          onClick={() => {
            cancel.run();
            // This button disappears.
            startButton.current?.focus();
          }}
        />
        <ActionButton ref={startButton} action={start} variant="soft" />
      </header>
      <div className="min-h-0 flex-1">
        <SplitPane
          id={id}
          separatorLabel="Resize the settings"
          // Leaves room for the checks in narrow windows.
          startSize={window.innerWidth < 840 ? 210 : window.innerWidth < 1_200 ? 270 : 400}
          startMin={200}
          endMin={340}
          start={
            <section aria-label={label} className="flex h-full min-h-0 flex-col bg-bg-1">
              {header}
              <ScrollRegion
                label={`${label} settings`}
                className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto py-4 pr-4 pl-5 -outline-offset-2"
              >
                {fields}
              </ScrollRegion>
            </section>
          }
          end={results}
        />
      </div>
    </section>
  );
}

/** Applies `?destination=dst_…` once, then removes it. */
function useCertifyAddress(): void {
  const route = useRoute((state) => state.route);
  const { items: destinations, status } = useCollection(collections.destinations);
  const isReady = status !== 'loading';
  const { destination } = queryOn(route, 'rehearse');
  useEffect(() => {
    if (!isReady || destination === undefined) return;
    copyToCertify(destinations.find(({ id }) => id === destination));
    redirect(route, { page: 'rehearse', path: route.path });
  }, [route, destination, destinations, isReady]);
}

/** Checks whether a receiver accepts valid requests and rejects forged ones. */
function CertifyReceiver() {
  useCertifyAddress();
  const form = useCertifyForm();
  const checked = checkForm(form);
  return (
    <Pane
      id="certify-receiver"
      title="Start receiver certification"
      label="Receiver"
      run={certifyRun}
      checked={checked}
      header={
        <div className="flex flex-none items-center border-b border-line py-1.75 pr-4 pl-5">
          <WebhookPicker />
        </div>
      }
      fields={<CertifyFields problems={checked.problems} />}
      note={
        takesPayloads(form)
          ? 'Not shown in Deliveries or in statistics'
          : 'Not shown in Deliveries; sent as user hookwright-certification'
      }
      results={<CertifyResults problems={checked.problems} />}
    />
  );
}

/** Receives webhooks of the user's own sender and judges them by a profile. */
function CertifySender() {
  const checked = checkSenderForm(useSenderForm());
  return (
    <Pane
      id="certify-sender"
      title="Start sender certification"
      label="Sender"
      run={senderRun}
      checked={checked}
      fields={<SenderFields problems={checked.problems} />}
      note="Your sender posts to Hookwright, which judges its requests by a profile"
      results={<SenderResults problems={checked.problems} />}
    />
  );
}

export const CertificationView = ({ id }: { id: CertificationId }) =>
  id === 'certify-receiver' ? <CertifyReceiver /> : <CertifySender />;
