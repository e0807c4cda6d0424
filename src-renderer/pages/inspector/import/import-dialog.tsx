import { FileUp } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useFileDrop } from '#renderer/components/file-drop.ts';
import { useFocusHere } from '#renderer/components/focus.ts';
import { useConnection } from '#renderer/data/connection-state.ts';
import { host } from '#renderer/host/host.ts';
import { useCommand } from '#renderer/keyboard/commands.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { formatBytes } from '#shared/lib/format.ts';
import type { ResendImport } from '#shared/schemas/resend-import.ts';
import { changeView } from '../use-inspector-view.ts';
import { doneLabels, entryLabels, requestLabels, restOf, sentTwiceNote } from './import-labels.ts';
import { ImportPlan } from './import-plan.tsx';
import { closeImport, forgetImport, openImport, useImport } from './import-store.ts';
import {
  cancelSending,
  forgetInterrupted,
  leaveFile,
  lookForInterrupted,
  readFile,
  resume,
  resumeImport,
} from './run-import.ts';

/** A file of requests: chosen, planned, sent. */
export function ImportDialog() {
  const { open, told } = useImport();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => void resumeImport(), []);
  useCommand({
    id: 'deliveries.import',
    title: 'Import a file to resend…',
    section: 'List',
    shortcut: 'i',
    run: openImport,
  });
  const isReading = told === null || told.state === 'reading';
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && closeImport()}
      label="Import a file to resend"
      initialFocus={first}
    >
      <header className="border-b border-line px-4 py-3">
        <p aria-hidden="true" className="text-title font-[620]">
          Import a file to resend
        </p>
        <p className="truncate text-fg-2">
          {told?.name ?? 'Each request is made once, by hand: it never counts in the ledger.'}
        </p>
      </header>
      {isReading ? (
        <ChooseFile firstRef={first} />
      ) : told.state === 'planned' ? (
        <ImportPlan told={told} />
      ) : (
        <ImportProgress told={told} />
      )}
    </Dialog>
  );
}

const accepted = '.jsonl,.ndjson,.har,.json,application/json,application/x-ndjson';

/** A file is chosen or dropped, and then read. */
function ChooseFile({ firstRef }: { firstRef: RefObject<HTMLButtonElement | null> }) {
  const { busy, problem } = useImport();
  useEffect(() => void lookForInterrupted(), []);
  return (
    <>
      <div className="flex flex-col gap-3 p-4">
        {problem !== null && (
          <Banner tone="bad" title="It could not be read.">
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

/** Imports that the end of the program interrupted: kept until they are sent or forgotten. */
function Interrupted() {
  const interrupted = useImport((state) => state.interrupted);
  return interrupted.map((one) => (
    <Banner key={one.id} tone="warn" title={one.name}>
      {doneLabels(one)}. {restOf(one) > 0 && `${requestLabels(restOf(one))} not sent yet. `}
      {sentTwiceNote(one)}
      <span className="mt-1.5 mb-1 flex flex-wrap gap-2">
        <ResumeButtons told={one} />
        <Button variant="quiet" onClick={() => void forgetInterrupted(one)}>
          Forget it
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
        Choose a file
      </Button>
      <p className="max-w-96 text-fg-2">
        or drop it here: JSON lines that were exported, or a HAR of Hookwright, a browser or a
        proxy. Nothing is sent before you have seen where it would go.
      </p>
    </div>
  );
}

function Reading() {
  const { told, read, size } = useImport();
  return (
    <>
      <p role="status" className="tabular-nums">
        Reading: {formatBytes(read)} of {formatBytes(size)}
        {told !== null && `, ${entryLabels(told)}`}
      </p>
      <ProgressBar label="Read" value={read} of={Math.max(1, size)} />
    </>
  );
}

function showResends(): void {
  closeImport();
  changeView({ list: 'resends', id: null, filter: '' });
}

/** How far the sending is, and what came of it. */
function ImportProgress({ told }: { told: ResendImport }) {
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

/** Resumes an interrupted import, with or without the requests that were in flight. */
function ResumeButtons({ told }: { told: ResendImport }) {
  const hasRest = restOf(told) > 0;
  return (
    <>
      {(hasRest || told.interrupted === 0) && (
        <Button onClick={() => void resume(told, false)}>Send the rest</Button>
      )}
      {told.interrupted > 0 && (
        <Button onClick={() => void resume(told, true)}>
          {hasRest ? 'Send rest and interrupted' : 'Send interrupted again'}
        </Button>
      )}
    </>
  );
}
