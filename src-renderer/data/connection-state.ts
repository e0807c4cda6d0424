import { create } from 'zustand';
import {
  onAccessTokenElsewhere,
  storeAccessToken,
  takeAccessFromUrl,
} from '#renderer/data/access.ts';
import type { ConnectionState } from '#renderer/data/connection.ts';
import { connection } from '#renderer/data/core.ts';

export const useConnection = create<{ readonly state: ConnectionState }>()(() => ({
  state: connection.state,
}));

export function watchConnection(): void {
  connection.subscribe((state) => useConnection.setState({ state }));
}

/** Connects with the token from the page's URL or storage. */
export async function connect(): Promise<void> {
  onAccessTokenElsewhere(tryConnectionNow);
  await takeAccessFromUrl();
  await connection.start();
}

/** False if the token is not valid. */
export async function connectWith(token: string): Promise<boolean> {
  storeAccessToken(token);
  return (await connection.tryNow()) !== 'unauthorized';
}

export function tryConnectionNow(): void {
  void connection.tryNow();
}
