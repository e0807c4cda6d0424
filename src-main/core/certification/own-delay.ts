/**
 * How late this process runs its own timers. A busy machine is no fault of the other side, so an
 * observation counts only if this process was on time (D69).
 */
import { formatDuration } from '#shared/lib/duration.ts';
import type { InconclusiveCheck } from '#shared/schemas/certification.ts';
import type { Clock } from '../ports.ts';

export interface OwnDelay {
  /** Starts to measure. The returned function gives the longest delay since, in milliseconds. */
  measure(): () => number;
  stop(): void;
}

/** A delay beyond what a judgment tolerates, both in milliseconds. */
export type Disturbance = Pick<InconclusiveCheck, 'delayMs' | 'toleranceMs'>;

/** A check is tried this often at most. */
export const maxTries = 3;

/** Of a time limit, this much may be lost to the own delay. */
export const toleranceOf = ({ timeLimitMs }: { readonly timeLimitMs: number }): number =>
  timeLimitMs / 10;

/** Between two looks. Timers that are late by less are not late: they are never exact. */
const intervalMs = 20;

/** After a delay, all that arrived meanwhile is read within this time. */
const backlogMs = 500;

/** Nothing is measured for longer, except bodies that take as long to arrive. */
const keptMs = 60_000;

export function watchOwnDelay(clock: Pick<Clock, 'now' | 'at'>): OwnDelay {
  const delays: { readonly ms: number; readonly endedAt: number }[] = [];
  let dueAt = 0;
  let cancel: () => void;

  /** Of the timer that is due. */
  function currentMs(): number {
    const ms = clock.now() - dueAt;
    return ms < intervalMs ? 0 : ms;
  }

  function start(): void {
    dueAt = clock.now() + intervalMs;
    cancel = clock.at(dueAt, () => {
      const ms = currentMs();
      const endedAt = clock.now();
      if (ms > 0) delays.push({ ms, endedAt });
      while (delays[0] !== undefined && delays[0].endedAt < endedAt - keptMs) delays.shift();
      start();
    });
  }

  start();
  return {
    measure() {
      // A delay that has just ended may have delayed what is handled now.
      const since = clock.now() - backlogMs;
      return () =>
        delays.reduce(
          (longest, { ms, endedAt }) => (endedAt >= since ? Math.max(longest, ms) : longest),
          currentMs(),
        );
    },
    stop: () => cancel(),
  };
}

const duration = (ms: number): string => formatDuration(Math.round(ms));

export const lateText = ({ delayMs, toleranceMs }: Disturbance): string =>
  `This machine was too busy: Hookwright was ${duration(delayMs)} late, and this check tolerates ${duration(toleranceMs)}.`;

export const inconclusiveOf = (
  { delayMs, toleranceMs }: Disturbance,
  tries: number,
): InconclusiveCheck => ({
  code: 'machine_busy',
  delayMs: Math.round(delayMs),
  toleranceMs: Math.round(toleranceMs),
  tries,
});

export const inconclusiveText = (disturbance: Disturbance, tries: number): string =>
  `${lateText(disturbance)} Tried ${tries === 1 ? 'once' : `${tries} times`}. Run it again with less load on this machine.`;
