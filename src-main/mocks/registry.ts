/**
 * Keeps mock endpoints in memory with the progress of their steps. The store holds the settings. Request
 * counts are reset at every start.
 */
import { isDeepStrictEqual } from 'node:util';
import { byName, reloaded } from '#main/store/by-name.ts';
import type { StoredMock } from '#main/store/mocks.ts';
import type { Store } from '#main/store/store.ts';

/** Activity of a mock endpoint since the app started. */
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
  all(): readonly StoredMock[];
  byId(id: string): StoredMock | undefined;
  byName(name: string): StoredMock | undefined;
  progress(id: string): Progress;
  resetSteps(id: string): void;
  isCopying(): boolean;
  /** Reloads these mock endpoints; changed steps are reset. */
  reload(ids: readonly string[]): void;
}

const stepsOf = ({ steps, then, rules, seed }: StoredMock) => ({
  steps,
  order: then,
  rules,
  seed,
});

export function createRegistry(store: Store): Registry {
  let mocks = byName(store.mocks.all());
  const progresses = new Map<string, Progress>();

  function progress(id: string): Progress {
    const existing = progresses.get(id);
    if (existing !== undefined) return existing;
    const initial: Progress = {
      responded: 0,
      used: [],
      second: { startedAt: 0, requests: 0 },
      lastRequestAt: store.mockRequests.lastAt(id),
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

  function reload(ids: readonly string[]): void {
    const before = mocks;
    mocks = reloaded(before, ids, store.mocks.active);
    for (const id of ids) {
      const [old, current] = [before.get(id), mocks.get(id)];
      if (current === undefined) progresses.delete(id);
      else if (old !== undefined && !isDeepStrictEqual(stepsOf(old), stepsOf(current)))
        resetSteps(id);
    }
  }

  return {
    all: () => [...mocks.values()],
    byId: (id) => mocks.get(id),
    byName: (name) => [...mocks.values()].find((mock) => mock.name === name),
    progress,
    resetSteps,
    isCopying: () => [...progresses.values()].some(({ copying }) => copying > 0),
    reload,
  };
}
