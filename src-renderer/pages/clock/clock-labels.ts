/** The clock in words. Pure. */

import { span } from '#renderer/ui/relative-time.ts';
import { formatSpan } from '#shared/lib/duration.ts';
import type { ClockState } from '#shared/schemas/clock.ts';

/** The speeds that are offered; the interface for programs takes any. */
export const speeds = [1, 10, 60, 600, 3_600] as const;

/** Receives the focus when the focused element is removed. */
export const speedButtonId = 'clock-speed';

const second = 1_000;

type Course = Pick<ClockState, 'mode' | 'speed'>;

export function speedText(speed: number): string {
  return `× ${speed}`;
}

/**
 * For the top bar: a word of the same width or less for every course. At real speed, as after a jump,
 * it is where the clock stands to real time that makes the difference.
 */
export function courseText({ mode, speed }: Course, aheadMs: number): string {
  if (mode !== 'fast') return mode;
  if (speed !== 1) return speedText(speed);
  return aheadMs < 0 ? 'behind' : 'ahead';
}

export function fasterThan(speed: number): number | undefined {
  return speeds.find((one) => one > speed);
}

export function slowerThan(speed: number): number | undefined {
  return speeds.findLast((one) => one < speed);
}

/** How the clock runs while it is not real time. */
export function courseSentence({ mode, speed }: Course): string {
  if (mode === 'paused') return 'The clock stands still';
  return speed === 1
    ? 'The clock runs at real speed'
    : `The clock runs ${speed.toLocaleString('en')} times as fast`;
}

/** Whether it is ahead of real time or behind it; the number stands last, since it changes. */
export function aheadText(aheadMs: number): string {
  if (Math.abs(aheadMs) < second) return 'level with real time';
  return aheadMs > 0
    ? `ahead of real time by ${span(aheadMs)}`
    : `behind real time by ${span(aheadMs)}`;
}

/** For the button that jumps: when the next attempt is, by the clock. */
export function nextText(nextAttemptAt: number | null, now: number): string {
  if (nextAttemptAt === null) return 'none planned';
  return nextAttemptAt <= now ? 'due now' : `next in ${span(nextAttemptAt - now)}`;
}

/** Why there is nowhere to jump to; undefined when there is. */
export function jumpProblem(nextAttemptAt: number | null, now: number): string | undefined {
  if (nextAttemptAt === null) return 'No attempt is planned, so there is nowhere to jump to';
  return nextAttemptAt <= now ? 'The next attempt is due just now' : undefined;
}

export function waitingText(count: number): string {
  if (count === 0) return 'No delivery waits';
  return count === 1 ? '1 delivery waits' : `${count.toLocaleString('en')} deliveries wait`;
}

// Describes what remains scheduled after going back to real time.

interface BackFacts {
  /** Deliveries that have a next attempt. */
  readonly waiting: number;
  readonly nextAttemptAt: number | null;
  readonly realNow: number;
  /** How far the clock was ahead of real time. */
  readonly aheadMs: number;
}

const minuteMs = 60_000;

function retriesText({ waiting, nextAttemptAt, realNow }: BackFacts): string | undefined {
  if (waiting === 0 || nextAttemptAt === null) return undefined;
  const count = waiting === 1 ? '1 delivery' : `${waiting.toLocaleString('en')} deliveries`;
  const dueInMs = nextAttemptAt - realNow;
  return `${count} pending; next attempt ${dueInMs > 0 ? `in ${formatSpan(dueInMs)} of real time` : 'now'}.`;
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
