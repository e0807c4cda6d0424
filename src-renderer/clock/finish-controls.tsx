import { SkipForward, Square } from 'lucide-react';
import {
  cancelFinish,
  playSpeeds,
  setFinishSpeed,
  useFinish,
} from '#renderer/kit/data/fast-forward.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { clockShortcuts } from './clock-actions.ts';
import { speedText } from './clock-labels.ts';

/** Speed, skip and stop of the running fast-forward. */
export function FinishControls() {
  const speed = useFinish((run) => run.speed);
  return (
    <div className="flex flex-none items-center gap-1.5">
      <Segmented
        label="Fast-forward speed"
        size="small"
        value={String(speed)}
        segments={playSpeeds.map((playSpeed) => ({
          value: String(playSpeed),
          label: speedText(playSpeed),
        }))}
        onChange={(value) => setFinishSpeed(Number(value))}
      />
      <IconButton
        icon={SkipForward}
        size="small"
        variant="default"
        label="Skip to end"
        shortcut={clockShortcuts.nextAttempt}
        disabledReason={speed === null ? 'Already skipping' : undefined}
        onClick={() => setFinishSpeed(null)}
      />
      <IconButton
        icon={Square}
        size="small"
        variant="default"
        label="Stop"
        shortcut={clockShortcuts.finish}
        onClick={cancelFinish}
      />
    </div>
  );
}
