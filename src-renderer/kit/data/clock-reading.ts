/** The latest report of the core's clock, and the current time derived from it. Pure. */
import type { ClockState } from '#shared/clock/clock.ts';

export interface ClockReading {
  readonly state: ClockState;
  /** Local time of arrival. */
  readonly receivedAt: number;
}

/** How late a report may be. The displayed time can run ahead meanwhile. */
const maxLatenessMs = 500;
/** At most ten frames per second at any speed. */
export const minTickMs = 100;
export const maxTickMs = 1_000;
const secondMs = 1_000;

export function clockNow({ state, receivedAt }: ClockReading, machineNow: number): number {
  const elapsed = machineNow - receivedAt;
  if (state.mode === 'real') return state.now + elapsed;
  const { now, rate, nextAttemptAt } = state;
  const passed = Math.max(0, elapsed);
  if (rate <= 1 || nextAttemptAt === null || nextAttemptAt < now) return now + passed * rate;
  // The clock slows down for an attempt, and the report of it may be late.
  return Math.min(now + passed * rate, nextAttemptAt);
}

/** How far it is ahead of real time; negative if behind. */
export function clockAhead({ state, receivedAt }: ClockReading, machineNow: number, now: number) {
  return now - (state.now - state.aheadMs + (machineNow - receivedAt));
}

/** The time to display: a late report never turns a running clock back. */
export function displayTime(
  displayed: number,
  now: number,
  { state }: ClockReading,
  isSameSetting: boolean,
) {
  const excessMs = displayed - now;
  const canHold = isSameSetting && state.mode === 'fast';
  const speed = Math.max(state.speed, state.rate);
  return canHold && excessMs > 0 && excessMs <= maxLatenessMs * speed ? displayed : now;
}

/** When to tick next: each second of the clock, at most ten times a second. */
export function nextTickMs(
  { rate }: Pick<ClockState, 'rate'>,
  now: number,
  prefersReducedMotion: boolean,
): number {
  if (rate === 0) return maxTickMs;
  if (rate > 1) return prefersReducedMotion ? maxTickMs : minTickMs;
  return Math.max(minTickMs, secondMs - (Math.floor(now) % secondMs));
}

/** Whether the clock was set or fast-forwarded. */
export function wasMoved(before: ClockReading | null, after: ClockReading): boolean {
  if (before === null) return true;
  const a = before.state;
  const b = after.state;
  if (a.mode !== b.mode || a.speed !== b.speed || a.rate !== b.rate) return true;
  return Math.abs(clockNow(before, after.receivedAt) - b.now) >= secondMs;
}
