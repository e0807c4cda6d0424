/** Moves virtual time from event to event until the steps have ended and everything is finished. */

import { Inconclusive } from '#main/scenarios/inconclusive.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { RunTimeline } from '#shared/scenarios/schema/report.ts';
import type { MocksPort, RunAhead, RunPorts } from './ports.ts';
import type { Processes } from './processes.ts';
import { mayRunAhead, momentFrom, runAheadTo } from './run-ahead.ts';
import type { UnderTest } from './under-test.ts';

interface Limits {
  /** Milliseconds of real time for the whole run. */
  readonly limitMs: number;
  /** Stops at this moment of virtual time, in milliseconds since the start; null: at the end. */
  readonly untilMs: number | null;
  /** Times real time; null: as fast as possible. */
  readonly speed: number | null;
}

export async function runTimeline(
  scenario: Scenario,
  { limitMs, untilMs, speed }: Limits,
  startsAt: number,
  {
    ports,
    mocks,
    underTest,
    processes,
    timelineSoFar,
  }: {
    readonly ports: RunPorts;
    readonly mocks: MocksPort;
    readonly underTest: UnderTest;
    readonly processes: Processes;
    readonly timelineSoFar: () => RunTimeline;
  },
): Promise<void> {
  const { clock } = scenario;
  const { resolutionMs } = clock;
  const realStart = ports.elapsedMs();
  const canRunAhead = speed === null && mayRunAhead(scenario);
  const endsAt = startsAt + Math.min(clock.horizonMs, untilMs ?? Number.POSITIVE_INFINITY);

  function checkLimits(): void {
    ports.signal.throwIfAborted();
    if (ports.elapsedMs() - realStart > limitMs)
      throw new Inconclusive(
        'time_limit',
        `The run took longer than ${Math.round(limitMs / 1_000)} s. Increase --limit or shorten the run.`,
      );
  }

  /** Rounded up to the resolution of the clock; null if nothing more will happen. */
  function nextMoment(): number | null {
    const times = [processes.nextAt(), mocks.nextAt(), underTest.nextAt()].filter(
      (time) => time !== null,
    );
    if (times.length === 0) return null;
    return Math.max(underTest.now(), momentFrom(Math.min(...times), { startsAt, resolutionMs }));
  }

  /** Keeps to the speed, and lets the user's system know the time. */
  async function moveTo(time: number): Promise<void> {
    const isLater = time > underTest.now();
    if (speed !== null && isLater) {
      const leftMs = limitMs - (ports.elapsedMs() - realStart);
      await ports.pause(Math.min((time - underTest.now()) / speed, leftMs + 1));
      checkLimits();
    }
    if (clock.notifyUrl !== null && isLater) await notify(clock.notifyUrl, time);
    underTest.moveTo(time);
  }

  async function notify(url: string, time: number): Promise<void> {
    const body = JSON.stringify({ now: new Date(time).toISOString() });
    const headers = { 'content-type': 'application/json' };
    await ports
      .request({ method: 'PUT', url, headers, body, timeoutMs: 10_000 })
      .catch((error: Error) => {
        throw new Inconclusive('http_step_failed', `notifyUrl ${url}: ${error.message}`);
      });
  }

  /** After the next advance. Null if a step or a mock endpoint may act first, which only the advance shows. */
  function aheadOfAdvance(): RunAhead | null {
    const stageAt = mocks.nextAt();
    const now = underTest.now();
    if (!canRunAhead || processes.hasCondition() || (stageAt !== null && stageAt <= now))
      return null;
    return runAheadTo({ steps: processes.nextAt(), mocks: stageAt, end: endsAt }, now, {
      ...{ startsAt, resolutionMs },
      endsWhenFinished: processes.isDone(),
    });
  }

  async function advance(ahead: RunAhead | null): Promise<void> {
    await underTest.advance(ahead);
    const ledger = underTest.ledger();
    const steps = processes.running().map(({ id }) => id);
    if (ledger !== null)
      ports.progress({ atMs: underTest.now() - startsAt, ledger, steps }, timelineSoFar);
  }

  for (;;) {
    checkLimits();
    // A step may wait for the outcome of the last advance.
    const hasRun = await processes.runDue(underTest.now());
    if (hasRun || underTest.advances() === 0) {
      await advance(null);
      continue;
    }
    if (processes.isDone() && underTest.isFinished(null)) return;
    const time = nextMoment();
    if (time === null) return;
    await moveTo(Math.min(time, endsAt));
    await advance(aheadOfAdvance());
    if (time > endsAt) return;
  }
}
