/** Runs the receivers: connects registry, ports and log. */

import { isWindow } from '#shared/lib/outage-window.ts';
import { stepAt } from '#shared/lib/receiver-rules.ts';
import type { Receiver } from '#shared/schemas/receiver.ts';
import type { Certificates } from '../certificates/development-ca.ts';
import { reachableBy } from '../certificates/host-names.ts';
import { createReceiverCertificates } from '../certificates/receiver-certificates.ts';
import type { ConnectionCounter } from '../connections.ts';
import type { SendGate } from '../http-client/send-gate.ts';
import type { Trust } from '../http-client/trust.ts';
import type { OwnEndpoints } from '../own-endpoints.ts';
import type { Clock, ListenAddress, Log, Random } from '../ports.ts';
import type { RequestsInFlight } from '../requests-in-flight.ts';
import type { SenderProfiles } from '../routing/sender-profiles.ts';
import type { StoredReceiver } from '../store/receivers.ts';
import type { Store } from '../store/store.ts';
import type { ResponsesOf } from './decide.ts';
import type { EndpointTools } from './endpoint.ts';
import { createPorts } from './ports.ts';
import { createRegistry } from './registry.ts';
import { createRequestLog, type logLimits } from './request-log.ts';
import type { ReceiverClock } from './response.ts';
import { createTargets } from './target.ts';

export interface ReceiveOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly machine: ReceiverClock;
  readonly random: Random;
  readonly log: Log;
  readonly certificates: Certificates;
  /** Verifies the certificates of servers that receivers forward to. */
  readonly trust: Trust;
  /** Nothing is forwarded to these. */
  readonly ownEndpoints: Pick<OwnEndpoints, 'includes'>;
  /** Which servers may be forwarded to. */
  readonly gate: SendGate;
  readonly http: ListenAddress;
  readonly https: ListenAddress;
  readonly connections: ConnectionCounter;
  readonly requestsInFlight: RequestsInFlight;
  readonly senderProfiles: Pick<SenderProfiles, 'of'>;
  readonly responsesOf?: ResponsesOf;
  readonly limits?: typeof logLimits;
  /** Gives every receiver its own port. */
  readonly hasOwnPorts?: boolean;
  /** Publishes changed receivers to the change feed. */
  readonly changed: (receiverIds: readonly string[]) => void;
}

export type Receive = ReturnType<typeof createReceive>;

export function createReceive(options: ReceiveOptions) {
  const { store, clock, machine, log, changed } = options;
  const registry = createRegistry(store);
  const requestLog = createRequestLog({
    store,
    log,
    ...(options.limits && { limits: options.limits }),
  });
  const targets = createTargets(options);
  const tools: EndpointTools = {
    registry,
    clock,
    machine,
    requestLog,
    targets,
    requestsInFlight: options.requestsInFlight,
    senderProfiles: options.senderProfiles,
    responsesOf: options.responsesOf ?? (() => undefined),
    requestReceived(receiverId) {
      ports.refuseConnectionsIfDue(receiverId);
      changed([receiverId]);
    },
  };
  const ports = createPorts({
    tools,
    log,
    http: options.http,
    https: options.https,
    hasOwnPorts: options.hasOwnPorts === true,
    connections: options.connections,
    certificates: createReceiverCertificates(
      options.certificates,
      options.random,
      reachableBy(options.http.host),
    ),
    endOutages: (ids) =>
      store.write((tx) => {
        for (const id of ids) {
          const receiver = store.receivers.get(id);
          if (receiver === undefined || receiver.outage === null || !isWindow(receiver.outage))
            continue;
          const { port: _, secretReadable: _readable, ...settings } = receiver;
          const outage = { ...receiver.outage, startsAt: null };
          store.receivers.put(tx, { ...settings, outage, updatedAt: clock.now() }, 'keep');
        }
      }),
    savePort: (id, port) => store.write((tx) => store.receivers.savePort(tx, id, port)),
    changed,
  });

  options.certificates.subscribe(() => void ports.renewKeys());

  function toReceiver(receiver: StoredReceiver): Receiver {
    const { port: _, secretReadable: _readable, ...settings } = receiver;
    const { responded, lastRequestAt } = registry.progress(receiver.id);
    return {
      ...settings,
      ...ports.addressOf(receiver),
      responded,
      nextStep: stepAt(receiver, responded),
      lastRequestAt,
    };
  }

  const find = (idOrName: string): StoredReceiver | undefined =>
    registry.byId(idOrName) ?? registry.byName(idOrName);

  return {
    all: () => registry.all().map(toReceiver),
    find: (idOrName: string): Receiver | undefined => {
      const receiver = find(idOrName);
      return receiver && toReceiver(receiver);
    },
    /** Reloads the configuration after a change. */
    reload: registry.reload,
    /** Applies the configured receivers to the ports. */
    apply: ports.apply,
    async resetSteps(id: string): Promise<void> {
      registry.resetSteps(id);
      await ports.apply();
      changed([id]);
    },
    async clearLog(id: string): Promise<void> {
      registry.progress(id).lastRequestAt = null;
      await requestLog.clear(id);
      changed([id]);
    },
    requestLog,
    shared: ports.shared,
    async start(): Promise<void> {
      await ports.apply();
    },
    /** Whether a port is being opened or closed, or the log being written. */
    isBusy: (): boolean => ports.isApplying() || registry.isCopying() || !requestLog.isFlushed(),
    async stop(): Promise<void> {
      targets.close();
      await ports.stop();
      await requestLog.flushed();
    },
  };
}
