/**
 * How late this process runs its own timers. A busy machine is no fault of the other side, so an
 * observation counts only if this process was on time (D69).
 */

import type { SteadyClock } from '#main/kit/steady-clock.ts';
import type { MachineBusy } from '#shared/certification/receiver.ts';
import { formatDuration } from '#shared/kit/duration.ts';

export interface OwnDelay {
  /** The longest delay since a time of the clock, in milliseconds. */
  since(time: number): number;
  /** The longest delay that may have delayed what is handled now: it may have just ended. */
  recent(): number;
  stop(): void;
}

interface Delay {
  readonly ms: number;
  readonly endedAt: number;
}

/** A delay beyond what a judgment tolerates, both in milliseconds. */
export type Disturbance = Pick<MachineBusy, 'delayMs' | 'toleranceMs'>;

/** A check is tried this often at most. */
export const maxTries = 3;

/** Of a time limit, this much may be lost to the own delay. */
export const toleranceOf = ({ timeLimitMs }: { readonly timeLimitMs: number }): number =>
  timeLimitMs / 10;

/** Between two looks. Timers that are late by less are not late: they are never exact. */
const intervalMs = 20;

/** After a delay, all that arrived meanwhile is read within this time. */
const backlogMs = 500;

/**
 * Measures until it is stopped. While the machine is suspended, only its wall clock goes on. One that is set forward
 * looks the same.
 */
export function watchOwnDelay(clock: SteadyClock): OwnDelay {
  /** Each is longer than all later ones: only these can be the longest since a time. */
  let delays: readonly Delay[] = [];
  let dueAt = 0;
  let wallDueAt = 0;
  let cancel: () => void;

  /** Of the timer that is due. */
  function currentMs(): number {
    const ms = Math.max(clock.now() - dueAt, clock.wallNow() - wallDueAt);
    return ms < intervalMs ? 0 : ms;
  }

  function start(): void {
    dueAt = clock.now() + intervalMs;
    wallDueAt = clock.wallNow() + intervalMs;
    cancel = clock.at(dueAt, () => {
      const ms = currentMs();
      if (ms > 0)
        delays = [...delays.filter((before) => before.ms > ms), { ms, endedAt: clock.now() }];
      start();
    });
  }

  const since = (time: number): number =>
    Math.max(currentMs(), delays.find(({ endedAt }) => endedAt >= time)?.ms ?? 0);

  start();
  return { since, recent: () => since(clock.now() - backlogMs), stop: () => cancel() };
}

const duration = (ms: number): string => formatDuration(Math.round(ms));

/** Why a check proves nothing. */
export const lateText = ({ delayMs, toleranceMs }: Disturbance): string =>
  `This machine was too busy: Hookwright was ${duration(delayMs)} late, and this check tolerates ${duration(toleranceMs)}.`;

/** As reported, after the last try. */
export const inconclusiveOf = (
  { delayMs, toleranceMs }: Disturbance,
  tries: number,
): MachineBusy => ({
  code: 'machine_busy',
  delayMs: Math.round(delayMs),
  toleranceMs: Math.round(toleranceMs),
  tries,
});

/** Why a check is inconclusive, and what to do. */
export const inconclusiveText = (disturbance: Disturbance, tries: number): string =>
  `${lateText(disturbance)} Tried ${tries === 1 ? 'once' : `${tries} times`}. Run it again with less load on this machine.`;
