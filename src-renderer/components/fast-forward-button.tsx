import { FastForward } from 'lucide-react';
import {
  isTarget,
  type SettleTarget,
  startSettle,
  useSettle,
} from '#renderer/data/fast-forward.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { usePendingCount } from './delivery-labels.ts';

type Many = Exclude<SettleTarget, { kind: 'delivery' }>;

export function settleLabel(target: Many): string {
  return target.kind === 'everything'
    ? 'Fast-forward until everything settles'
    : `Fast-forward until deliveries to ${target.name} settle`;
}

interface SettleButtonProps {
  readonly target: Many;
  /** Why there is nothing to settle, if known here. */
  readonly problem?: string | undefined;
}

/** Fast-forwards many deliveries until settled; the clock banner shows progress. */
export function SettleButton({ target, problem }: SettleButtonProps) {
  const settling = useSettleTarget(target);
  const pending = usePendingCount();
  const idle = pending === 0 ? 'No pending deliveries' : undefined;
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
  /** Whether this target is being settled. */
  readonly busy: boolean;
  /** Why it can't start. */
  readonly problem: string | undefined;
  readonly settle: () => void;
}

/** Settles the target, for a button and a command. */
export function useSettleTarget(target: SettleTarget): Settling {
  const isRunning = useSettle(({ status }) => status === 'running');
  const isThis = useSettle((run) => isTarget(run.target, target));
  return {
    busy: isRunning && isThis,
    problem: isRunning && !isThis ? 'Already fast-forwarding' : undefined,
    settle: () => void startSettle(target),
  };
}
