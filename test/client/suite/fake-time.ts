/** Fake timers and randomness: timers run only when a case advances the time. */

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export interface FakeTime {
  /** Advances the time, running due timers and their consequences in order. */
  advance(ms: number): Promise<void>;
  /** Milliseconds until each pending timer, in order. */
  readonly waits: readonly number[];
}

/** Called as globals: a page's timers require the window as `this`. */
const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;
const realRandom = Math.random;
const RealDate = Date;

/** Runs all pending microtasks. */
export const finished = (): Promise<void> =>
  new Promise((resolve) => void realSetTimeout(resolve, 0));

/** Runs with stopped time and a fixed random value, and then restores the platform's. */
export async function withFakeTime(
  run: (time: FakeTime) => Promise<void>,
  random = 0,
): Promise<void> {
  const timers = new Map<number, Timer>();
  let now = 1_000;
  let lastId = 0;
  const due = () => [...timers].sort(([, one], [, other]) => one.at - other.at);
  const fake = {
    setTimeout: (timed: () => void, ms = 0) => {
      lastId += 1;
      timers.set(lastId, { at: now + ms, run: timed });
      return lastId;
    },
    clearTimeout: (id: number | undefined) => void (id !== undefined && timers.delete(id)),
  };
  const startedAt = RealDate.now() - now;
  class FakeDate extends RealDate {
    constructor(...given: [value?: string | number]) {
      super(given[0] ?? FakeDate.now());
    }
    static override now = () => startedAt + now;
  }
  Object.assign(globalThis, fake, { Date: FakeDate });
  Object.defineProperty(performance, 'now', { value: () => now, configurable: true });
  Math.random = () => random;
  try {
    await run({
      async advance(ms) {
        const until = now + ms;
        await finished();
        for (let [next] = due(); next && next[1].at <= until; [next] = due()) {
          const [id, timer] = next;
          now = Math.max(now, timer.at);
          timers.delete(id);
          timer.run();
          await finished();
        }
        now = until;
      },
      get waits() {
        return due().map(([, { at }]) => at - now);
      },
    });
  } finally {
    Object.assign(globalThis, {
      setTimeout: realSetTimeout,
      clearTimeout: realClearTimeout,
      Date: RealDate,
    });
    Math.random = realRandom;
    Reflect.deleteProperty(performance, 'now');
  }
}
