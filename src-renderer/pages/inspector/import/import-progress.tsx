import { useFocusHere } from '#renderer/components/focus.ts';
import { useConnection } from '#renderer/stores/connection-store.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import type { ResendImport } from '#shared/schemas/resend-import.ts';
import { changeView } from '../use-inspector-view.ts';
import { doneLabels, requestLabels, sentTwiceNote } from './import-labels.ts';
import { closeImport, forgetImport, useImport } from './import-store.ts';
import { ResumeButtons } from './resume-buttons.tsx';
import { cancelSending } from './run-import.ts';

function showResends(): void {
  closeImport();
  changeView({ list: 'resends', id: null, filter: '' });
}

/** How far the sending is, and what came of it. */
export function ImportProgress({ told }: { told: ResendImport }) {
  const resendsRef = useFocusHere<HTMLButtonElement>();
  const problem = useImport((state) => state.problem);
  const isConnected = useConnection(({ state }) => state === 'open');
  const isSending = told.state === 'sending';
  const answered = told.delivered + told.failed + told.blocked;
  const isWell = told.state === 'done' && told.failed + told.blocked === 0;
  return (
    <>
      <div className="flex flex-col gap-3 p-4">
        {isSending ? (
          <>
            <p role="status" className="tabular-nums">
              {answered.toLocaleString('en')} of {requestLabels(told.toSend)} answered
            </p>
            <ProgressBar label="Answered" value={answered} of={told.toSend} />
            {isConnected ? (
              <p className="text-fg-2">It goes on when this is closed.</p>
            ) : (
              <Banner tone="warn">
                The connection is lost. When it is back, this says how far it has come.
              </Banner>
            )}
          </>
        ) : (
          <Banner tone={isWell ? 'ok' : 'info'}>{doneLabels(told)}.</Banner>
        )}
        {told.state === 'interrupted' && <p className="text-fg-2">{sentTwiceNote(told)}</p>}
        {(told.problem ?? problem) !== null && (
          <Banner tone="bad">{told.problem ?? problem}</Banner>
        )}
      </div>
      <footer className="flex justify-end gap-2 border-t border-line px-4 py-3">
        {isSending ? (
          <Button onClick={cancelSending}>Cancel</Button>
        ) : (
          <Button onClick={forgetImport}>Another file</Button>
        )}
        {told.state === 'interrupted' && <ResumeButtons told={told} />}
        <Button ref={resendsRef} variant="primary" onClick={showResends}>
          See the resends
        </Button>
      </footer>
    </>
  );
}
