/** The sending that is under way or was last: it goes on when the page is left. */

import { create } from 'zustand';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import type { SendProgress, SendRequest } from '#shared/schemas/send.ts';

interface SendRun {
  readonly status: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  readonly progress: SendProgress | null;
  readonly count: number;
  /** Why it could not be sent, or not all of it. */
  readonly problem: string | null;
}

const idle: SendRun = { status: 'idle', progress: null, count: 0, problem: null };

export const useSendRun = create<SendRun>()(() => idle);

interface Running {
  /** By which the core knows the run. */
  readonly name: string;
  /** Leaves the run's stream, which ends it too. */
  readonly leaving: AbortController;
  isCancelled: boolean;
}

let running: Running | null = null;

export async function startRun(request: SendRequest): Promise<void> {
  if (running !== null) return;
  const run: Running = {
    name: crypto.randomUUID(),
    leaving: new AbortController(),
    isCancelled: false,
  };
  running = run;
  useSendRun.setState({ ...idle, status: 'running', count: request.count });
  try {
    const { signal } = run.leaving;
    for await (const progress of await core.send.follow({ ...request, run: run.name }, { signal }))
      useSendRun.setState({ progress });
    const isWhole = useSendRun.getState().progress?.sent === request.count;
    useSendRun.setState({ status: run.isCancelled && !isWhole ? 'cancelled' : 'done' });
  } catch (error) {
    useSendRun.setState(
      run.leaving.signal.aborted
        ? { status: 'cancelled' }
        : { status: 'failed', problem: errorSentence(error) },
    );
  }
  running = null;
}

/** Has the core end the run, which tells how many were sent; without it, leaves. */
export async function cancelRun(): Promise<void> {
  const run = running;
  if (run === null) return;
  run.isCancelled = true;
  try {
    await core.send.cancel({ run: run.name });
  } catch {
    run.leaving.abort();
  }
}

// What a sending did, as a sentence.

function number(count: number): string {
  return count.toLocaleString('en');
}

function tally(accepted: number, rejected: number): string {
  if (rejected === 0) return `${number(accepted)} accepted`;
  if (accepted === 0) return `${number(rejected)} refused`;
  return `${number(accepted)} accepted, ${number(rejected)} refused`;
}

export function runSentence({ status, progress, count }: SendRun): string {
  const sent = progress?.sent ?? 0;
  const all = progress === null ? '' : `: ${tally(progress.accepted, progress.rejected)}`;
  if (status === 'idle') return '';
  if (status === 'running')
    return count === 1
      ? 'Sending…'
      : `${number(sent)} of ${number(count)} sent${sent > 0 ? all : ''}`;
  if (status === 'cancelled') return `Cancelled after ${number(sent)} of ${number(count)}${all}.`;
  if (progress === null || sent === 0) return 'Nothing was sent.';
  if (count === 1) return progress.accepted === 1 ? 'Accepted.' : 'Refused.';
  return `${number(sent)} of ${number(count)} sent${all}.`;
}
