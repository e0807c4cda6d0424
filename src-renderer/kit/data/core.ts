/** Every operation of the contract as a typed function. */
import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { create } from 'zustand';
import type { Contract } from '#shared/contract.ts';
import {
  accessToken,
  onAccessTokenElsewhere,
  storeAccessToken,
  takeAccessFromUrl,
} from './access.ts';
import { Connection, type ConnectionState, type CoreLink, type OpenedLink } from './connection.ts';
import { openPortLink, openSocketLink, socketAddress } from './links.ts';

export type CoreClient = ContractRouterClient<Contract>;

function openLink(): OpenedLink {
  const connect = window.hookwrightHost?.connect;
  return connect === undefined
    ? openSocketLink(socketAddress(location), accessToken())
    : openPortLink(connect);
}

function greet(link: CoreLink, signal: AbortSignal): Promise<unknown> {
  return createORPCClient<CoreClient>(link).system.get(undefined, { signal });
}

export const connection = new Connection({ openLink, greet });

export const core: CoreClient = createORPCClient<CoreClient>(connection.link);

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
