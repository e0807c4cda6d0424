import {
  cancelSettle,
  playSpeeds,
  setSettleSpeed,
  useSettle,
} from '#renderer/data/fast-forward.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { speedText } from './clock-labels.ts';
import { clockShortcuts } from './use-clock-commands.ts';

/** Speed, skip and stop of the running fast-forward. */
export function SettleControls({ variant = 'default' }: { variant?: 'default' | 'quiet' }) {
  const speed = useSettle((run) => run.speed);
  const look = variant === 'quiet' ? '-my-1 text-current' : undefined;
  return (
    <>
      <Segmented
        label="Fast-forward speed"
        value={String(speed)}
        segments={playSpeeds.map((one) => ({ value: String(one), label: speedText(one) }))}
        onChange={(value) => setSettleSpeed(Number(value))}
      />
      <Button
        variant={variant}
        className={look}
        shortcut={clockShortcuts.jump}
        disabledReason={speed === null ? 'Skipping to the end' : undefined}
        onClick={() => setSettleSpeed(null)}
      >
        Skip to end
      </Button>
      <Button
        variant={variant}
        className={look}
        shortcut={clockShortcuts.settle}
        onClick={cancelSettle}
      >
        Stop
      </Button>
    </>
  );
}
