/**
 * Steps as coroutines in virtual time. Each runs until it waits for a moment or a condition; the run
 * moves the clock when all of them wait. They run in the order of the file, so runs are
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
  let next = 0;

  /** When a step starts; null while the previous one runs. */
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
    const startAt = startOf(next);
    const step = steps[next];
    if (step === undefined || startAt === null || startAt > now) return false;
    next += 1;
    recorder.step(product.now(), step.id, 'started');
    running.push({ step, run: startStep(run, step), wait: null });
    return true;
  }

  return {
    /** The earliest moment that a step waits for; null if none does. */
    nextAt(): number | null {
      const times = running.flatMap(({ wait }) => (wait?.at === undefined ? [] : [wait.at]));
      const startAt = startOf(next);
      const all = startAt === null ? times : [...times, startAt];
      return all.length === 0 ? null : Math.min(...all);
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
    isDone: () => next === steps.length && running.length === 0,
    /** The first step that runs or has not started; undefined if all have ended. */
    firstUnended: (): PlacedStep | undefined => running[0]?.step ?? steps[next],
    /** Whether a step waits for a condition, which may come true in any advance. */
    hasCondition: () => running.some(({ wait }) => wait?.when !== undefined),
    running: () => running.map(({ step }) => step),
  };
}
