/** Timers of the page that a spec must not race against. */
import { briefMs } from '#renderer/ui/brief-times.ts';

/** Runs in the page: what is shown or awaited for a moment only stays, however slow the machine is. */
export function holdTimers(delays: readonly number[]): void {
  const { setTimeout } = window;
  const longestMs = 2 ** 31 - 1;
  const held = (run: TimerHandler, ms?: number, ...values: unknown[]): number =>
    setTimeout(run, ms !== undefined && delays.includes(ms) ? longestMs : ms, ...values);
  Object.assign(window, { setTimeout: held });
}

export const heldDelays = Object.values(briefMs);
