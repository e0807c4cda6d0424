/** Every operation of the contract as a typed function. */
import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '#shared/contract/index.ts';
import { accessToken } from './access.ts';
import { Connection, type CoreLink, type OpenedLink } from './connection.ts';
import { openPortLink } from './port-link.ts';
import { openSocketLink, socketAddress } from './socket-link.ts';

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
