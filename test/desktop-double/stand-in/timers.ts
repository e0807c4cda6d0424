/** Timers of the app that are too long to wait for: a spec lets their time pass. */
const minDelayMs = 60_000;

interface Tracked {
  readonly delayMs: number;
  readonly run: () => void;
}

const tracked = new Map<NodeJS.Timeout, Tracked>();

type Start = typeof setTimeout | typeof setInterval;

const tracking = <T extends Start>(start: T): T => {
  const startTracked = (run: (...args: unknown[]) => void, delayMs = 0, ...args: unknown[]) => {
    const timer = start(run, delayMs, ...args) as NodeJS.Timeout;
    if (delayMs >= minDelayMs) tracked.set(timer, { delayMs, run: () => run(...args) });
    return timer;
  };
  return Object.assign(startTracked, start) as unknown as T;
};

export function trackTimers(): void {
  const clear = globalThis.clearTimeout;
  const clearTracked = (timer: NodeJS.Timeout): void => {
    tracked.delete(timer);
    clear(timer);
  };
  Object.assign(globalThis, {
    setTimeout: tracking(globalThis.setTimeout),
    setInterval: tracking(globalThis.setInterval),
    clearTimeout: clearTracked,
    clearInterval: clearTracked,
  });
}

/** Runs the timers with this delay. */
export function passTime(delayMs: number): void {
  const due = [...tracked.values()].filter((timer) => timer.delayMs === delayMs);
  if (due.length === 0) throw new Error(`No timer has a delay of ${delayMs} ms.`);
  for (const { run } of due) run();
}
