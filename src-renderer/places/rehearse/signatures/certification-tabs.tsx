import { type ReactNode, useRef } from 'react';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { useConnection } from '#renderer/kit/data/core.ts';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { SplitPane } from '#renderer/ui/split-pane.tsx';
import { takesPayloads } from '#shared/profiles/profiles.ts';
import { CertifyFields, SenderFields, WebhookPicker } from './certification-forms.tsx';
import {
  type CheckedForm,
  certifyRun,
  checkForm,
  checkSenderForm,
  type FollowedRun,
  senderRun,
  useCertifyForm,
  useSenderForm,
} from './certification-runs.ts';
import { CertifyResults } from './certify-results.tsx';
import { SenderResults } from './sender-results.tsx';

interface CertificationPaneProps<Request, Report> {
  /** Of the commands and the layout. */
  readonly id: string;
  /** Of the command. */
  readonly title: string;
  /** Who is certified: "Sender". */
  readonly label: string;
  readonly run: FollowedRun<Request, Report>;
  readonly checked: CheckedForm<Request>;
  /** Above the fields. */
  readonly header?: ReactNode;
  readonly fields: ReactNode;
  /** Beside the buttons. */
  readonly note?: string;
  readonly results: ReactNode;
}

/** Settings with the buttons that start and cancel a certification, beside its results. */
function CertificationPane<Request, Report>(props: CertificationPaneProps<Request, Report>) {
  const { id, title, label, run, checked, header, fields, note, results } = props;
  const isRunning = run.useRun(({ status }) => status === 'running');
  const isConnected = useConnection(({ state }) => state === 'open');
  const startButton = useRef<HTMLButtonElement>(null);
  const fieldProblem = checked.request === null ? Object.values(checked.problems)[0] : undefined;
  const problem = isConnected ? fieldProblem : 'Not connected';
  const [start, cancel] = useActions('Signatures', [
    {
      id: `${id}.start`,
      title,
      label: 'Certify',
      shortcut: 'Mod+Enter',
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
      isShown: isRunning,
      run: run.cancel,
    },
  ]);
  return (
    <SplitPane
      id={id}
      separatorLabel="Resize the settings"
      // Leaves room for the checks in narrow windows.
      startSize={window.innerWidth < 1_200 ? 320 : 420}
      startMin={300}
      endMin={380}
      start={
        <section aria-label={label} className="flex h-full min-h-0 flex-col bg-bg-1">
          {header}
          <ScrollRegion
            label={`${label} settings`}
            className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-4 -outline-offset-2"
          >
            {fields}
          </ScrollRegion>
          <footer className="flex flex-none flex-wrap items-center gap-2 border-t border-line p-4">
            <ActionButton ref={startButton} action={start} variant="primary" />
            <ActionButton
              action={cancel}
              onClick={() => {
                cancel.run();
                // This button disappears.
                startButton.current?.focus();
              }}
            />
            {note !== undefined && (
              <span className="min-w-44 flex-1 text-small text-fg-2">{note}</span>
            )}
          </footer>
        </section>
      }
      end={results}
    />
  );
}

/** Checks whether a receiver accepts valid requests and rejects forged ones. */
export function CertifyTab() {
  const form = useCertifyForm();
  const checked = checkForm(form);
  return (
    <CertificationPane
      id="certify"
      title="Start receiver certification"
      label="Receiver"
      run={certifyRun}
      checked={checked}
      header={
        <header className="flex h-11 flex-none items-center border-b border-line px-4">
          <WebhookPicker />
        </header>
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
export function SenderTab() {
  const checked = checkSenderForm(useSenderForm());
  return (
    <CertificationPane
      id="certify-sender"
      title="Start sender certification"
      label="Sender"
      run={senderRun}
      checked={checked}
      fields={<SenderFields problems={checked.problems} />}
      results={<SenderResults problems={checked.problems} />}
    />
  );
}
