import { CircleStop, Play, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { explain } from '#renderer/components/filter/delivery-filter.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { dismissBulkRun, isUnderWay } from '#renderer/stores/bulk-store.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { bulkShare } from '#shared/lib/bulk-words.ts';
import type { BulkRun } from '#shared/schemas/bulk.ts';
import { resumeBulk, stopBulk, undoBulk } from './bulk-run-actions.ts';
import { runSentence, runTitle } from './bulk-run-labels.ts';
import { PanelShell } from './panel-shell.tsx';
import { SkippedList } from './skipped-list.tsx';

/** A bulk action that runs, or what it did. */
export function RunPanel({ run, filter }: { run: BulkRun; filter: string }) {
  const [busy, setBusy] = useState(false);
  const moves = isUnderWay(run);
  const sentence = runSentence(run);
  const act = async (what: (run: BulkRun) => Promise<boolean>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    await what(run);
    setBusy(false);
  };
  useCommands([
    {
      id: 'bulk.dismiss',
      title: 'Close what the bulk action did',
      section: 'Bulk actions',
      shortcut: 'Escape',
      enabled: () => !moves,
      run: dismissBulkRun,
    },
  ]);
  return (
    <PanelShell
      title={runTitle(run)}
      onClose={moves ? undefined : dismissBulkRun}
      actions={
        (run.state === 'running' || run.resumable || run.undoable) && (
          <>
            {run.state === 'running' && (
              <Button icon={CircleStop} busy={busy} onClick={() => void act(stopBulk)}>
                Stop
              </Button>
            )}
            {run.resumable && (
              <Button icon={Play} busy={busy} onClick={() => void act(resumeBulk)}>
                Go on with the rest
              </Button>
            )}
            {run.undoable && (
              <Button
                icon={Undo2}
                shortcut="Shift+U"
                busy={busy}
                onClick={() => void act(undoBulk)}
              >
                Undo
              </Button>
            )}
          </>
        )
      }
    >
      {run.filter !== filter && (
        <p className="truncate text-small text-fg-2">{explain(run.filter)}</p>
      )}
      {moves && <ProgressBar label="Done" value={bulkShare(run)} of={1} />}
      {sentence !== '' && (
        <p role={moves ? undefined : 'status'} className="text-small tabular-nums">
          {sentence}
        </p>
      )}
      {run.problem !== null && <Banner tone="bad">{run.problem}</Banner>}
      {run.state === 'interrupted' && (
        <Banner tone="warn" title="Hookwright ended in the middle of it.">
          What was done is kept.
        </Banner>
      )}
      <SkippedList label="Left out:" groups={run.state === 'undone' ? [] : run.skipped} />
      <SkippedList label="Not put back:" groups={run.notRestored} />
    </PanelShell>
  );
}
