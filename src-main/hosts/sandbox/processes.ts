/**
 * Steps as coroutines in virtual time. Each runs until it waits for a moment or a condition; the run
 * moves the clock when all of them wait. Those of one moment run in the order of the file, so runs are
 * reproducible.
 */
import type { PlacedStep } from '#shared/scenarios/scenario.ts';
import type { Run, StepRun, Wait } from './context.ts';
import { startStep } from './steps/start-step.ts';

interface Process {
  readonly step: PlacedStep;
  readonly run: StepRun;
  wait: Wait | null;
}

const isDue = (wait: Wait | null, now: number): boolean =>
  wait === null || (wait.at ?? Number.POSITIVE_INFINITY) <= now || wait.when?.() === true;

export function createProcesses(run: Run) {
  const { startsAt, product, recorder } = run;
  const steps = run.scenario.when;
  const running: Process[] = [];
  const endedAt = new Map<PlacedStep, number>();
  const notStarted = new Set(steps.keys());

  /** When a step starts; null until the previous one has ended. */
  function startOf(index: number): number | null {
    const step = steps[index];
    if (step === undefined) return null;
    if (step.atMs !== null) return startsAt + step.atMs;
    const before = steps[index - 1];
    const freeAt = before === undefined ? startsAt : endedAt.get(before);
    return freeAt === undefined ? null : freeAt + step.afterMs;
  }

  /** Runs a step until it waits for something that is not yet due. */
  async function proceed(process: Process, now: number): Promise<boolean> {
    let hasRun = false;
    while (isDue(process.wait, now)) {
      hasRun = true;
      const { done, value } = await process.run.next();
      if (done === true) {
        running.splice(running.indexOf(process), 1);
        endedAt.set(process.step, now);
        recorder.step(product.now(), process.step.id, 'ended');
        break;
      }
      process.wait = value;
    }
    return hasRun;
  }

  function startDue(now: number): boolean {
    const due = [...notStarted].find(
      (index) => (startOf(index) ?? Number.POSITIVE_INFINITY) <= now,
    );
    const step = due === undefined ? undefined : steps[due];
    if (due === undefined || step === undefined) return false;
    notStarted.delete(due);
    recorder.step(product.now(), step.id, 'started');
    running.push({ step, run: startStep(run, step), wait: null });
    return true;
  }

  return {
    /** The earliest moment that a step waits for; null if none does. */
    nextAt(): number | null {
      const times = [
        ...running.map(({ wait }) => wait?.at ?? null),
        ...[...notStarted].map(startOf),
      ].filter((time) => time !== null);
      return times.length === 0 ? null : Math.min(...times);
    },
    /** Runs every step that can continue. Returns whether any did. */
    async runDue(now: number): Promise<boolean> {
      let hasRun = false;
      for (let isGoing = true; isGoing; ) {
        isGoing = startDue(now);
        for (const process of [...running]) isGoing = (await proceed(process, now)) || isGoing;
        hasRun ||= isGoing;
      }
      return hasRun;
    },
    isDone: () => notStarted.size === 0 && running.length === 0,
    /** The first step that runs or has not started; undefined if all have ended. */
    firstUnended: (): PlacedStep | undefined => running[0]?.step ?? steps[Math.min(...notStarted)],
    /** Whether a step waits for a condition, which may come true in any advance. */
    hasCondition: () => running.some(({ wait }) => wait?.when !== undefined),
    running: () => running.map(({ step }) => step),
  };
}
