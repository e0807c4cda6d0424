import {
  isTarget,
  type SettleTarget,
  startSettle,
  useSettle,
} from '#renderer/stores/settle-store.ts';

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
