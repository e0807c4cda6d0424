/** Durations and time limits of requests. */
export interface SocketTime {
  /** Milliseconds since an arbitrary start. */
  elapsedMs(): number;
  /** Returns a function to cancel. */
  after(delayMs: number, run: () => void): () => void;
}

export const realSocketTime: SocketTime = {
  elapsedMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
