/** A certification that is followed until its end; continues when the page is left. */
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { errorSentence } from '#renderer/data/error-sentence.ts';

/** A form as a request, or its validation errors. */
export interface CheckedForm<Request> {
  /** Null while a field is invalid. */
  readonly request: Request | null;
  /** By field name; errors of skip reasons by the code of their check. */
  readonly problems: Readonly<Record<string, string>>;
}

interface RunState<Request, Report> {
  readonly status: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  /** Of the current or last run; null before the first one. */
  readonly request: Request | null;
  /** Of what was seen so far. */
  readonly report: Report | null;
  readonly problem: string | null;
  /** On the clock of this window. */
  readonly startedAt: number;
}

export interface FollowedRun<Request, Report> {
  readonly useRun: UseBoundStore<StoreApi<RunState<Request, Report>>>;
  start(request: Request): Promise<void>;
  cancel(): void;
  /** Clears the last results; does nothing during a run. */
  reset(): void;
}

export function createFollowedRun<Request, Report extends { readonly complete: boolean }>(
  follow: (request: Request, signal: AbortSignal) => Promise<AsyncIterable<Report>>,
): FollowedRun<Request, Report> {
  const idle: RunState<Request, Report> = {
    status: 'idle',
    request: null,
    report: null,
    problem: null,
    startedAt: 0,
  };
  const useRun = create<RunState<Request, Report>>()(() => idle);
  let running: AbortController | null = null;

  async function start(request: Request): Promise<void> {
    if (running !== null) return;
    const controller = new AbortController();
    running = controller;
    useRun.setState({
      ...idle,
      status: 'running',
      request,
      startedAt: performance.now(),
    });
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

  return {
    useRun,
    start,
    cancel: () => running?.abort(),
    reset() {
      if (running === null) useRun.setState(idle);
    },
  };
}

/** The outcomes of a run that is over, by code. */
export const outcomesOf = <Outcome>(
  status: RunState<unknown, unknown>['status'],
  report: { readonly results: readonly { code: string; outcome: Outcome }[] } | null,
): ReadonlyMap<string, Outcome> | null =>
  status === 'running' || report === null
    ? null
    : new Map(report.results.map(({ code, outcome }) => [code, outcome]));
