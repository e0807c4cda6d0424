/** Runs a bulk action, or its undoing, chunk by chunk until it is over or told to stop. */
import type { Clock, Log } from '../ports.ts';
import { createResending, type ResendTools } from './resend-some.ts';
import { changeSome, releaseSome, restoreSome, type StepTools } from './step.ts';

/** Between two attempts to store a chunk: the disk may be full. */
const storeAgainMs = 1_000;

/** Until an answer that is being stored is stored. */
const savingMs = 20;

export interface RunnerTools extends StepTools, ResendTools {
  readonly clock: Clock;
  readonly log: Log;
  /** Told when what is in the way of a run has changed. */
  readonly changed: (id: number) => void;
}

const pause = (clock: Clock, ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.at(clock.now() + ms, done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });

const diskSentence = (error: unknown): string => {
  const code =
    typeof error === 'object' && error !== null && 'code' in error
      ? ` (${String(error.code)})`
      : '';
  return `It could not be stored${code} and is tried again: see that the disk has space and can be written.`;
};

export function createBulkRunner(tools: RunnerTools) {
  const { store, clock, machineClock, log, changed } = tools;
  const resending = createResending(tools);
  let current: { readonly stop: AbortController; readonly ended: Promise<void> } | null = null;
  const problems = new Map<number, string>();

  function tell(id: number, problem: string | null): void {
    if ((problems.get(id) ?? null) === problem) return;
    if (problem === null) problems.delete(id);
    else problems.set(id, problem);
    changed(id);
  }

  async function undo(id: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const run = store.bulkRuns.get(id);
      if (run?.state !== 'undoing') return;
      const { waits } = await restoreSome(tools, run);
      if (waits) await pause(machineClock, savingMs, signal);
    }
  }

  async function change(id: number, action: 'retry' | 'cancel', signal: AbortSignal) {
    while (!signal.aborted) {
      const run = store.bulkRuns.get(id);
      if (run?.state !== 'running') return;
      await changeSome(tools, run, action, signal);
      tell(id, null);
    }
  }

  async function resend(id: number, signal: AbortSignal): Promise<void> {
    await resending.goOn(id, signal);
    if (signal.aborted || store.bulkRuns.get(id)?.state !== 'running') return;
    await store.write((tx) => store.bulkRuns.setState(tx, id, 'completed', clock.now()));
  }

  async function goOn(id: number, signal: AbortSignal): Promise<void> {
    const run = store.bulkRuns.get(id);
    if (run?.state === 'undoing') return undo(id, signal);
    if (run?.state !== 'running') return;
    while (!signal.aborted && (await releaseSome(tools, run)));
    if (run.action === 'resend') await resend(id, signal);
    else await change(id, run.action, signal);
  }

  async function run(id: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await goOn(id, signal);
        return tell(id, null);
      } catch (error) {
        if (signal.aborted) return;
        log.error('A bulk action could not be stored; trying again.', { error, run: id });
        tell(id, diskSentence(error));
        await pause(machineClock, storeAgainMs, signal);
      }
    }
  }

  return {
    /** Goes on with a run by the state that it has; after the end of what is under way. */
    start(id: number): void {
      const before = current?.ended ?? Promise.resolve();
      const stop = new AbortController();
      const ended = before.then(() => run(id, stop.signal));
      current = { stop, ended };
    },
    /** Wakes one that waits, so that it sees that it was cancelled. */
    wake: (): void => current?.stop.abort(),
    problem: (id: number): string | null => problems.get(id) ?? null,
    /** Ends after the chunk under way; the run stays as it is on disk. */
    async stop(): Promise<void> {
      current?.stop.abort();
      await current?.ended;
    },
  };
}
