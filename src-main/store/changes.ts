import type { Changed } from './write-queue.ts';

type Listener = (changes: readonly Changed[]) => void;

export type Changes = ReturnType<typeof createChanges>;

/** Passes on what was committed, and what changed in memory, to those who subscribed, in their order. */
export function createChanges() {
  const listeners: Listener[] = [];
  return {
    publish(changes: readonly Changed[]): void {
      for (const listener of listeners) listener(changes);
    },
    subscribe(listener: Listener): void {
      listeners.push(listener);
    },
  };
}
