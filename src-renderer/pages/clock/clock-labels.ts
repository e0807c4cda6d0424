/** Text for the virtual clock. Pure. */

import { formatSpan } from '#shared/lib/duration.ts';
import { formatCount } from '#shared/lib/format.ts';
import type { ClockState } from '#shared/schemas/clock.ts';

/** Speeds in the UI; the API accepts any. */
export const speeds = [1, 10, 60, 600, 3_600] as const;

/** Receives the focus when the focused element is removed. */
export const speedButtonId = 'clock-speed';

const second = 1_000;

type Course = Pick<ClockState, 'mode' | 'speed'>;

export function speedText(speed: number): string {
  return `× ${formatCount(speed)}`;
}

/** Short enough for the top bar. At 1×, it says ahead or behind instead. */
export function modeText({ mode, speed }: Course, aheadMs: number): string {
  if (mode !== 'fast') return mode;
  if (speed !== 1) return speedText(speed);
  return aheadMs < 0 ? 'behind' : 'ahead';
}

export function fasterThan(speed: number): number | undefined {
  return speeds.find((playSpeed) => playSpeed > speed);
}

export function slowerThan(speed: number): number | undefined {
  return speeds.findLast((playSpeed) => playSpeed < speed);
}

/** Describes how the clock runs when it is not in real time. */
export function modeDescription({ mode, speed }: Course): string {
  if (mode === 'paused') return 'Paused';
  return speed === 1 ? 'Runs at 1×' : `Runs at ${formatCount(speed)}×`;
}

/** The difference to real time, with the changing number last. */
export function aheadText(aheadMs: number): string {
  if (Math.abs(aheadMs) < second) return 'in sync with real time';
  return aheadMs > 0 ? `${formatSpan(aheadMs)} ahead` : `${formatSpan(-aheadMs)} behind`;
}

/** The time until the next attempt. */
export function nextText(nextAttemptAt: number | null, now: number): string {
  if (nextAttemptAt === null) return 'No retries scheduled';
  return nextAttemptAt <= now ? 'due now' : `next in ${formatSpan(nextAttemptAt - now)}`;
}

/** Why there is no next attempt to fast-forward to; undefined if there is. */
export function fastForwardProblem(nextAttemptAt: number | null, now: number): string | undefined {
  if (nextAttemptAt === null) return 'No retries scheduled';
  return nextAttemptAt <= now ? 'Already due' : undefined;
}

export function pendingText(count: number): string {
  if (count === 0) return 'No pending deliveries';
  return count === 1 ? '1 pending delivery' : `${formatCount(count)} pending deliveries`;
}

// Describes what remains scheduled after going back to real time.

interface BackFacts {
  /** Deliveries that have a next attempt. */
  readonly pending: number;
  readonly nextAttemptAt: number | null;
  readonly realNow: number;
  /** How far the clock was ahead of real time. */
  readonly aheadMs: number;
}

const minuteMs = 60_000;

function retriesText({ pending, nextAttemptAt, realNow }: BackFacts): string | undefined {
  if (pending === 0 || nextAttemptAt === null) return undefined;
  const count = pending === 1 ? '1 delivery' : `${formatCount(pending)} deliveries`;
  const dueInMs = nextAttemptAt - realNow;
  return `${count} pending; next attempt ${dueInMs > 0 ? `in ${formatSpan(dueInMs)}` : 'now'}.`;
}

/** Empty if nothing remains. */
export function backText(facts: BackFacts): string {
  return [
    retriesText(facts),
    facts.aheadMs >= minuteMs
      ? `Timestamps stay up to ${formatSpan(facts.aheadMs)} ahead.`
      : undefined,
  ]
    .filter((text) => text !== undefined)
    .join(' ');
}
