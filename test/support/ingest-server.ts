/** The ingestion server alone, with its own store. */
import { once } from 'node:events';
import type http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createBatchGate } from '#main/ingestion/batch-gate.ts';
import type { IngestTools } from '#main/ingestion/ingest-tools.ts';
import { createIngestServer } from '#main/ingestion/server.ts';
import { createConnectionCounter } from '#main/kit/connections.ts';
import { realClock } from '#main/kit/real-clock.ts';
import { createConfigCache } from '#main/store/config-cache.ts';
import { openStore, type Store } from '#main/store/store.ts';
import { writeKey } from './builders.ts';
import { plainBox } from './core-options.ts';
import { createRecordedLog, type RecordedLog } from './recorded-log.ts';
import { seededRandom } from './seeded-random.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface StartedIngest {
  readonly server: http.Server;
  readonly ingestUrl: string;
  readonly store: Store;
  readonly log: RecordedLog;
}

/** Listens until the test ends. */
export async function startIngest(
  tools: Partial<IngestTools>,
  times?: Parameters<typeof createIngestServer>[3],
  tls: Parameters<typeof createIngestServer>[2] = null,
): Promise<StartedIngest> {
  const recorded = createRecordedLog();
  const { log } = recorded;
  const options = { secretBox: plainBox, log, clock: () => null, committed: () => undefined };
  const store = openStore({ dataFolder: temporaryFolder(), ...options });
  await store.write((tx) =>
    store.sources.put(tx, {
      id: 'src_1',
      name: 'Web',
      writeKey,
      enabled: true,
      createdAt: 1,
      updatedAt: 1,
    }),
  );
  const allTools: IngestTools = {
    store,
    configCache: createConfigCache(store),
    clock: realClock,
    machineClock: realClock,
    random: seededRandom(),
    batchGate: createBatchGate(),
    sendToken: 'sent here',
    isTrusted: () => true,
    connections: createConnectionCounter(100),
    accepted: () => undefined,
    ...tools,
  };
  const server = createIngestServer(allTools, log, tls, times);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await store.close();
  });
  const { port } = server.address() as AddressInfo;
  return { server, ingestUrl: `http://127.0.0.1:${port}`, store, log: recorded };
}
