import { FileUp } from 'lucide-react';
import { host } from '#renderer/host/host.ts';
import { useFileDrop } from '#renderer/parts/use-file-drop.ts';
import { Button } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import type { ImportTarget } from '#shared/schemas/user-import.ts';
import type { ChangeMode } from './member-actions.ts';
import { ModeField } from './mode-field.tsx';
import { formatOf, importText, useBusyReason } from './user-work.ts';

interface FileFormProps {
  readonly target: ImportTarget;
  readonly mode: ChangeMode;
  /** Left out where there is only adding. */
  readonly onMode?: (mode: ChangeMode) => void;
  /** What stands on each line. */
  readonly columns: string;
}

/** A file of any length, chosen or dropped: it is read piece by piece. */
export function FileForm({ target, mode, onMode, columns }: FileFormProps) {
  const busyReason = useBusyReason(target.id);
  const read = (file: File | null | undefined): void => {
    if (!file || busyReason !== undefined) return;
    void importText(target, mode, { title: file.name, bytes: file, format: formatOf(file.name) });
  };
  const { isOver, dropArea } = useFileDrop(read);
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
        <Button
          icon={FileUp}
          disabledReason={busyReason}
          onClick={async () =>
            read(await host.chooseFile('.csv,.txt,.jsonl,.ndjson,.json,text/csv,text/plain'))
          }
        >
          Choose a file
        </Button>
        <p className="text-small text-fg-2">
          or drop it here. CSV or JSON lines with {columns} on each; a million lines are fine.
        </p>
      </div>
    </div>
  );
}
