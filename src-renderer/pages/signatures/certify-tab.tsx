import { useConnection } from '#renderer/data/connection-state.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { SplitPane } from '#renderer/ui/split-pane.tsx';
import { CertifyForm } from './certify-form.tsx';
import { CertifyResults } from './certify-results.tsx';
import {
  type CheckedForm,
  cancelCertification,
  checkForm,
  startCertification,
  useCertifyForm,
  useCertifyRun,
} from './certify-run.ts';

function problemOf({ request, problems }: CheckedForm, connected: boolean): string | undefined {
  if (!connected) return 'Not connected';
  return request === null ? Object.values(problems)[0] : undefined;
}

/** Checks whether a receiver accepts valid requests and rejects forged ones. */
export function CertifyTab() {
  const checked = checkForm(useCertifyForm());
  const running = useCertifyRun(({ status }) => status === 'running');
  const connected = useConnection(({ state }) => state === 'open');
  const problem = problemOf(checked, connected);
  const start = (): void => {
    if (checked.request !== null) void startCertification(checked.request);
  };
  useCommands([
    {
      id: 'certify.start',
      title: 'Certify receiver',
      section: 'Signatures',
      shortcut: 'Mod+Enter',
      enabled: () => problem === undefined && !running,
      run: start,
    },
    {
      id: 'certify.cancel',
      title: 'Cancel certification',
      section: 'Signatures',
      enabled: () => running,
      run: cancelCertification,
    },
  ]);
  return (
    <SplitPane
      id="certify"
      separatorLabel="Resize the settings"
      // Leaves room for the checks in narrow windows.
      startSize={window.innerWidth < 1_200 ? 320 : 420}
      startMin={300}
      endMin={380}
      start={
        <CertifyForm
          checked={checked}
          running={running}
          problem={problem}
          onStart={start}
          onCancel={cancelCertification}
        />
      }
      end={<CertifyResults problems={checked.problems} />}
    />
  );
}
