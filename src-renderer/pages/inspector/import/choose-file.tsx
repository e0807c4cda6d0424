import { FileUp } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { byteText } from '#renderer/components/body-bytes.ts';
import { useFileDrop } from '#renderer/components/file-drop.ts';
import { host } from '#renderer/host/host.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { doneLabels, entryLabels, requestLabels, restOf, sentTwiceNote } from './import-labels.ts';
import { closeImport, useImport } from './import-store.ts';
import { ResumeButtons } from './resume-buttons.tsx';
import { forgetInterrupted, leaveFile, lookForInterrupted, readFile } from './run-import.ts';

const accepted = '.jsonl,.ndjson,.har,.json,application/json,application/x-ndjson';

/** A file is chosen or dropped, and then read. */
export function ChooseFile({ firstRef }: { firstRef: RefObject<HTMLButtonElement | null> }) {
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
      <p className="max-w-sm text-fg-2">
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
        Reading: {byteText(read)} of {byteText(size)}
        {told !== null && `, ${entryLabels(told)}`}
      </p>
      <ProgressBar label="Read" value={read} of={Math.max(1, size)} />
    </>
  );
}
