import { create } from 'zustand';
import type { ConnectionState } from '#renderer/core-client/connection.ts';
import { connection } from '#renderer/core-client/core.ts';

export const useConnection = create<{ readonly state: ConnectionState }>()(() => ({
  state: connection.state,
}));

export function watchConnection(): void {
  connection.subscribe((state) => useConnection.setState({ state }));
}

/** Resolves when the core can be reached: at once, or when the connection is there again. */
export async function whenConnected(): Promise<void> {
  if (useConnection.getState().state === 'open') return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = useConnection.subscribe(({ state }) => {
    if (state === 'open') resolve();
  });
  await promise;
  stop();
}

export function tryConnectionNow(): void {
  connection.tryNow();
}
