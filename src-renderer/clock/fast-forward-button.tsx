import { FastForward } from 'lucide-react';
import { useWaitingCount } from '#renderer/deliveries/delivery-labels.ts';
import {
  type FinishTarget,
  isTarget,
  startFinish,
  useFinish,
} from '#renderer/kit/data/fast-forward.ts';
import { IconButton } from '#renderer/ui/button.tsx';

type Many = Exclude<FinishTarget, { kind: 'delivery' }>;

export function finishLabel(target: Many): string {
  return target.kind === 'everything'
    ? 'Fast-forward until everything finishes'
    : `Fast-forward until deliveries to ${target.name} finish`;
}

interface FinishButtonProps {
  readonly target: Many;
  /** Why there is nothing to finish, if known here. */
  readonly problem?: string | undefined;
}

/** Fast-forwards many deliveries until finished; the clock shows progress. */
export function FinishButton({ target, problem }: FinishButtonProps) {
  const finishing = useFinishTarget(target);
  const waiting = useWaitingCount();
  const idle = waiting === 0 ? 'No waiting deliveries' : undefined;
  return (
    <IconButton
      icon={FastForward}
      label={finishLabel(target)}
      variant="default"
      disabledReason={finishing.busy ? 'Fast-forwarding' : (finishing.problem ?? problem ?? idle)}
      onClick={finishing.finish}
    />
  );
}

interface Finishing {
  /** Whether this target is being finished. */
  readonly busy: boolean;
  /** Why it can't start. */
  readonly problem: string | undefined;
  readonly finish: () => void;
}

/** Finishes the target, for a button and a command. */
export function useFinishTarget(target: FinishTarget): Finishing {
  const isRunning = useFinish(({ status }) => status === 'running');
  const isThis = useFinish((run) => isTarget(run.target, target));
  return {
    busy: isRunning && isThis,
    problem: isRunning && !isThis ? 'Already fast-forwarding' : undefined,
    finish: () => void startFinish(target),
  };
}
