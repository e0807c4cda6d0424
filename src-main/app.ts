/** Composition root: the whole product, independent of hosts and windows. */

import { createUserData } from '#main/audiences/index.ts';
import { createCertification } from '#main/certification/receiver/certify-receiver.ts';
import { createSenderCertification } from '#main/certification/sender/certify-sender.ts';
import { createClockControl } from '#main/clock/clock-control.ts';
import { createConfiguration } from '#main/connections/configuration.ts';
import { addFirstContent } from '#main/connections/first-content.ts';
import { createConnections } from '#main/connections/index.ts';
import { createDeliveries } from '#main/deliveries/index.ts';
import { createIngestion } from '#main/ingestion/index.ts';
import { createJobOperations } from '#main/jobs/job-operations.ts';
import { createJobs } from '#main/jobs/jobs.ts';
import { connectionLimit } from '#main/kit/connections.ts';
import { realSocketTime, type SocketTime } from '#main/kit/http-client/socket-time.ts';
import { createTrust } from '#main/kit/http-client/trusted-certificates.ts';
import { createOwnEndpoints } from '#main/kit/own-endpoints.ts';
import type { Clock, ListenAddress, Log, Random, SecretBox } from '#main/kit/ports.ts';
import { randomText } from '#main/kit/random.ts';
import type { Sandbox } from '#main/kit/sandbox.ts';
import { steadyClock } from '#main/kit/steady-clock.ts';
import { createMocks } from '#main/mocks/index.ts';
import { checkRequestedPorts } from '#main/mocks/ports.ts';
import { createFromDeliveries } from '#main/scenarios/from-deliveries/from-deliveries.ts';
import { createActivityLog } from '#main/scenarios/sandbox-activity.ts';
import { createScenarios, type ScenarioHost } from '#main/scenarios/scenarios.ts';
import { preview, previewSettings } from '#main/sending/preview.ts';
import { readRequest } from '#main/sending/read-request/read-request.ts';
import { samples } from '#main/sending/samples/samples.ts';
import { createSending } from '#main/sending/send.ts';
import { createCertificates } from '#main/settings/certificates/development-ca.ts';
import { createSettings } from '#main/settings/settings.ts';
import { createSystem, type HostFacts, type OpenedWorkspace } from '#main/settings/system.ts';
import { createSignatures } from '#main/signatures/signatures.ts';
import { followSenders } from '#main/signatures/signing/sender-profiles.ts';
import { createStatistics } from '#main/statistics/statistics.ts';
import { createChangeFeed } from '#main/store/change-feed.ts';
import type { StartReader } from '#main/store/reader/reader-thread.ts';
import type { Store } from '#main/store/store.ts';
import type { PreviewedSettings } from '#shared/connections/operations.ts';
import { secretValuesOf } from '#shared/deliveries/redaction.ts';
import type { PreviewRequest } from '#shared/sending/send.ts';
import { createFoundation } from './foundation.ts';
import { loadChange } from './load-change.ts';

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
  /** None by default. */
  readonly workspace?: OpenedWorkspace;
  /** A host without REST and without data of workspaces by default. */
  readonly host?: HostFacts;
  /** How scenarios run; without it, they can only be read. */
  readonly scenarios?: ScenarioHost;
  /** Only for runs of scenarios. */
  readonly sandbox?: Sandbox;
  /** Durations and time limits of requests to webhooks; real by default. */
  readonly socketTime?: SocketTime;
  /** Where lists and searches are read; on a thread by default. */
  readonly startReader?: StartReader;
}

type Parts = ReturnType<typeof createParts>;

export type Core = ReturnType<typeof assemble>;

/** Opens the data folder and assembles the core. Throws a StartupProblem. */
export async function createCore(options: CoreOptions): Promise<Core> {
  return assemble(options);
}

function assemble(options: CoreOptions) {
  const parts = createParts(options);
  const { store, mocks, connections, random, log } = parts;
  return {
    ...operationsOf(parts, options),
    log,
    activity: parts.activity,
    /** Parts with unfinished work, for sandboxes. */
    busyParts: () => busyParts(parts),
    get ingestUrl() {
      return parts.ingestion.url();
    },
    /** Starts listening for events and sending due deliveries. Throws a StartupProblem. */
    start: () => start(parts, options),
    /** Adds a source, a mock endpoint and a destination if nothing was ever created. */
    addFirstContent: () => addFirstContent({ store, random, mocks, connections }),
    /** Stops accepting events, waits for responses (5 s at most) and closes the database. */
    stop: () => stop(parts),
  };
}

/** The capabilities, each after those that it uses. */
function createParts(options: CoreOptions) {
  const { version, sandbox = null, workspace } = options;
  const foundation = createFoundation({ ...options, isDurable: sandbox === null });
  const { store, knownSecrets, changes, machineClock, random, log } = foundation;
  const epoch = randomText(random, 16);
  const sendToken = randomText(random, 16);
  const isTrusted = (): boolean => workspace?.isTrusted() !== false;
  const maxConnections = connectionLimit();
  const requestsInFlight = new Map();
  const ownEndpoints = createOwnEndpoints();
  const certificates = createCertificates({ ...options, store, machineClock });
  const trust = createTrust(() => [
    ...store.certificateAuthorities.all().map(({ pem }) => pem),
    ...[certificates.trusted()].filter((pem) => pem !== null),
  ]);
  const connections = createConnections({ ...foundation, ownEndpoints });
  const senderProfiles = sandbox?.senderProfiles ?? followSenders(foundation.configCache);
  const mocks = createMocks(foundation, {
    ...{ ...options.mocks, certificates, trust, ownEndpoints, requestsInFlight, senderProfiles },
    ...{ sandbox, isTrusted, maxConnections },
  });
  const jobs = createJobs({
    ...foundation,
    changed: (id) => changes.publish([{ kind: 'job', id }]),
  });
  const deliveries = createDeliveries(foundation, {
    ...{ destinations: connections.destinations, mockEndpoints: mocks.endpoints, jobs },
    connections: {
      ...{ trust, ownEndpoints, gate: mocks.gate },
      time: sandbox?.time ?? options.socketTime ?? realSocketTime,
      ...(sandbox && { opened: sandbox.opened }),
    },
    ...{ requestsInFlight, sandbox, version },
  });
  const { accepted, nextAttemptAt } = deliveries.dispatcher;
  const clockControl = createClockControl({
    ...{ ...foundation, nextAttemptAt },
    changed: () => changes.publish([{ kind: 'clock' }]),
  });
  const users = createUserData({ ...foundation, jobs, commands: deliveries.commands, accepted });
  const ingestion = createIngestion(
    { ...foundation, accepted, sendToken, isTrusted },
    { address: options.ingest, certificates, ownEndpoints, maxConnections },
  );
  const scenarios = createScenarios({
    ...{ version, dataFolder: options.dataFolder, machineClock, random, log, isTrusted },
    storedSecrets: () => secretValuesOf(knownSecrets()),
    host: options.scenarios ?? null,
  });
  const feed = createChangeFeed({
    ...{ epoch, log, clock: clockControl.get, ledger: store.counters.ledger },
    load: (changed) =>
      store.read(() =>
        changed
          .map((one) => loadChange({ ...foundation, mocks, jobs, alerts: deliveries.alerts }, one))
          .filter((change) => change !== null),
      ),
  });
  changes.subscribe(feed.append);
  const activity = sandbox && createActivityLog({ ...foundation, alerts: deliveries.alerts });
  if (activity !== null) changes.subscribe(activity.record);
  return {
    ...foundation,
    ...{ epoch, sendToken, trust, certificates, senderProfiles, connections, mocks, jobs },
    ...{ deliveries, clockControl, users, ingestion, scenarios, feed, activity },
    settings: createSettings(foundation, ingestion.https),
    statistics: createStatistics({ ...foundation, mocks: mocks.endpoints }),
  };
}

/** What the contract names, each group by its capability. */
function operationsOf(parts: Parts, options: CoreOptions) {
  const { store, clock, random, connections, mocks, deliveries, users, jobs, ingestion } = parts;
  const { trust, certificates, settings, statistics, feed } = parts;
  const { sources, destinations } = connections;
  const { queries, copies, bulkJobs } = deliveries;
  const sendTools = {
    ...parts,
    accepted: deliveries.dispatcher.accepted,
    ingestUrl: ingestion.url,
  };
  const probe = { trust, gate: mocks.gate, random };
  return {
    ...{ ...connections, settings, alerts: { list: deliveries.alerts.list } },
    scenarios: {
      ...parts.scenarios,
      fromDeliveries: createFromDeliveries({
        ...parts,
        sources,
        destinations,
        mocks: mocks.settings,
      }),
    },
    destinations: {
      ...destinations,
      preview: (previewed: PreviewedSettings) => previewSettings(sendTools, previewed),
    },
    mocks: mocks.settings,
    mockRequests: {
      ...mocks.settings.requests,
      previewCopy: copies.previewReceived,
      sendCopy: copies.sendReceived,
    },
    configuration: createConfiguration({ ...connections, mocks, settings }),
    clock: { ...parts.clockControl, ...deliveries.fastForward },
    developmentCa: certificates,
    ledger: { get: store.counters.ledger },
    ...queries,
    deliveries: { ...queries.deliveries, ...deliveries.commands },
    jobs: {
      ...jobs,
      ...createJobOperations({ jobs, bulkJobs, ...users }),
      planProgress: bulkJobs.planProgress,
    },
    exports: deliveries.exports,
    copies,
    statistics: { get: statistics.get },
    audiences: users.audiences,
    traits: users.traits,
    syncs: users.syncs,
    imports: users.imports,
    deletions: users.deletions,
    savedFilters: deliveries.savedFilters,
    samples: { list: () => samples },
    send: {
      ...createSending(sendTools),
      preview: (request: PreviewRequest) => preview(sendTools, request),
      readRequest,
    },
    signatures: createSignatures({
      ...{ ...parts, mocks: mocks.settings, delivery: queries.deliveries.get },
    }),
    certification: {
      ...createCertification({ ...probe, now: clock.now, known: settings.secrets }),
      // Senders and their users live in real time.
      ...createSenderCertification({
        ...{ ...probe, clock: steadyClock, listening: mocks.listening, known: settings.secrets },
      }),
    },
    changes: { follow: feed.stream, subscribe: feed.subscribe },
    system: systemOf(parts, options),
  };
}

function systemOf(parts: Parts, options: CoreOptions) {
  const { store, epoch, clock, ingestion, mocks, certificates, deliveries } = parts;
  const { version, dataFolder, secretBox, workspace } = options;
  return createSystem({
    host: options.host ?? { apiUrl: () => null, data: null },
    workspace,
    facts() {
      const { httpUrl, httpsUrl, problem } = mocks.endpoints.shared();
      return {
        ...{ version, epoch, dataFolder, now: clock.now(), secretsAtRest: secretBox.atRest },
        ...{ ingestUrl: ingestion.url(), ingestProblem: ingestion.problem() },
        ingestHttpsUrl: ingestion.https.url(),
        ingestHttpsProblem: ingestion.https.problem(),
        ...{ mockUrl: httpUrl, mockHttpsUrl: httpsUrl, mockProblem: problem },
        developmentCaAlert: certificates.alert(),
        storage: deliveries.retention.storage(),
      };
    },
    mockUrls: () => [
      mocks.endpoints.shared().httpUrl,
      ...mocks.endpoints.all().map(({ url }) => url),
    ],
    changed: () => store.write((tx) => tx.changed({ kind: 'settings', id: 'settings' })),
  });
}

/** Includes secrets left unencrypted by an interrupted run. */
const protectSecrets = (store: Store): Promise<void> =>
  store.write((tx) => {
    store.destinations.protectSecrets(tx);
    store.mocks.protectSecrets(tx);
  });

const busyParts = ({ store, reader, deliveries, jobs, mocks }: Parts): readonly string[] =>
  [
    store.isWriting() ? 'storage' : null,
    reader.isReading() ? 'reads' : null,
    deliveries.dispatcher.isLoading() ? 'loading of deliveries' : null,
    jobs.isWorking() ? 'jobs' : null,
    mocks.endpoints.isBusy() ? 'mock endpoints' : null,
  ].filter((part) => part !== null);

async function start(parts: Parts, options: CoreOptions): Promise<void> {
  const { store, ingestion, mocks, deliveries, jobs, users, clockControl } = parts;
  await protectSecrets(store);
  await deliveries.dispatcher.recover();
  await deliveries.copies.recover();
  await checkRequestedPorts(options.mocks);
  await ingestion.start();
  await mocks.endpoints.start();
  deliveries.dispatcher.start();
  users.syncs.recover();
  await jobs.recover();
  users.purge.start();
  deliveries.retention.start();
  clockControl.start();
}

async function stop(parts: Parts): Promise<void> {
  const { store, reader, log, deliveries, jobs, users, clockControl } = parts;
  parts.feed.close();
  await parts.scenarios.stop();
  parts.statistics.stop();
  parts.certificates.stop();
  deliveries.retention.stop();
  // The dispatcher stops first, because its requests may be waiting for one of our mock endpoints.
  await Promise.all([
    parts.ingestion.stop(),
    users.syncs.stop(),
    // The last chunks may still send.
    jobs.stop().then(deliveries.copies.stop),
    users.purge.stop(),
    deliveries.dispatcher.stop(),
  ]);
  await parts.mocks.endpoints.stop();
  clockControl.stop();
  // A full disk must not prevent closing the database.
  await clockControl.save().catch((error) => log.warn("Can't store the clock state.", { error }));
  await protectSecrets(store).catch((error) =>
    log.warn("Can't erase the secrets of deleted items; retrying at the next start.", { error }),
  );
  await reader.close();
  await store.close();
}
