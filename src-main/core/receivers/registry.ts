/**
 * Keeps receivers in memory with the progress of their steps. The store holds the settings. Request
 * counts are reset at every start.
 */
import { isDeepStrictEqual } from 'node:util';
import type { StoredReceiver } from '../store/receivers.ts';
import type { Store } from '../store/store.ts';

/** Activity of a receiver since the app started. */
interface Progress {
  /** Requests that got a step. */
  responded: number;
  /** Requests that got each rule. */
  used: readonly number[];
  /** The current second of real time, for the rate limit. */
  readonly second: { startedAt: number; requests: number };
  lastRequestAt: number | null;
  /** Requests being forwarded. */
  forwarding: number;
  /** Requests of which further copies are being sent, after the first response. */
  copying: number;
  /** Releases requests that wait until the next one was forwarded. */
  readonly held: Set<() => void>;
}

export interface Registry {
  all(): readonly StoredReceiver[];
  byId(id: string): StoredReceiver | undefined;
  byName(name: string): StoredReceiver | undefined;
  progress(id: string): Progress;
  resetSteps(id: string): void;
  isCopying(): boolean;
  /** Reloads receivers; changed steps are reset. */
  reload(): void;
}

const stepsOf = ({ steps, then, rules, seed }: StoredReceiver) => ({
  steps,
  order: then,
  rules,
  seed,
});

export function createRegistry(store: Store): Registry {
  let receivers = new Map<string, StoredReceiver>();
  const progresses = new Map<string, Progress>();

  function progress(id: string): Progress {
    const existing = progresses.get(id);
    if (existing !== undefined) return existing;
    const initial: Progress = {
      responded: 0,
      used: [],
      second: { startedAt: 0, requests: 0 },
      lastRequestAt: store.receiverRequests.lastAt(id),
      forwarding: 0,
      copying: 0,
      held: new Set(),
    };
    progresses.set(id, initial);
    return initial;
  }

  function resetSteps(id: string): void {
    progress(id).responded = 0;
    progress(id).used = [];
  }

  function reload(): void {
    const before = receivers;
    receivers = new Map(store.receivers.all().map((receiver) => [receiver.id, receiver]));
    for (const [id, old] of before) {
      const current = receivers.get(id);
      if (current === undefined) progresses.delete(id);
      else if (!isDeepStrictEqual(stepsOf(old), stepsOf(current))) resetSteps(id);
    }
  }

  reload();
  return {
    all: () => [...receivers.values()],
    byId: (id) => receivers.get(id),
    byName: (name) => [...receivers.values()].find((receiver) => receiver.name === name),
    progress,
    resetSteps,
    isCopying: () => [...progresses.values()].some(({ copying }) => copying > 0),
    reload,
  };
}
