import { FileUp } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useFileDrop } from '#renderer/components/file-drop.ts';
import { useFocusOnMount } from '#renderer/components/focus.ts';
import { JobCard } from '#renderer/components/jobs/job-card.tsx';
import { isActive, useJobs } from '#renderer/data/jobs.ts';
import { host } from '#renderer/host/host.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { formatBytes } from '#shared/lib/format.ts';
import type { Job } from '#shared/schemas/job.ts';
import { changeView } from '../use-inspector-view.ts';
import { entryLabels } from './import-labels.ts';
import { ImportPlan } from './import-plan.tsx';
import { closeImport, forgetImport, useImport, useImportJob } from './import-store.ts';
import { checkImport, discardFile, readFile } from './run-import.ts';

/** Imports a file of requests: choose, plan, send. */
export function ImportDialog() {
  const { open, imported } = useImport();
  const first = useRef<HTMLButtonElement>(null);
  const job = useImportJob();
  useEffect(() => void checkImport(), []);
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
          {imported?.name ?? 'Requests are sent once, without retries'}
        </p>
      </header>
      {job !== undefined ? (
        <ImportJob job={job} />
      ) : isReading ? (
        <ChooseFile firstRef={first} />
      ) : (
        <ImportPlan imported={imported} />
      )}
    </Dialog>
  );
}

const accepted = '.jsonl,.ndjson,.har,.json,application/json,application/x-ndjson';

/** Chooses or drops a file and reads it. */
function ChooseFile({ firstRef }: { firstRef: RefObject<HTMLButtonElement | null> }) {
  const { busy, problem } = useImport();
  return (
    <>
      <div className="flex flex-col gap-3 p-4">
        {problem !== null && (
          <Banner tone="bad" title="Can't read the file.">
            {problem}
          </Banner>
        )}
        {busy ? <Reading /> : <DropArea firstRef={firstRef} />}
        {!busy && <PausedImports />}
      </div>
      <footer className="flex justify-end gap-2 border-t border-line px-4 py-3">
        {busy ? (
          <Button onClick={discardFile}>Cancel</Button>
        ) : (
          <Button variant="quiet" onClick={closeImport}>
            Close
          </Button>
        )}
      </footer>
    </>
  );
}

/** Imports that wait to be resumed or cancelled. */
function PausedImports() {
  return useJobs().map(
    (job) =>
      job.kind === 'resend_import' &&
      job.state === 'paused' && <JobCard key={job.id} job={job} subject={job.file} />,
  );
}

function DropArea({ firstRef }: { firstRef: RefObject<HTMLButtonElement | null> }) {
  const readChosenFile = (file: File | null | undefined): void => {
    if (file) void readFile(file);
  };
  const { isOver, dropArea } = useFileDrop(readChosenFile);
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
        onClick={async () => readChosenFile(await host.chooseFile(accepted))}
      >
        Choose file
      </Button>
      <p className="max-w-96 text-fg-2">Or drop JSON lines or a HAR here.</p>
    </div>
  );
}

function Reading() {
  const { imported, read: readChosenFile, size } = useImport();
  return (
    <>
      <p role="status" className="tabular-nums">
        Reading: {formatBytes(readChosenFile)} of {formatBytes(size)}
        {imported !== null && `, ${entryLabels(imported)}`}
      </p>
      <ProgressBar label="Read" value={readChosenFile} of={Math.max(1, size)} />
    </>
  );
}

function showResends(): void {
  closeImport();
  changeView({ list: 'resends', id: null, filter: '' });
}

/** Sending progress and result. */
function ImportJob({ job }: { job: Job }) {
  const resendsRef = useFocusOnMount<HTMLButtonElement>();
  return (
    <>
      <div className="p-4">
        <JobCard job={job} />
      </div>
      <footer className="flex justify-end gap-2 border-t border-line px-4 py-3">
        {!isActive(job) && <Button onClick={forgetImport}>Another file</Button>}
        <Button ref={resendsRef} variant="primary" onClick={showResends}>
          View resends
        </Button>
      </footer>
    </>
  );
}
