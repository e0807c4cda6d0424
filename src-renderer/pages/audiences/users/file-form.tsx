import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useFileDrop } from '#renderer/components/file-drop.ts';
import { host } from '#renderer/host/host.ts';
import { Button } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import type { ImportTarget } from '#shared/schemas/user-import.ts';
import type { ChangeMode } from './member-actions.ts';
import { ModeField } from './mode-field.tsx';
import { ReplaceQuestion } from './replace-question.tsx';
import { formatOf, importText, useBusyReason } from './user-work.ts';

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
