/** The contract over a MessagePort. The page requests a new port after each reload. */

import { RPCHandler } from '@orpc/server/message-port';
import { MessageChannelMain, type WebContents } from 'electron';
import type { Router } from '#api/index.ts';
import { exactNumbers } from '#shared/contract/exact-numbers.ts';
import { channels } from './channels.ts';

export function createCorePort(router: Router) {
  const handler = new RPCHandler(router, { customJsonSerializers: exactNumbers });
  return (contents: WebContents): void => {
    const { port1, port2 } = new MessageChannelMain();
    handler.upgrade(port1, { context: {} });
    port1.start();
    contents.postMessage(channels.port, null, [port2]);
  };
}
