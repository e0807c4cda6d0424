import { type ReactNode, useRef } from 'react';
import { useConnection } from '#renderer/data/connection-state.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { SplitPane } from '#renderer/ui/split-pane.tsx';
import type { CheckedForm, FollowedRun } from './followed-run.ts';

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
export function CertificationPane<Request, Report>(props: CertificationPaneProps<Request, Report>) {
  const { id, title, label, run, checked, header, fields, note, results } = props;
  const isRunning = run.useRun(({ status }) => status === 'running');
  const isConnected = useConnection(({ state }) => state === 'open');
  const startButton = useRef<HTMLButtonElement>(null);
  const fieldProblem = checked.request === null ? Object.values(checked.problems)[0] : undefined;
  const problem = isConnected ? fieldProblem : 'Not connected';
  const start = (): void => {
    if (checked.request !== null) void run.start(checked.request);
  };
  useCommands([
    {
      id: `${id}.start`,
      title,
      section: 'Signatures',
      shortcut: 'Mod+Enter',
      enabled: () => problem === undefined && !isRunning,
      run: start,
    },
    {
      id: `${id}.cancel`,
      title: 'Cancel certification',
      section: 'Signatures',
      enabled: () => isRunning,
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
            <Button
              ref={startButton}
              variant="primary"
              busy={isRunning}
              disabledReason={problem}
              shortcut="Mod+Enter"
              onClick={start}
            >
              Certify
            </Button>
            {isRunning && (
              <Button
                onClick={() => {
                  run.cancel();
                  // This button disappears.
                  startButton.current?.focus();
                }}
              >
                Cancel
              </Button>
            )}
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
