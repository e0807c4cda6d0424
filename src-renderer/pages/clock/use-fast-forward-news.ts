import { useEffect } from 'react';
import { notifyBySystem } from '#renderer/components/notify-by-system.ts';
import { useSettle } from '#renderer/stores/settle-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import { settleNews } from './fast-forward-labels.ts';

const longEnoughToRead = 8_000;

/** Says what a run of jumps did, wherever it was begun; to whoever looks elsewhere, by the system. */
export function useSettleNews(): void {
  useEffect(
    () =>
      useSettle.subscribe((run, before) => {
        if (run.status === before.status) return;
        const news = settleNews(run);
        if (news === null) return;
        // What came of it interrupts nobody; that it failed does.
        showToast({ ...news, durationMs: longEnoughToRead, quiet: run.status !== 'failed' });
        notifyBySystem({ title: news.title, body: news.description });
      }),
    [],
  );
}
