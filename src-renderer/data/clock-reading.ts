/** What was last heard of the core's clock, and from it what time it is there now. Pure. */
import type { ClockState } from '#shared/schemas/clock.ts';

export interface ClockReading {
  readonly state: ClockState;
  /** This machine's time when it came. */
  readonly receivedAt: number;
}

/** How long the news of an attempt may take; without any, the clock is believed to go on. */
const newsMs = 1_000;
/** News that come this late may have let the shown time run too far ahead. */
const latenessMs = 500;
/** At most ten pictures a second, however fast the clock runs. */
export const shortestTickMs = 100;
export const longestTickMs = 1_000;
const secondMs = 1_000;

export function clockNow({ state, receivedAt }: ClockReading, machineNow: number): number {
  const elapsed = machineNow - receivedAt;
  if (state.mode === 'real') return state.now + elapsed;
  const { now, rate, nextAttemptAt } = state;
  const passed = Math.max(0, elapsed);
  if (rate <= 1 || nextAttemptAt === null || nextAttemptAt < now) return now + passed * rate;
  // It slows down for every attempt, so it hardly passes the next one before that is heard of.
  const untilNext = (nextAttemptAt - now) / rate;
  if (passed <= untilNext) return now + passed * rate;
  return nextAttemptAt + Math.max(0, passed - untilNext - newsMs) * rate;
}

/** How far it is ahead of real time; below zero when it is behind. */
export function clockAhead({ state, receivedAt }: ClockReading, machineNow: number, now: number) {
  return now - (state.now - state.aheadMs + (machineNow - receivedAt));
}

/** The time to show: while the clock runs fast it never goes back by what news come late. */
export function steadyNow(
  shown: number,
  now: number,
  { state }: ClockReading,
  sameCourse: boolean,
) {
  const tooFar = shown - now;
  const mayHold = sameCourse && state.mode === 'fast';
  return mayHold && tooFar > 0 && tooFar <= latenessMs * state.speed ? shown : now;
}

/** When to look again: with every second of the clock, but never more than ten times a second. */
export function nextTickMs(
  { mode, rate }: Pick<ClockState, 'mode' | 'rate'>,
  now: number,
  lessMotion: boolean,
): number {
  if (mode === 'paused' || rate === 0) return longestTickMs;
  if (rate > 1) return lessMotion ? longestTickMs : shortestTickMs;
  return Math.max(shortestTickMs, secondMs - (Math.floor(now) % secondMs));
}

/** Whether the clock does something else than what was shown so far: it was set, or it jumped. */
export function isNewCourse(before: ClockReading | null, after: ClockReading): boolean {
  if (before === null) return true;
  const a = before.state;
  const b = after.state;
  if (a.mode !== b.mode || a.speed !== b.speed || a.rate !== b.rate) return true;
  return Math.abs(clockNow(before, after.receivedAt) - b.now) >= secondMs;
}
