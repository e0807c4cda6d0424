import { FileUp } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useFileDrop } from '#renderer/components/file-drop.ts';
import { useFocusHere } from '#renderer/components/focus.ts';
import { JobView } from '#renderer/components/jobs/job-view.tsx';
import { useConnection } from '#renderer/data/connection-state.ts';
import { host } from '#renderer/host/host.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { storageProblemText } from '#shared/labels/problems.ts';
import { formatBytes, formatCount } from '#shared/lib/format.ts';
import type { JobState } from '#shared/schemas/job.ts';
import type { ResendImport } from '#shared/schemas/resend-import.ts';
import { changeView } from '../use-inspector-view.ts';
import { doneLabels, entryLabels, requestLabels, restOf, sentTwiceNote } from './import-labels.ts';
import { ImportPlan } from './import-plan.tsx';
import { closeImport, forgetImport, useImport } from './import-store.ts';
import {
  cancelSending,
  forgetInterrupted,
  leaveFile,
  lookForInterrupted,
  readFile,
  resume,
  resumeImport,
} from './run-import.ts';

/** Imports a file of requests: choose, plan, send. */
export function ImportDialog() {
  const { open, imported } = useImport();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => void resumeImport(), []);
  const isReading = imported === null || imported.state === 'reading';
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && closeImport()}
      label="Import file to resend"
      initialFocus={first}
    >
      <header className="border-b border-line px-4 py-3">
        <p aria-hidden="true" className="text-title font-[620]">
          Import file to resend
        </p>
        <p className="truncate text-fg-2">
          {imported?.name ?? 'Each request is sent once, outside the ledger'}
        </p>
      </header>
      {isReading ? (
        <ChooseFile firstRef={first} />
      ) : imported.state === 'planned' ? (
        <ImportPlan imported={imported} />
      ) : (
        <ImportProgress imported={imported} />
      )}
    </Dialog>
  );
}

const accepted = '.jsonl,.ndjson,.har,.json,application/json,application/x-ndjson';

/** Chooses or drops a file and reads it. */
function ChooseFile({ firstRef }: { firstRef: RefObject<HTMLButtonElement | null> }) {
  const { busy, problem } = useImport();
  useEffect(() => void lookForInterrupted(), []);
  return (
    <>
      <div className="flex flex-col gap-3 p-4">
        {problem !== null && (
          <Banner tone="bad" title="Can't read the file.">
            {problem}
          </Banner>
        )}
        {busy ? <Reading /> : <DropArea firstRef={firstRef} />}
        {!busy && <Interrupted />}
      </div>
      <footer className="flex justify-end gap-2 border-t border-line px-4 py-3">
        {busy ? (
          <Button onClick={leaveFile}>Cancel</Button>
        ) : (
          <Button variant="quiet" onClick={closeImport}>
            Close
          </Button>
        )}
      </footer>
    </>
  );
}

/** Imports interrupted by a shutdown, kept until resumed or discarded. */
function Interrupted() {
  const interrupted = useImport((state) => state.interrupted);
  return interrupted.map((one) => (
    <Banner key={one.id} tone="warn" title={one.name}>
      {doneLabels(one)}. {restOf(one) > 0 && `${requestLabels(restOf(one))} not sent yet. `}
      {sentTwiceNote(one)}
      <span className="mt-1.5 mb-1 flex flex-wrap gap-2">
        <ResumeButtons imported={one} />
        <Button variant="quiet" onClick={() => void forgetInterrupted(one)}>
          Discard
        </Button>
      </span>
    </Banner>
  ));
}

function DropArea({ firstRef }: { firstRef: RefObject<HTMLButtonElement | null> }) {
  const read = (file: File | null | undefined): void => {
    if (file) void readFile(file);
  };
  const { isOver, dropArea } = useFileDrop(read);
  return (
    <div
      {...dropArea}
      className={cx(
        'flex flex-col items-center gap-2 rounded-card border border-dashed px-3 py-8 text-center',
        isOver ? 'border-accent bg-accent-bg' : 'border-line-2',
      )}
    >
      <Button
        ref={firstRef}
        icon={FileUp}
        onClick={async () => read(await host.chooseFile(accepted))}
      >
        Choose file
      </Button>
      <p className="max-w-96 text-fg-2">
        Or drop JSON lines or a HAR. Nothing is sent before you review it.
      </p>
    </div>
  );
}

function Reading() {
  const { imported, read, size } = useImport();
  return (
    <>
      <p role="status" className="tabular-nums">
        Reading: {formatBytes(read)} of {formatBytes(size)}
        {imported !== null && `, ${entryLabels(imported)}`}
      </p>
      <ProgressBar label="Read" value={read} of={Math.max(1, size)} />
    </>
  );
}

function showResends(): void {
  closeImport();
  changeView({ list: 'resends', id: null, filter: '' });
}

const stateOf = ({ state }: ResendImport): JobState =>
  state === 'sending'
    ? 'running'
    : state === 'done'
      ? 'completed'
      : state === 'cancelled'
        ? 'cancelled'
        : 'paused';

/** Sending progress and result. */
function ImportProgress({ imported }: { imported: ResendImport }) {
  const resendsRef = useFocusHere<HTMLButtonElement>();
  const problem = useImport((state) => state.problem);
  const isConnected = useConnection(({ state }) => state === 'open');
  const isSending = imported.state === 'sending';
  const completed = imported.delivered + imported.failed + imported.blocked;
  return (
    <>
      <div className="flex flex-col gap-3 p-4">
        <JobView
          title={`Send ${requestLabels(imported.toSend)}`}
          state={stateOf(imported)}
          share={imported.toSend === 0 ? null : completed / imported.toSend}
          counts={
            isSending
              ? `${formatCount(completed)} of ${requestLabels(imported.toSend)} completed`
              : doneLabels(imported)
          }
          problem={imported.problem === null ? problem : storageProblemText(imported.problem)}
        >
          {isSending &&
            (isConnected ? (
              <p className="text-small text-fg-2">Continues in the background</p>
            ) : (
              <Banner tone="warn">Connection lost. Progress updates once reconnected.</Banner>
            ))}
          {imported.state === 'interrupted' && (
            <p className="text-small text-fg-2">{sentTwiceNote(imported)}</p>
          )}
        </JobView>
      </div>
      <footer className="flex justify-end gap-2 border-t border-line px-4 py-3">
        {isSending ? (
          <Button onClick={cancelSending}>Cancel</Button>
        ) : (
          <Button onClick={forgetImport}>Another file</Button>
        )}
        {imported.state === 'interrupted' && <ResumeButtons imported={imported} />}
        <Button ref={resendsRef} variant="primary" onClick={showResends}>
          View resends
        </Button>
      </footer>
    </>
  );
}

/** Resumes an interrupted import, with or without the requests that were in flight. */
function ResumeButtons({ imported }: { imported: ResendImport }) {
  const hasRest = restOf(imported) > 0;
  return (
    <>
      {(hasRest || imported.interrupted === 0) && (
        <Button onClick={() => void resume(imported, false)}>Send the rest</Button>
      )}
      {imported.interrupted > 0 && (
        <Button onClick={() => void resume(imported, true)}>
          {hasRest ? 'Send rest and retry interrupted' : 'Retry interrupted'}
        </Button>
      )}
    </>
  );
}
