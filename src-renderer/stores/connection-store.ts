import { create } from 'zustand';
import type { ConnectionState } from '#renderer/core-client/connection.ts';
import { connection } from '#renderer/core-client/core.ts';

export const useConnection = create<{ readonly state: ConnectionState }>()(() => ({
  state: connection.state,
}));

export function watchConnection(): void {
  connection.subscribe((state) => useConnection.setState({ state }));
}

export function tryConnectionNow(): void {
  connection.tryNow();
}
