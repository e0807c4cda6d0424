import { FileUp, X } from 'lucide-react';
import { useState } from 'react';
import { useFileDrop } from '#renderer/components/file-drop.ts';
import { host } from '#renderer/host/host.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import type { ImportTarget } from '#shared/schemas/user-import.ts';
import { changeSentence, counted } from '../audience-labels.ts';
import type { ChangeMode } from './member-actions.ts';
import { ModeField, ReplaceQuestion } from './type-members-form.tsx';
import {
  cancelWork,
  dismissWork,
  formatOf,
  importText,
  type UserWork,
  useBusyReason,
  useUserWork,
} from './user-work.ts';

function statusSentence({ status, change, done, total }: UserWork): string {
  const result = changeSentence(change);
  if (status === 'running')
    return total === 0 ? 'Beginning…' : `${Math.floor((100 * done) / total)} %: ${result}`;
  if (status === 'cancelled') return `Cancelled. Until then: ${result.toLowerCase()}.`;
  if (status === 'failed') return `Until then: ${result.toLowerCase()}.`;
  return `${result}.`;
}

/** How far a long change is, what it came to, and the lines of a file that could not be read. */
export function WorkResult({ targetId }: { targetId: string }) {
  const work = useUserWork(({ byTarget }) => byTarget[targetId]);
  if (work === undefined) return null;
  const { title, status, done, total, badLineCount, badLines, problem } = work;
  const isRunning = status === 'running';
  return (
    <section aria-label="Progress" className="flex flex-col gap-2 border-t border-line pt-3">
      <div className="flex items-center gap-2">
        <h3 className="min-w-0 flex-1 truncate font-medium" title={title}>
          {title}
        </h3>
        {isRunning ? (
          <Button className="h-[26px]" onClick={() => cancelWork(targetId)}>
            Cancel
          </Button>
        ) : (
          <IconButton
            size="small"
            icon={X}
            label="Dismiss the result"
            onClick={() => dismissWork(targetId)}
          />
        )}
      </div>
      {isRunning && <ProgressBar label="Done" value={done} of={Math.max(1, total)} />}
      {status === 'failed' && (
        <Banner tone="bad" title="It was not done to the end.">
          {problem}
        </Banner>
      )}
      <p role="status" className="text-fg-2 tabular-nums">
        {statusSentence(work)}
      </p>
      {badLineCount > 0 && (
        <div className="flex flex-col gap-1">
          <p className="font-medium text-warn">
            {counted(badLineCount, 'line was', 'lines were')} left out
            {badLineCount > badLines.length && `; the first ${badLines.length}:`}
          </p>
          <ScrollRegion
            label="Lines left out"
            className="max-h-56 overflow-y-auto rounded-control border border-line bg-bg-1"
          >
            <ol>
              {badLines.map(({ line, reason }) => (
                <li key={line} className="flex gap-2 border-b border-line/55 px-2 py-1 text-small">
                  <span className="bytes flex-none text-fg-2">
                    line {line.toLocaleString('en')}
                  </span>
                  <span className="min-w-0 [overflow-wrap:anywhere]">{reason}</span>
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
  /** Users who are in it now. */
  readonly userCount: number;
  readonly mode: ChangeMode;
  /** Left out where there is only adding. */
  readonly onMode?: (mode: ChangeMode) => void;
  /** What stands on each line. */
  readonly columns: string;
}

/** A file of any length, chosen or dropped: it is read piece by piece. */
export function FileForm({ target, userCount, mode, onMode, columns }: FileFormProps) {
  const busyReason = useBusyReason(target.id);
  /** The file that is read when the question is answered with yes. */
  const [asked, setAsked] = useState<File | null>(null);
  const read = (file: File): void =>
    void importText(target, mode, { title: file.name, bytes: file, format: formatOf(file.name) });
  const take = (file: File | null | undefined): void => {
    if (!file || busyReason !== undefined) return;
    if (mode === 'replace' && userCount > 0) setAsked(file);
    else read(file);
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
        <ReplaceQuestion
          kind={target.kind === 'trait' ? 'trait' : 'audience'}
          userCount={userCount}
          open={asked !== null}
          onClose={() => setAsked(null)}
          onReplace={() => asked && read(asked)}
          trigger={
            <Button
              icon={FileUp}
              disabledReason={busyReason}
              onClick={async () =>
                take(await host.chooseFile('.csv,.txt,.jsonl,.ndjson,.json,text/csv,text/plain'))
              }
            >
              Choose a file
            </Button>
          }
        />
        <p className="text-small text-fg-2">
          or drop it here. CSV or JSON lines with {columns} on each; a million lines are fine.
        </p>
      </div>
    </div>
  );
}
