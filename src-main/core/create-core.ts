/** Composition root of the core, independent of hosts and windows. */

import { backoffOf } from '#shared/profiles/profiles.ts';
import type { FastForwardPlayback, FastForwardRequest } from '#shared/schemas/clock.ts';
import type { PreviewedSettings, PreviewRequest } from '#shared/schemas/send.ts';
import { createAlerts } from './alerts/alerts.ts';
import { notFound } from './app-error.ts';
import { createAudiences } from './audiences/audiences.ts';
import { createPurge } from './audiences/purge.ts';
import { createSyncs } from './audiences/syncs/syncs.ts';
import { createChangedProblems } from './audiences/to-computation.ts';
import { createTraits } from './audiences/traits.ts';
import { createCertificates } from './certificates/development-ca.ts';
import { createCertification } from './certification/receiver/certify-receiver.ts';
import { createSenderCertification } from './certification/sender/certify-sender.ts';
import { createChangeFeed } from './changes/change-feed.ts';
import { loadChange } from './changes/load-change.ts';
import { createClockControl } from './clock/clock-control.ts';
import { createProductClock } from './clock/product-clock.ts';
import { realClock } from './clock/real-clock.ts';
import { createAuthorities } from './config/certificate-authorities.ts';
import { affectsConfigCache, createConfigCache } from './config/config-cache.ts';
import { createConfiguration } from './config/configuration.ts';
import { createDestinations } from './config/destinations.ts';
import { addFirstContent } from './config/first-content.ts';
import { createSavedFilters } from './config/saved-filters.ts';
import { createSettings } from './config/settings.ts';
import { createSources } from './config/sources.ts';
import { connectionLimit, createConnectionCounter } from './connections.ts';
import { createDeletions } from './deletions/deletions.ts';
import { createBulkJobs } from './deliveries/bulk-jobs.ts';
import { createDeliveryCommands } from './deliveries/commands.ts';
import { createCopies } from './deliveries/copies.ts';
import type { CopyRequest } from './deliveries/copy-request.ts';
import { createJobRequests } from './deliveries/job-requests.ts';
import { createQueries } from './deliveries/queries.ts';
import { createDispatcher } from './dispatch/dispatcher.ts';
import { createPlayback, fastForwardUntilFinished } from './dispatch/fast-forward.ts';
import { type SentOnce, sendOnce } from './http-client/connection.ts';
import type { ConnectionTools } from './http-client/connector.ts';
import { createSendGate } from './http-client/send-gate.ts';
import { realSocketTime, type SocketTime } from './http-client/socket-time.ts';
import { createTrust } from './http-client/trust.ts';
import { createBatchGate } from './ingestion/batch-gate.ts';
import { createHttpsListener } from './ingestion/https-listener.ts';
import { type IngestServer, startIngestServer } from './ingestion/server.ts';
import { createJobs } from './jobs/jobs.ts';
import { createMockEndpoints, type MockEndpoints } from './mocks/mock-endpoints.ts';
import { createMocks } from './mocks/mock-settings.ts';
import { maxBodyBytes } from './mocks/read-request.ts';
import { checkRequestedPorts } from './mocks/requested-ports.ts';
import { createOwnEndpoints } from './own-endpoints.ts';
import type { Clock, ListenAddress, Log, Random, SecretBox } from './ports.ts';
import { randomText } from './random-id.ts';
import { createReader } from './reader.ts';
import type { RequestsInFlight } from './requests-in-flight.ts';
import { createRetention } from './retention/retention.ts';
import { createSenderProfiles } from './routing/sender-profiles.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { createActivityLog } from './sandbox-activity.ts';
import { createFromDeliveries } from './scenarios/from-deliveries/from-deliveries.ts';
import { createScenarios, type ScenarioHost } from './scenarios/scenarios.ts';
import { preview, previewSettings } from './send/preview.ts';
import { samples } from './send/samples/samples.ts';
import { createSending } from './send/send.ts';
import { createSignatures } from './signatures/signatures.ts';
import { createStatistics } from './statistics/statistics.ts';
import type { StartReader } from './store/reader/reader-thread.ts';
import { openStore, type Store } from './store/store.ts';
import type { Changed } from './store/write-queue.ts';
import { createExports } from './transfer/exports/exports.ts';
import { createImports } from './transfer/imports/imports.ts';

export interface CoreOptions {
  readonly version: string;
  readonly dataFolder: string;
  readonly ingest: ListenAddress;
  /**
   * Shared ports of mock endpoints. If a default port is in use, the next one is used; an explicit one
   * fails.
   */
  readonly mocks: { readonly http: ListenAddress; readonly https: ListenAddress };
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly secretBox: SecretBox;
  /** A folder that may only send to mock endpoints until the user trusts it; none by default. */
  readonly workspace?: {
    readonly folder: string;
    readonly isTrusted: () => boolean;
    /** Whether an earlier version of it was trusted. */
    readonly hasChanged: () => boolean;
    /** What it reads from the environment once it is trusted: variables, and sources with a write key in one. */
    readonly reads: {
      readonly variables: readonly string[];
      readonly writeKeysOf: readonly string[];
    };
    readonly trust: () => void | Promise<void>;
  };
  /** How scenarios run; without it, they can only be read. */
  readonly scenarios?: ScenarioHost;
  /** Only for runs of scenarios. */
  readonly sandbox?: Sandbox;
  /** Durations and time limits of requests to webhooks; real by default. */
  readonly socketTime?: SocketTime;
  /** Where lists and searches are read; on a thread by default. */
  readonly startReader?: StartReader;
}

export type Core = ReturnType<typeof assemble>;

/** A run may record more requests than fit the log of a user, and compares whole bodies. */
const sandboxLogLimits = {
  entries: 10_000_000,
  bytes: 8 * 1024 ** 3,
  bodyBytes: maxBodyBytes,
};

async function sendCopy(
  request: CopyRequest,
  connections: ConnectionTools,
  sandbox: Sandbox | null,
): Promise<SentOnce> {
  if (sandbox === null) return sendOnce(request, connections);
  const admission = await sandbox.admit({ deliveryId: null, url: request.url });
  return sendOnce(request, connections, admission?.started).finally(admission?.ended);
}

/** Opens the data folder and assembles the core. Throws a StartupProblem. */
export async function createCore(options: CoreOptions): Promise<Core> {
  return assemble(options);
}

const isMockChange = (changed: Changed): boolean =>
  changed.kind === 'mock' || (changed.kind === 'removed' && changed.noun === 'mock');

function mockAddresses(mockEndpoints: MockEndpoints) {
  const { httpUrl, httpsUrl, problem } = mockEndpoints.shared();
  return { mockUrl: httpUrl, mockHttpsUrl: httpsUrl, mockProblem: problem };
}

/** Includes secrets left unencrypted by an interrupted run. */
const protectSecrets = (store: Store): Promise<void> =>
  store.write((tx) => {
    store.destinations.sealPlainSecrets(tx);
    store.mocks.sealPlainSecrets(tx);
    store.destinations.clearDeletedSecrets(tx);
    store.mocks.clearDeletedSecrets(tx);
  });

function assemble(options: CoreOptions) {
  const { random, log, version, clock: machineClock, sandbox = null } = options;
  const epoch = randomText(random, 16);
  const store = openStore({
    dataFolder: options.dataFolder,
    secretBox: options.secretBox,
    log,
    clock: () => (clock.mode === 'real' ? null : clock.snapshot()),
    isDurable: sandbox === null,
    committed(changes) {
      if (changes.some(affectsConfigCache)) configCache.reload();
      if (changes.some(isMockChange)) mockEndpoints.reload();
      retention.wake(changes.some(({ kind }) => kind === 'settings'));
      feed.append(changes);
      activity?.record(changes);
    },
  });
  const clock = createProductClock(machineClock, store.settings.clock());
  const reader = createReader(store.file, log, options.startReader);
  const configCache = createConfigCache(store);
  const configTools = { store, configCache, clock, random };
  const sources = createSources(configTools);
  const ownEndpoints = createOwnEndpoints(() =>
    [ingest?.address, https.address()].filter((address) => address != null),
  );
  const destinations = createDestinations({ ...configTools, ownEndpoints });
  const authorities = createAuthorities(configTools);
  const certificates = createCertificates({ ...options, store, machineClock });
  const trust = createTrust(() => [
    ...store.certificateAuthorities.all().map(({ pem }) => pem),
    ...[certificates.trusted()].filter((pem) => pem !== null),
  ]);
  const { workspace } = options;
  const isTrusted = (): boolean => workspace?.isTrusted() !== false;
  const unreadWriteKeys = (): string[] =>
    isTrusted() ? [] : [...(workspace?.reads.writeKeysOf ?? [])];
  const gate =
    sandbox?.gate ??
    createSendGate({
      isTrusted,
      mockHost: options.mocks.http.host,
      mockUrls: () => mockEndpoints.all().map(({ url }) => url),
    });
  const connections = {
    trust,
    ownEndpoints,
    gate,
    time: sandbox?.time ?? options.socketTime ?? realSocketTime,
    ...(sandbox && { opened: sandbox.opened }),
  };
  const maxConnections = connectionLimit();
  const requestsInFlight: RequestsInFlight = new Map();
  const senderProfiles = createSenderProfiles();
  const setSenders = () => senderProfiles.set(configCache.destinations());
  setSenders();
  configCache.subscribe(setSenders);
  const mockEndpoints = createMockEndpoints({
    store,
    clock,
    machine: sandbox === null ? machineClock : { ...machineClock, hold: sandbox.hold },
    ...(sandbox && { limits: sandboxLogLimits, hasOwnPorts: true }),
    random,
    log,
    certificates,
    trust,
    ownEndpoints,
    gate,
    http: options.mocks.http,
    https: options.mocks.https,
    connections: createConnectionCounter(maxConnections, sandbox?.accepted),
    requestsInFlight,
    senderProfiles: sandbox?.senderProfiles ?? senderProfiles,
    ...(sandbox?.responsesOf && { responsesOf: sandbox.responsesOf }),
    changed: (ids) => feed.append(ids.map((id) => ({ kind: 'mock', id }))),
  });
  const mocks = createMocks({ store, mockEndpoints, clock, random, ownEndpoints });
  const alerts = createAlerts({
    configCache,
    clock,
    machineClock,
    changed(ids) {
      const changes = ids.map((id) => ({ kind: 'alert' as const, id }));
      feed.append(changes);
      activity?.record(changes);
    },
  });
  const activity = sandbox && createActivityLog({ store, configCache, alerts });
  const commands = createDeliveryCommands({ store, configCache, clock });
  const queries = createQueries({ store, reader, clock });
  const dispatcher = createDispatcher({
    commands,
    store,
    configCache,
    clock,
    machineClock,
    log,
    trust,
    connections,
    time: sandbox?.time ?? realSocketTime,
    sandbox,
    requestsInFlight,
    onDeliveryFailed: alerts.add,
    onEndpointGone(id) {
      if (configCache.destination(id)?.enabled !== true) return;
      destinations
        .update(id, { enabled: false })
        .catch((error) => log.error("Can't disable a destination.", { error, id }));
    },
  });
  const copies = createCopies({
    store,
    clock,
    mockEndpoints,
    send: (request) => sendCopy(request, connections, sandbox),
    log,
  });
  const statistics = createStatistics({ reader, clock, machineClock });
  const playback = createPlayback();
  const clockControl = createClockControl({
    store,
    clock,
    machineClock,
    nextAttemptAt: dispatcher.nextAttemptAt,
    changed: () => feed.append([{ kind: 'clock' }]),
  });
  const jobs = createJobs({
    store,
    clock,
    machineClock,
    log,
    changed: (id) => feed.append([{ kind: 'job', id }]),
  });
  const jobTools = {
    store,
    configCache,
    clock,
    machineClock,
    log,
    jobs,
    accepted: dispatcher.accepted,
  };
  const requests = createJobRequests({ store, clock, copies });
  const bulkJobs = createBulkJobs({
    store,
    reader,
    clock,
    commands,
    jobs,
    requests,
    copies,
    requestLog: mockEndpoints.requestLog,
  });
  const syncs = createSyncs(jobTools);
  const purge = createPurge(store, log);
  const { scheduleChanged, cancelLast } = syncs;
  const computationTools = { ...configTools, scheduleChanged, cancelLast };
  const audiences = createAudiences(computationTools);
  const traits = createTraits(computationTools);
  const deletions = createDeletions({
    ...jobTools,
    commands,
    random,
  });
  const imports = createImports({ store, random, machineClock, audiences, traits, deletions });
  let ingest: IngestServer | null = null;
  const sendToken = randomText(random, 16);
  const ingestTools = {
    store,
    configCache,
    clock,
    machineClock,
    random,
    batchGate: createBatchGate(),
    sendToken,
    hasUnreadKeys: () => unreadWriteKeys().length > 0,
    connections: createConnectionCounter(maxConnections),
    accepted: dispatcher.accepted,
  };
  const https = createHttpsListener(
    options.ingest,
    certificates,
    (address, tls) => startIngestServer(ingestTools, log, address, tls),
    log,
  );
  const sendTools = {
    store,
    accepted: dispatcher.accepted,
    configCache,
    clock,
    machineClock,
    random,
    ingestUrl: () => ingest?.url ?? null,
    sendToken,
  };

  const feed = createChangeFeed({
    epoch,
    load: (changes) =>
      store.read(() =>
        changes
          .map((changed) => loadChange(store, configCache, mockEndpoints, jobs, alerts, changed))
          .filter((change) => change !== null),
      ),
    ledger: () => store.counters.ledger(),
    clock: clockControl.get,
    log,
  });

  const settings = createSettings(store, https);
  const retention = createRetention({
    store,
    jobs,
    requestLog: mockEndpoints.requestLog,
    machineClock,
    log,
    // The alert is part of the system state, which clients reload with the settings.
    alertChanged: () => feed.append([{ kind: 'settings', id: 'settings' }]),
  });

  // Sync problems depend on the source.
  const changedProblems = createChangedProblems(configCache);
  configCache.subscribe(() => {
    const changed = changedProblems(store.computations.all());
    if (changed.length > 0) feed.append(changed.map(({ class: kind, id }) => ({ kind, id })));
  });

  const scenarios = createScenarios({
    version,
    dataFolder: options.dataFolder,
    machineClock,
    random,
    host: options.scenarios ?? null,
    isTrusted,
  });

  return {
    scenarios,
    scenarioFromDeliveries: createFromDeliveries({ store, sources, destinations, mocks }),
    sources,
    destinations,
    certificateAuthorities: authorities,
    mocks,
    configuration: createConfiguration(sources, destinations, mocks, settings),
    settings,
    clock: {
      ...clockControl,
      setFastForwardSpeed({ speed }: FastForwardPlayback): FastForwardPlayback {
        playback.set(speed);
        return { speed };
      },
      fastForwardUntilFinished: (request: FastForwardRequest, signal?: AbortSignal) =>
        fastForwardUntilFinished(
          {
            store,
            reader,
            clock,
            dispatcher,
            machineClock,
            backoffOf: (id) => {
              const destination = configCache.destination(id);
              return destination && backoffOf(destination);
            },
            playback,
          },
          request,
          signal,
        ),
    },
    certificates,
    ledger: { get: () => store.counters.ledger() },
    ...queries,
    deliveries: { ...queries.deliveries, ...commands },
    jobs,
    bulkJobs,
    exports: createExports({ store, mockEndpoints, reader, clock, machineClock, random, version }),
    copies,
    statistics: { get: statistics.get },
    alerts: { list: alerts.list },
    audiences,
    traits,
    syncs,
    imports,
    deletions,
    savedFilters: createSavedFilters({ store, clock, random }),
    samples: { list: () => samples },
    send: {
      ...createSending(sendTools),
      preview: (request: PreviewRequest) => preview(sendTools, request),
      previewSettings: (settings: PreviewedSettings) => previewSettings(sendTools, settings),
    },
    signatures: createSignatures({
      store,
      configCache,
      mocks,
      senderProfiles: sandbox?.senderProfiles ?? senderProfiles,
      clock,
    }),
    certification: createCertification({ trust, gate, now: clock.now, random }),
    senderCertification: createSenderCertification({
      // Senders and their users live in real time.
      ...{ trust, gate, clock: realClock, random, certificates },
      host: options.mocks.http.host,
    }),
    changes: {
      follow: feed.stream,
      subscribe: feed.subscribe,
    },
    system: {
      get: () => ({
        version,
        epoch,
        now: clock.now(),
        ingestUrl: ingest?.url ?? null,
        ingestProblem: ingest?.problem ?? null,
        ingestHttpsUrl: https.url(),
        ingestHttpsProblem: https.problem(),
        ...mockAddresses(mockEndpoints),
        dataFolder: options.dataFolder,
        workspace: workspace
          ? {
              folder: workspace.folder,
              isTrusted: workspace.isTrusted(),
              hasChanged: workspace.hasChanged(),
              variables: [...workspace.reads.variables],
              unreadWriteKeys: unreadWriteKeys(),
            }
          : null,
        secretsAtRest: options.secretBox.atRest,
        developmentCaAlert: certificates.alert(),
        storage: retention.storage(),
      }),
      /** Allows sending. Throws an AppError without a workspace. */
      async trustWorkspace(): Promise<void> {
        if (workspace === undefined) throw notFound('Workspace');
        await workspace.trust();
        // Notifies the interface.
        await store.write((tx) => tx.changed({ kind: 'settings', id: 'settings' }));
      },
    },
    log,
    activity,
    /** Parts with unfinished work, for sandboxes. */
    busyParts: (): readonly string[] =>
      [
        store.isWriting() ? 'storage' : null,
        reader.isReading() ? 'reads' : null,
        dispatcher.isLoading() ? 'loading of deliveries' : null,
        jobs.isWorking() ? 'jobs' : null,
        mockEndpoints.isBusy() ? 'mock endpoints' : null,
      ].filter((part) => part !== null),
    get ingestUrl() {
      return ingest?.url ?? null;
    },
    /** Starts listening for events and sending due deliveries. Throws a StartupProblem. */
    async start(): Promise<void> {
      await protectSecrets(store);
      await dispatcher.recover();
      await copies.recover();
      await checkRequestedPorts(options.mocks);
      ingest = await startIngestServer(ingestTools, log, options.ingest);
      await https.resume(store.settings.get().ingestHttps);
      await mockEndpoints.start();
      dispatcher.start();
      syncs.recover();
      await jobs.recover();
      purge.start();
      retention.start();
      clockControl.start();
    },
    /** Adds a source, a mock endpoint and a destination if nothing was ever created. */
    addFirstContent: () =>
      addFirstContent({ store, random, mockEndpoints, sources, destinations, mocks }),
    /** Stops accepting events, waits for responses (5 s at most) and closes the database. */
    async stop(): Promise<void> {
      feed.close();
      await scenarios.stop();
      statistics.stop();
      certificates.stop();
      retention.stop();
      // The dispatcher stops first, because its requests may be waiting for one of our mock endpoints.
      await Promise.all([
        ingest?.close(),
        https.set(false),
        syncs.stop(),
        // The last chunks may still send.
        jobs.stop().then(copies.stop),
        purge.stop(),
        dispatcher.stop(),
      ]);
      await mockEndpoints.stop();
      clockControl.stop();
      // A full disk must not prevent closing the database.
      await clockControl
        .save()
        .catch((error) => log.warn("Can't store the clock state.", { error }));
      await protectSecrets(store).catch((error) =>
        log.warn("Can't erase the secrets of deleted items; retrying at the next start.", {
          error,
        }),
      );
      ingest = null;
      await reader.close();
      await store.close();
    },
  };
}
