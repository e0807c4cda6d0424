/** The newest jobs, by the latest changes. */
import { create } from 'zustand';
import { core } from '#renderer/data/core.ts';
import type { Job } from '#shared/schemas/job.ts';

/** Enough for the list; what is older is over, or stays paused. */
const maxJobs = 50;

interface JobsState {
  /** Newest first. */
  readonly jobs: readonly Job[];
  readonly isListOpen: boolean;
}

export const useJobs = create<JobsState>()(() => ({ jobs: [], isListOpen: false }));

export const setJobListOpen = (isListOpen: boolean): void => useJobs.setState({ isListOpen });

export const isActive = ({ state }: Job): boolean => state === 'planned' || state === 'running';

export function noteJob(job: Job): void {
  useJobs.setState(({ jobs }) => ({
    jobs: [job, ...jobs.filter(({ id }) => id !== job.id)]
      .sort((one, other) => other.id - one.id)
      .slice(0, maxJobs),
  }));
}

export async function loadJobs(): Promise<void> {
  try {
    useJobs.setState({ jobs: (await core.jobs.list({ limit: maxJobs })).items });
  } catch {
    // The next change brings it.
  }
}
