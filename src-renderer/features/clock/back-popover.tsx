import { FastForward, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useWaitingCount } from '#renderer/parts/waiting.ts';
import { useClock } from '#renderer/stores/clock-store.ts';
import { startSettle } from '#renderer/stores/settle-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Popover } from '#renderer/ui/popover.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import { backSentences } from './back-words.ts';
import { backToReal } from './clock-actions.ts';
import { showPane, useClockPane } from './clock-pane.ts';
import { focusSpeedButton } from './clock-popover.tsx';

/** The way back to real time, which first says what is due when. */
export function BackPopover() {
  const open = useClockPane((pane) => pane.open === 'back');
  return (
    <Popover
      title="Back to real time"
      open={open}
      onOpenChange={(next) => showPane(next ? 'back' : null)}
      align="end"
      className="w-[384px]"
      trigger={
        <Button variant="quiet" icon={Undo2} className="-my-1 text-current">
          Back to real time
        </Button>
      }
    >
      <Explanation />
    </Popover>
  );
}

function Explanation() {
  const [busy, setBusy] = useState(false);
  const waiting = useWaitingCount();
  const nextAttemptAt = useClock(({ reading }) => reading?.state.nextAttemptAt ?? null);
  const aheadMs = useClock((clock) => clock.aheadMs);
  const now = useReadNow((coreNow) => coreNow) ?? 0;
  const sentences = backSentences({ waiting, nextAttemptAt, realNow: now - aheadMs, aheadMs });
  const goBack = async (): Promise<void> => {
    setBusy(true);
    const isBack = await backToReal();
    setBusy(false);
    if (!isBack) return;
    showPane(null);
    focusSpeedButton();
  };
  const settleFirst = (): void => {
    showPane(null);
    void startSettle({ kind: 'everything' });
  };
  return (
    <div className="flex flex-col gap-2 tabular-nums">
      {sentences.map((sentence, index) => (
        // Their number and order hang on the facts alone.
        <p key={sentence.slice(0, 12)} className={index === 0 ? undefined : 'text-fg-2'}>
          {sentence}
        </p>
      ))}
      <div className="mt-1 flex gap-2">
        <Button variant="primary" busy={busy} onClick={goBack}>
          Back to real time
        </Button>
        {waiting > 0 && nextAttemptAt !== null && (
          <Button icon={FastForward} onClick={settleFirst}>
            Settle everything first
          </Button>
        )}
      </div>
    </div>
  );
}
