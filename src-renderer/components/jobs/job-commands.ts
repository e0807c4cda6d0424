/** Pauses, resumes, cancels and undoes a job. */
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { putResponse } from '#renderer/data/jobs.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { Job, JobCommand } from '#shared/schemas/job.ts';

/** Runs a command on a job and stores the result. Resolves to whether it succeeded. */
export async function noteResult(failed: string, act: () => Promise<Job>): Promise<boolean> {
  try {
    await putResponse(act);
    return true;
  } catch (error) {
    showToast({ title: failed, description: errorSentence(error), tone: 'bad' });
    return false;
  }
}

export const commandJob = (id: number, command: JobCommand): Promise<boolean> =>
  noteResult(`Can't ${command} the job`, () => core.jobs[command]({ id }));
