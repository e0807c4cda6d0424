/** An explicitly requested port that is in use fails startup (D2). Default ports move instead. */
import { createServer } from 'node:net';
import { listenOn } from '../listen.ts';
import { type ListenAddress, StartupProblem } from '../ports.ts';

const portOptions = { http: '--mock-port', https: '--mock-https-port' } as const;

async function check({ host, port, explicit }: ListenAddress, option: string): Promise<void> {
  if (!explicit || port === 0) return;
  const server = createServer();
  try {
    await listenOn(server, host, [port]);
  } catch (cause) {
    // Other address problems are reported where the address is used.
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') return;
    throw new StartupProblem(
      'port_in_use',
      `Mock endpoint port ${port} is in use by another program. Stop it, or choose another port with ${option}.`,
      { cause },
    );
  }
  await new Promise((resolve) => server.close(resolve));
}

/** Tries the ports and releases them; mock endpoints listen on demand. Throws a StartupProblem. */
export async function checkRequestedPorts(addresses: {
  readonly http: ListenAddress;
  readonly https: ListenAddress;
}): Promise<void> {
  await check(addresses.http, portOptions.http);
  await check(addresses.https, portOptions.https);
}
