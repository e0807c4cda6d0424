import { useEffect } from 'react';
import { notifyBySystem } from '#renderer/components/notify-by-system.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { isUnderWay, useBulk } from '#renderer/stores/bulk-store.ts';
import { useRoute } from '#renderer/stores/route-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import { isBulkInSight } from './bulk-banner.tsx';
import { resumeBulk, stopBulk, undoBulk } from './bulk-run-actions.ts';
import { runSentence, runTitle } from './bulk-run-labels.ts';

const current = () => useBulk.getState().run;

/** Says what a bulk action did to whoever is elsewhere by then; its commands, for every page. */
export function useBulkNews(): void {
  useEffect(
    () =>
      useBulk.subscribe(({ run }, { run: before }) => {
        const hasEnded = isUnderWay(before) && !isUnderWay(run);
        if (run === null || !hasEnded || run.id !== before?.id) return;
        const title = runTitle(run);
        const description = runSentence(run);
        if (!isBulkInSight(useRoute.getState().route))
          showToast({
            title,
            description,
            tone: run.state === 'completed' && run.answers.failed === 0 ? 'ok' : 'neutral',
            action: run.undoable ? { label: 'Undo', run: () => void undoBulk(run) } : undefined,
          });
        notifyBySystem({ title, body: description });
      }),
    [],
  );
  useCommands([
    {
      id: 'bulk.stop',
      title: 'Stop the bulk action',
      section: 'Bulk actions',
      enabled: () => current()?.state === 'running',
      run: () => {
        const run = current();
        if (run !== null) void stopBulk(run);
      },
    },
    {
      id: 'bulk.resume',
      title: 'Go on with the bulk action',
      section: 'Bulk actions',
      enabled: () => current()?.resumable === true,
      run: () => {
        const run = current();
        if (run !== null) void resumeBulk(run);
      },
    },
    {
      id: 'bulk.undo',
      title: 'Undo the bulk action',
      section: 'Bulk actions',
      shortcut: 'Shift+U',
      enabled: () => current()?.undoable === true,
      run: () => {
        const run = current();
        if (run !== null) void undoBulk(run);
      },
    },
  ]);
}
