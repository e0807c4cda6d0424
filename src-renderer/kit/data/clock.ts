/** The core's clock (D34) for display, with one ticker for everything. */
import { create } from 'zustand';
import { remembered } from '#renderer/ui/remembered.ts';
import type { ClockState } from '#shared/clock/clock.ts';
import {
  type ClockReading,
  clockAhead,
  clockNow,
  displayTime,
  maxTickMs,
  minTickMs,
  nextTickMs,
  wasMoved,
} from './clock-reading.ts';

interface ClockStore {
  /** Null until the core reports it. */
  readonly reading: ClockReading | null;
  /** Time at the last tick, and how far it was ahead of real time. */
  readonly now: number;
  readonly aheadMs: number;
  /** The speed a paused clock resumes at. */
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
/** Mode and speed at the last tick. */
let lastSetting = '';

function prefersReducedMotion(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}

function tick(): void {
  clearTimeout(timer);
  const { reading, now: displayed } = useClock.getState();
  if (reading === null) return;
  const machineNow = Date.now();
  tickedAt = machineNow;
  const { mode, speed } = reading.state;
  const isSameSetting = lastSetting === `${mode} ${speed}`;
  lastSetting = `${mode} ${speed}`;
  const now = displayTime(displayed, clockNow(reading, machineNow), reading, isSameSetting);
  useClock.setState({ now, aheadMs: clockAhead(reading, machineNow, now) });
  timer = setTimeout(tick, nextTickMs(reading.state, now, prefersReducedMotion()));
}

function tickSoon(): void {
  const tickMs = prefersReducedMotion() ? maxTickMs : minTickMs;
  const waitMs = tickedAt + tickMs - Date.now();
  clearTimeout(timer);
  if (waitMs <= 0) tick();
  else timer = setTimeout(tick, Math.min(waitMs, tickMs));
}

function rememberSpeed({ mode, speed }: ClockState): number {
  const { resumeSpeed } = useClock.getState();
  if (mode === 'paused' || speed === resumeSpeed) return resumeSpeed;
  remembered.setItem(speedKey, String(speed));
  return speed;
}

/** The core's latest report. */
export function setClock(state: ClockState, receivedAt = Date.now()): void {
  const { reading: before } = useClock.getState();
  // A response and the change feed may arrive out of order; the feed repeats itself.
  if (before !== null && receivedAt < before.receivedAt) return;
  const reading = { state, receivedAt };
  useClock.setState({ reading, resumeSpeed: rememberSpeed(state) });
  const isSet = before?.state.mode !== state.mode || before.state.speed !== state.speed;
  // User actions show immediately; the clock itself moves with its ticks.
  if (isSet) tick();
  else if (wasMoved(before, reading)) tickSoon();
}

/** While disconnected, the clock is assumed to run at 1×, as after a restart. */
export function slowClock(): void {
  const { reading } = useClock.getState();
  if (reading === null || reading.state.rate <= 1) return;
  setClock({ ...reading.state, rate: 1, now: coreNow() });
}

/** The core's current time. */
export function coreNow(): number {
  const { reading } = useClock.getState();
  return reading === null ? Date.now() : clockNow(reading, Date.now());
}
