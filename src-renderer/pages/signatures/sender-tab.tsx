import { useConnection } from '#renderer/data/connection-state.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { SplitPane } from '#renderer/ui/split-pane.tsx';
import { SenderForm } from './sender-form.tsx';
import { SenderResults } from './sender-results.tsx';
import {
  cancelSender,
  checkSenderForm,
  startSender,
  useSenderForm,
  useSenderRun,
} from './sender-run.ts';

/** Receives webhooks of the user's own sender and judges them by a profile. */
export function SenderTab() {
  const checked = checkSenderForm(useSenderForm());
  const isRunning = useSenderRun(({ status }) => status === 'running');
  const isConnected = useConnection(({ state }) => state === 'open');
  const fieldProblem = checked.request === null ? Object.values(checked.problems)[0] : undefined;
  const problem = isConnected ? fieldProblem : 'Not connected';
  const start = (): void => {
    if (checked.request !== null) void startSender(checked.request);
  };
  useCommands([
    {
      id: 'certify-sender.start',
      title: 'Start certifying the sender',
      section: 'Signatures',
      shortcut: 'Mod+Enter',
      enabled: () => problem === undefined && !isRunning,
      run: start,
    },
    {
      id: 'certify-sender.cancel',
      title: 'Cancel certification',
      section: 'Signatures',
      enabled: () => isRunning,
      run: cancelSender,
    },
  ]);
  return (
    <SplitPane
      id="certify-sender"
      separatorLabel="Resize the settings"
      // Leaves room for the checks in narrow windows.
      startSize={window.innerWidth < 1_200 ? 320 : 420}
      startMin={300}
      endMin={380}
      start={
        <SenderForm
          checked={checked}
          isRunning={isRunning}
          problem={problem}
          onStart={start}
          onCancel={cancelSender}
        />
      }
      end={<SenderResults problems={checked.problems} />}
    />
  );
}
