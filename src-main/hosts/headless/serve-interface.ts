/** Serves a core to browsers, REST clients and agents, and lets the command line find it. */
import { join } from 'node:path';
import type { Core } from '#main/app.ts';
import type { Router } from '#main/hosts/api/index.ts';
import type { ListenAddress, Log } from '#main/kit/ports.ts';
import { type Access, createAccess } from './access.ts';
import { isReachableByOthers } from './configured-token.ts';
import { removeHostFile, writeHostFile } from './host-file.ts';
import { createInterfaceServer } from './interface-server.ts';
import { urlHost } from './origin-check.ts';

interface InterfaceOptions {
  readonly core: Core;
  readonly router: Router;
  readonly version: string;
  readonly dataFolder: string;
  readonly token: string;
  readonly address: ListenAddress;
  readonly log: Log;
}

interface Interface {
  /** Such as `http://127.0.0.1:8378`. */
  readonly url: string;
  readonly access: Access;
  /** Call it when the host is ready. */
  announce(): Promise<void>;
  stop(): Promise<void>;
}

const rendererFolder = join(import.meta.dirname, '..', 'renderer');
const docsFolder = join(import.meta.dirname, '..', 'docs');

/** 0.0.0.0 and :: are not addresses that clients can connect to. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '[::1]' : urlHost(host);
}

/** Throws a StartupProblem. */
export async function serveInterface(options: InterfaceOptions): Promise<Interface> {
  const { core, router, version, dataFolder, token, address, log } = options;
  const access = createAccess(token, { isThrottled: isReachableByOthers(address.host) });
  const { changes } = core;
  const folders = { rendererFolder, docsFolder };
  const server = await createInterfaceServer({ router, access, changes, ...folders, version, log });
  const port = await server.listen(address);
  if (port !== address.port && address.port !== 0)
    log.warn(`Port ${address.port} is in use; the interface uses port ${port}.`);
  const url = `http://${reachable(address.host)}:${port}`;
  let isAnnounced = false;
  return {
    url,
    access,
    async announce() {
      isAnnounced = true;
      await writeHostFile(dataFolder, { url, token }).catch((error) =>
        log.warn(
          "Can't write the address and token for the command line. Pass --url and --token.",
          { error },
        ),
      );
    },
    async stop() {
      await Promise.all([server.close(), isAnnounced && removeHostFile(dataFolder)]);
    },
  };
}
