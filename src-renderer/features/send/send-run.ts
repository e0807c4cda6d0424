/** The sending that is under way or was last: it goes on when the place is left. */
import { create } from 'zustand';
import { core } from '#renderer/core-client/core.ts';
import { errorSentence } from '#renderer/core-client/error-sentence.ts';
import type { SendProgress, SendRequest } from '#shared/schemas/send.ts';

export interface SendRun {
  readonly status: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  readonly progress: SendProgress | null;
  readonly count: number;
  /** Why it could not be sent, or not all of it. */
  readonly problem: string | null;
}

const idle: SendRun = { status: 'idle', progress: null, count: 0, problem: null };

export const useSendRun = create<SendRun>()(() => idle);

let running: AbortController | null = null;

export async function startRun(request: SendRequest): Promise<void> {
  if (running !== null) return;
  const controller = new AbortController();
  running = controller;
  useSendRun.setState({ ...idle, status: 'running', count: request.count });
  try {
    const { signal } = controller;
    for await (const progress of await core.send.follow(request, { signal }))
      useSendRun.setState({ progress });
    useSendRun.setState({ status: controller.signal.aborted ? 'cancelled' : 'done' });
  } catch (error) {
    useSendRun.setState(
      controller.signal.aborted
        ? { status: 'cancelled' }
        : { status: 'failed', problem: errorSentence(error) },
    );
  }
  running = null;
}

export function cancelRun(): void {
  running?.abort();
}
