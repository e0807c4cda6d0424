import { FastForward } from 'lucide-react';
import {
  isTarget,
  type SettleTarget,
  startSettle,
  useSettle,
} from '#renderer/data/fast-forward.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { useWaitingCount } from './delivery-labels.ts';

type Many = Exclude<SettleTarget, { kind: 'delivery' }>;

export function settleLabel(target: Many): string {
  return target.kind === 'everything'
    ? 'Fast-forward until everything has settled'
    : `Fast-forward until deliveries to ${target.name} have settled`;
}

interface SettleButtonProps {
  readonly target: Many;
  /** Why there is nothing to settle, where this place knows of a reason. */
  readonly problem?: string | undefined;
}

/** Runs the rest of the ladder of many deliveries; the banner of the clock shows how far it is. */
export function SettleButton({ target, problem }: SettleButtonProps) {
  const settling = useSettleTarget(target);
  const waiting = useWaitingCount();
  const idle = waiting === 0 ? 'Nothing waits for an attempt' : undefined;
  return (
    <IconButton
      icon={FastForward}
      label={settleLabel(target)}
      variant="default"
      disabledReason={settling.busy ? 'Fast-forwarding' : (settling.problem ?? problem ?? idle)}
      onClick={settling.settle}
    />
  );
}

export interface Settling {
  /** Whether this is what is being settled. */
  readonly busy: boolean;
  /** Why it cannot be begun just now. */
  readonly problem: string | undefined;
  readonly settle: () => void;
}

/** Jumping until the target has settled, for a button and a command. */
export function useSettleTarget(target: SettleTarget): Settling {
  const isRunning = useSettle(({ status }) => status === 'running');
  const isThis = useSettle((run) => isTarget(run.target, target));
  return {
    busy: isRunning && isThis,
    problem: isRunning && !isThis ? 'Something else is being settled just now' : undefined,
    settle: () => void startSettle(target),
  };
}
