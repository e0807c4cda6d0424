import type { Changed } from './write-queue.ts';

/** `isStored`: false if only what is in memory changed, such as the number of requests to a mock endpoint. */
type Listener = (changes: readonly Changed[], isStored: boolean) => void;

export type Changes = ReturnType<typeof createChanges>;

/** Passes on what was committed, and what changed in memory, to those who subscribed, in their order. */
export function createChanges() {
  const listeners: Listener[] = [];
  const passOn =
    (isStored: boolean) =>
    (changes: readonly Changed[]): void => {
      for (const listener of listeners) listener(changes, isStored);
    };
  return {
    committed: passOn(true),
    publish: passOn(false),
    subscribe(listener: Listener): void {
      listeners.push(listener);
    },
  };
}
