import type { Foundation } from '#main/foundation.ts';
import { createConnectionCounter } from '#main/kit/connections.ts';
import type { OwnEndpoints } from '#main/kit/own-endpoints.ts';
import type { ListenAddress } from '#main/kit/ports.ts';
import type { KeyPair } from '#main/settings/certificates/create-certificate.ts';
import type { Certificates } from '#main/settings/certificates/development-ca.ts';
import { createBatchGate } from './batch-gate.ts';
import { createHttpsListener } from './https-listener.ts';
import type { IngestTools } from './ingest-tools.ts';
import { type IngestServer, startIngestServer } from './server.ts';

interface IngestionTools
  extends Pick<Foundation, 'store' | 'configCache' | 'clock' | 'machineClock' | 'random' | 'log'>,
    Pick<IngestTools, 'accepted' | 'sendToken' | 'isTrusted'> {}

interface IngestionOptions {
  readonly address: ListenAddress;
  readonly certificates: Certificates;
  readonly ownEndpoints: OwnEndpoints;
  readonly maxConnections: number;
}

/** Where SDKs send messages: over http, and over https if it is enabled in the settings. */
export function createIngestion(tools: IngestionTools, options: IngestionOptions) {
  const { address, certificates, ownEndpoints, maxConnections } = options;
  const ingestTools: IngestTools = {
    ...tools,
    batchGate: createBatchGate(),
    connections: createConnectionCounter(maxConnections),
  };

  async function listen(at: ListenAddress, tls: KeyPair | null = null): Promise<IngestServer> {
    const server = await startIngestServer(ingestTools, tools.log, at, tls);
    const remove = ownEndpoints.add(server.address);
    return { ...server, close: () => server.close().finally(remove) };
  }

  let http: IngestServer | null = null;
  const https = createHttpsListener(address, certificates, listen, tools.log);
  return {
    https,
    url: () => http?.url ?? null,
    problem: () => http?.problem ?? null,
    /** Throws a StartupProblem. */
    async start(): Promise<void> {
      http = await listen(address);
      await https.resume(tools.store.settings.get().ingestHttps);
    },
    async stop(): Promise<void> {
      await Promise.all([http?.close(), https.set(false)]);
      http = null;
    },
  };
}
