/** The core's clock (D34) as the screen shows it, and the one thing that ticks for everything. */
import { create } from 'zustand';
import { remembered } from '#renderer/ui/remembered.ts';
import type { ClockState } from '#shared/schemas/clock.ts';
import {
  type ClockReading,
  clockAhead,
  clockNow,
  isNewCourse,
  longestTickMs,
  nextTickMs,
  shortestTickMs,
  steadyNow,
} from './clock-reading.ts';

interface ClockStore {
  /** Null until the core has told it. */
  readonly reading: ClockReading | null;
  /** The clock's time at the last tick, and how far it was ahead of real time. */
  readonly now: number;
  readonly aheadMs: number;
  /** What a paused clock goes on with. */
  readonly resumeSpeed: number;
}

const speedKey = 'clock.speed';

export const useClock = create<ClockStore>()(() => ({
  reading: null,
  now: Date.now(),
  aheadMs: 0,
  resumeSpeed: Math.max(1, Number(remembered.getItem(speedKey)) || 1),
}));

let timer: ReturnType<typeof setTimeout> | undefined;
let tickedAt = Number.NEGATIVE_INFINITY;
/** How the clock ran at the last tick. */
let course = '';

function wantsLessMotion(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}

function tick(): void {
  clearTimeout(timer);
  const { reading, now: shown } = useClock.getState();
  if (reading === null) return;
  const machineNow = Date.now();
  tickedAt = machineNow;
  const { mode, speed } = reading.state;
  const sameCourse = course === `${mode} ${speed}`;
  course = `${mode} ${speed}`;
  const now = steadyNow(shown, clockNow(reading, machineNow), reading, sameCourse);
  useClock.setState({ now, aheadMs: clockAhead(reading, machineNow, now) });
  timer = setTimeout(tick, nextTickMs(reading.state, now, wantsLessMotion()));
}

function tickSoon(): void {
  const pauseMs = wantsLessMotion() ? longestTickMs : shortestTickMs;
  const waitMs = tickedAt + pauseMs - Date.now();
  clearTimeout(timer);
  if (waitMs <= 0) tick();
  else timer = setTimeout(tick, Math.min(waitMs, pauseMs));
}

function keepSpeed({ mode, speed }: ClockState): number {
  const { resumeSpeed } = useClock.getState();
  if (mode === 'paused' || speed === resumeSpeed) return resumeSpeed;
  remembered.setItem(speedKey, String(speed));
  return speed;
}

/** What the core says of its clock, as it came. */
export function showClock(state: ClockState, receivedAt = Date.now()): void {
  const { reading: before } = useClock.getState();
  // An answer to a call and the change feed may overtake each other; the feed repeats itself.
  if (before !== null && receivedAt < before.receivedAt) return;
  const reading = { state, receivedAt };
  useClock.setState({ reading, resumeSpeed: keepSpeed(state) });
  const isSet = before?.state.mode !== state.mode || before.state.speed !== state.speed;
  // What someone did is seen at once; what the clock does by itself, with its ticks.
  if (isSet) tick();
  else if (isNewCourse(before, reading)) tickSoon();
}

/** While the core cannot be heard it is taken to go on at real speed, as it does over a restart. */
export function slowClock(): void {
  const { reading } = useClock.getState();
  if (reading === null || reading.state.rate <= 1) return;
  showClock({ ...reading.state, rate: 1, now: coreNow() });
}

/** The time of the core's clock at this instant. */
export function coreNow(): number {
  const { reading } = useClock.getState();
  return reading === null ? Date.now() : clockNow(reading, Date.now());
}
