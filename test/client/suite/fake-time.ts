/** Time and chance of the platform, held by a case: timers run when it says so. */

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export interface FakeTime {
  /** Moves on, running what becomes due in its order, each with all that follows from it. */
  advance(ms: number): Promise<void>;
  /** Milliseconds from now at which something is due, in order. */
  readonly waits: readonly number[];
}

/** Called by their names: a page's timers refuse to be another object's methods. */
const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;
const realRandom = Math.random;
const RealDate = Date;

/** Lets everything run that waits for nothing but its turn. */
export const settled = (): Promise<void> =>
  new Promise((resolve) => void realSetTimeout(resolve, 0));

/** Runs with time standing still, and chance at `random`, and gives the platform's back. */
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
  const begunAt = RealDate.now() - now;
  class FakeDate extends RealDate {
    constructor(...given: [value?: string | number]) {
      super(given[0] ?? FakeDate.now());
    }
    static override now = () => begunAt + now;
  }
  Object.assign(globalThis, fake, { Date: FakeDate });
  Object.defineProperty(performance, 'now', { value: () => now, configurable: true });
  Math.random = () => random;
  try {
    await run({
      async advance(ms) {
        const until = now + ms;
        await settled();
        for (let [next] = due(); next && next[1].at <= until; [next] = due()) {
          const [id, timer] = next;
          now = Math.max(now, timer.at);
          timers.delete(id);
          timer.run();
          await settled();
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
