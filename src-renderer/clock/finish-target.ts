import {
  type FinishTarget,
  isTarget,
  startFinish,
  useFinish,
} from '#renderer/kit/data/fast-forward.ts';

type Many = Exclude<FinishTarget, { kind: 'delivery' }>;

export function finishLabel(target: Many): string {
  return target.kind === 'everything'
    ? 'Fast-forward until everything finishes'
    : `Fast-forward until deliveries to ${target.name} finish`;
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
