/** One core and its API, over the three transports of the product. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { type ClientContext, type ClientLink, createORPCClient } from '@orpc/client';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { RPCHandler } from '@orpc/server/message-port';
import { WebSocket } from 'undici';
import type { Core } from '#main/app.ts';
import { createRouter, type Router } from '#main/hosts/api/index.ts';
import { createRestLink } from '#main/hosts/cli/rest-link.ts';
import { createAccess } from '#main/hosts/headless/access.ts';
import { createInterfaceServer } from '#main/hosts/headless/interface-server.ts';
import { scenarioHost } from '#main/hosts/sandbox/scenario-host.ts';
import type { Contract } from '#shared/contract.ts';
import { exactNumbers } from '#shared/kit/exact-json.ts';
import { freePort } from '#test/support/core-options.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { forkBuilt } from '#test/support/fork-built.ts';
import { openCore, type StartedCore } from '#test/support/start-core.ts';

export type Client = ContractRouterClient<Contract>;

/** A client for one transport, and the names of the operations it has called. */
export interface Connected extends Served {
  readonly client: Client;
  readonly called: Set<string>;
  /** Fields of REST responses that have a time in milliseconds. */
  readonly millisecondFields: ReadonlySet<string>;
  close(): Promise<void>;
}

interface Transport {
  /** Fields of REST responses that have a time in milliseconds. */
  readonly millisecondFields?: ReadonlySet<string>;
  readonly link: ClientLink<ClientContext>;
  close(): Promise<void>;
}

const token = 'contract-token';

function openPort(router: Router): Transport {
  const { port1, port2 } = new MessageChannel();
  new RPCHandler(router, { customJsonSerializers: exactNumbers }).upgrade(port1, { context: {} });
  port1.start();
  port2.start();
  return {
    link: new PortLink({ port: port2, customJsonSerializers: exactNumbers }),
    async close() {
      port2.close();
    },
  };
}

/** The server of the headless host, with a placeholder page. */
async function openHost({ core, dataFolder, log }: StartedCore, router: Router) {
  writeFileSync(join(dataFolder, 'index.html'), '<!doctype html><title>Hookwright</title>');
  const server = await createInterfaceServer({
    router,
    access: createAccess(token),
    changes: core.changes,
    rendererFolder: dataFolder,
    docsFolder: dataFolder,
    version: '0.0.0-test',
    log: log.log,
  });
  const port = await server.listen(freePort);
  return { address: `127.0.0.1:${port}`, close: () => server.close() };
}

async function openSocket(started: StartedCore, router: Router): Promise<Transport> {
  const host = await openHost(started, router);
  const websocket = new WebSocket(`ws://${host.address}/rpc`, {
    headers: { authorization: `Bearer ${token}` },
  });
  websocket.binaryType = 'arraybuffer';
  return {
    // The same at run time; the types name two event classes.
    link: new SocketLink({
      websocket: websocket as unknown as globalThis.WebSocket,
      customJsonSerializers: exactNumbers,
    }),
    async close() {
      websocket.close();
      await host.close();
    },
  };
}

/** Collects the names of fields whose value can only be a time in milliseconds. */
const millisecondCheck = (found: Set<string>) =>
  new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      const text = new TextDecoder().decode(bytes);
      for (const [, name = ''] of text.matchAll(/"(\w+)":1[5-9]\d{11}\b/g)) found.add(name);
      controller.enqueue(bytes);
    },
  });

async function openRest(started: StartedCore, router: Router): Promise<Transport> {
  const host = await openHost(started, router);
  const millisecondFields = new Set<string>();
  const link = createRestLink({
    url: `http://${host.address}/api`,
    headers: { authorization: `Bearer ${token}` },
    async fetch(request, init) {
      const response = await fetch(request, init);
      return new Response(
        response.body?.pipeThrough(millisecondCheck(millisecondFields)),
        response,
      );
    },
  });
  return { link, millisecondFields, close: host.close };
}

const opens = {
  MessagePort: (_: StartedCore, router: Router) => openPort(router),
  WebSocket: openSocket,
  REST: openRest,
} as const;

export type TransportName = keyof typeof opens;

/** A core with its API, for any number of transports. */
export interface Served {
  readonly started: StartedCore;
  readonly clock: FakeClock;
  readonly router: Router;
}

interface ServeOptions {
  readonly expectedErrors?: RegExp;
  /** Replaces parts of the core that the API calls. */
  readonly replace?: (core: Core) => Partial<Core>;
}

export async function serveContract({ replace, ...options }: ServeOptions = {}): Promise<Served> {
  const clock = new FakeClock();
  const scenarios = scenarioHost(forkBuilt, null);
  const started = await openCore({ ...options, clock, scenarios });
  const core = { ...started.core, ...replace?.(started.core) };
  return { started, clock, router: createRouter(core) };
}

export async function connectOver(name: TransportName, served: Served): Promise<Connected> {
  const transport = await opens[name](served.started, served.router);
  const called = new Set<string>();
  const link: ClientLink<ClientContext> = {
    call(path, input, options) {
      called.add(path.join('.'));
      return transport.link.call(path, input, options);
    },
  };
  return {
    ...served,
    client: createORPCClient<Client>(link),
    called,
    millisecondFields: transport.millisecondFields ?? new Set(),
    close: transport.close,
  };
}
