import type { MarkedState } from '#renderer/ui/state-mark.tsx';
import type { JobState } from '#shared/schemas/job.ts';

export const jobMarks: Readonly<Record<JobState, MarkedState>> = {
  planned: 'pending',
  running: 'sending',
  paused: 'paused',
  completed: 'delivered',
  failed: 'exhausted',
  cancelled: 'cancelled',
};

/** The state of long work that this window runs. */
export const workStates = {
  running: 'running',
  done: 'completed',
  cancelled: 'cancelled',
  failed: 'failed',
} as const satisfies Readonly<Record<string, JobState>>;
