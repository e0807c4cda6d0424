/** Time of requests that stands still until a test lets it pass, so that no time limit depends on the machine. */
import type { SocketTime } from '#main/kit/http-client/socket-time.ts';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export class FakeSocketTime implements SocketTime {
  #nowMs = 0;
  readonly #timers = new Set<Timer>();

  elapsedMs(): number {
    return this.#nowMs;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { at: this.#nowMs + delayMs, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Lets the time limits end that are due by then. */
  pass(ms: number): void {
    this.#nowMs += ms;
    for (const timer of this.#timers)
      if (timer.at <= this.#nowMs && this.#timers.delete(timer)) timer.run();
  }
}
