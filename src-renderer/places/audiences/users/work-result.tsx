import { CircleStop, FileUp, X } from 'lucide-react';
import { useState } from 'react';
import { JobView, workStates } from '#renderer/jobs/job-view.tsx';
import { useFileDrop } from '#renderer/kit/files/file-drop.ts';
import { host } from '#renderer/kit/host/host.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import type { ImportTarget } from '#shared/audiences/user-import.ts';
import { counted, formatCount } from '#shared/kit/format.ts';
import { lineProblemText } from '#shared/kit/line-problem.ts';
import { changeText } from '../audience-labels.tsx';
import type { ChangeMode } from './member-actions.ts';
import { ModeField, ReplaceConfirmation } from './type-members-form.tsx';
import {
  cancelWork,
  dismissWork,
  formatOf,
  importText,
  useBusyReason,
  useUserWork,
} from './user-work.ts';

/** Progress or result of a long change, with the lines it skipped. */
export function WorkResult({ targetId }: { targetId: string }) {
  const work = useUserWork(({ byTarget }) => byTarget[targetId]);
  if (work === undefined) return null;
  const { title, status, done, total, change, badLineCount, badLines, problem } = work;
  return (
    <section aria-label="Progress" className="flex flex-col gap-2 border-t border-line pt-3">
      <JobView
        title={title}
        state={workStates[status]}
        share={total === 0 ? null : done / total}
        counts={status === 'running' && total === 0 ? 'Starting…' : changeText(change)}
        problem={problem}
        actions={
          status === 'running' ? (
            <Button size="small" icon={CircleStop} onClick={() => cancelWork(targetId)}>
              Cancel
            </Button>
          ) : (
            <IconButton
              size="small"
              icon={X}
              label="Dismiss result"
              onClick={() => dismissWork(targetId)}
            />
          )
        }
      />
      {badLineCount > 0 && (
        <div className="flex flex-col gap-1">
          <p className="font-medium text-warn">
            {counted(badLineCount, 'line')} skipped
            {badLineCount > badLines.length && ` (first ${badLines.length} shown)`}
          </p>
          <ScrollRegion
            label="Skipped lines"
            className="max-h-56 overflow-y-auto rounded-control border border-line bg-bg-1"
          >
            <ol>
              {badLines.map(({ line, problem }) => (
                <li key={line} className="flex gap-2 border-b border-line/55 px-2 py-1 text-small">
                  <span className="bytes flex-none text-fg-2">line {formatCount(line)}</span>
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    {lineProblemText(problem)}
                  </span>
                </li>
              ))}
            </ol>
          </ScrollRegion>
        </div>
      )}
    </section>
  );
}

interface FileFormProps {
  readonly target: ImportTarget;
  readonly userCount: number;
  readonly mode: ChangeMode;
  /** Omitted where users can only be added. */
  readonly onMode?: (mode: ChangeMode) => void;
  readonly columns: string;
}

export function FileForm({ target, userCount, mode, onMode, columns }: FileFormProps) {
  const busyReason = useBusyReason(target.id);
  /** The file to import once the replacement is confirmed. */
  const [pendingFile, setPendingFile] = useState<File | null>(null);
  const importFile = (file: File): void =>
    void importText(target, mode, { title: file.name, bytes: file, format: formatOf(file.name) });
  const take = (file: File | null | undefined): void => {
    if (!file || busyReason !== undefined) return;
    // Also for 0 members: the count may be older than the last change.
    if (mode === 'replace') setPendingFile(file);
    else importFile(file);
  };
  const { isOver, dropArea } = useFileDrop(take);
  return (
    <div className="flex flex-col gap-2.5">
      {onMode && target.kind !== 'deletion' && (
        <ModeField kind={target.kind} mode={mode} onChange={onMode} />
      )}
      <div
        {...dropArea}
        className={cx(
          'flex flex-col items-center gap-2 rounded-card border border-dashed px-3 py-5 text-center',
          isOver ? 'border-accent bg-accent-bg' : 'border-line-2 bg-bg-1',
        )}
      >
        <ReplaceConfirmation
          kind={target.kind === 'trait' ? 'trait' : 'audience'}
          userCount={userCount}
          open={pendingFile !== null}
          onClose={() => setPendingFile(null)}
          onReplace={() => pendingFile && importFile(pendingFile)}
          trigger={
            <Button
              icon={FileUp}
              disabledReason={busyReason}
              onClick={async () =>
                take(await host.chooseFile('.csv,.txt,.jsonl,.ndjson,.json,text/csv,text/plain'))
              }
            >
              Choose file
            </Button>
          }
        />
        <p className="text-small text-fg-2">
          or drop one here. CSV or JSON lines with {columns} per line.
        </p>
      </div>
    </div>
  );
}
