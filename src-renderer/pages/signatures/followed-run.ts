/** A certification that is followed until its end; continues when the page is left. */
import { create } from 'zustand';
import { errorSentence } from '#renderer/data/error-sentence.ts';

interface FollowedRun<Report> {
  readonly status: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  /** Of what was seen so far. */
  readonly report: Report | null;
  readonly problem: string | null;
}

export function createFollowedRun<Request, Report extends { readonly complete: boolean }>(
  follow: (request: Request, signal: AbortSignal) => Promise<AsyncIterable<Report>>,
) {
  const useRun = create<FollowedRun<Report>>()(() => ({
    status: 'idle',
    report: null,
    problem: null,
  }));
  let running: AbortController | null = null;

  async function start(request: Request): Promise<void> {
    if (running !== null) return;
    const controller = new AbortController();
    running = controller;
    useRun.setState({ status: 'running', report: null, problem: null });
    try {
      for await (const report of await follow(request, controller.signal))
        useRun.setState({ report });
      const isComplete = useRun.getState().report?.complete === true;
      useRun.setState({ status: isComplete ? 'done' : 'cancelled' });
    } catch (error) {
      useRun.setState(
        controller.signal.aborted
          ? { status: 'cancelled' }
          : { status: 'failed', problem: errorSentence(error) },
      );
    }
    running = null;
  }

  return { useRun, start, cancel: (): void => running?.abort() };
}
