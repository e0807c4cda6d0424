/** Runs the mock endpoints: connects registry, ports and log. */

import type { SendGate } from '#main/kit/http-client/send-gate.ts';
import type { Trust } from '#main/kit/http-client/trusted-certificates.ts';
import type { OwnEndpoints } from '#main/kit/own-endpoints.ts';
import type { Clock, ListenAddress, Log, Random } from '#main/kit/ports.ts';
import type { RequestsInFlight } from '#main/kit/requests-in-flight.ts';
import type { ResponsesOf } from '#main/kit/sandbox.ts';
import type { Certificates } from '#main/settings/certificates/development-ca.ts';
import type { SenderProfiles } from '#main/signatures/signing/sender-profiles.ts';
import type { StoredMock } from '#main/store/mocks.ts';
import type { Store } from '#main/store/store.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { stepAt } from '#shared/mocks/rules.ts';
import { isWindow } from '#shared/mocks/step.ts';
import type { EndpointTools } from './endpoint.ts';
import type { Listening } from './listener.ts';
import { createPorts } from './ports.ts';
import { createRegistry } from './registry.ts';
import { createRequestLog, type logLimits } from './request-log.ts';
import type { MockClock } from './response.ts';
import { createTargets } from './target.ts';

export interface MockEndpointsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly machine: MockClock;
  readonly random: Random;
  readonly log: Log;
  readonly certificates: Certificates;
  /** Verifies the certificates of servers that mock endpoints forward to. */
  readonly trust: Trust;
  /** Nothing is forwarded to these. */
  readonly ownEndpoints: Pick<OwnEndpoints, 'includes'>;
  /** Which servers may be forwarded to. */
  readonly gate: SendGate;
  readonly http: ListenAddress;
  readonly https: ListenAddress;
  readonly listening: Listening;
  readonly requestsInFlight: RequestsInFlight;
  readonly senderProfiles: Pick<SenderProfiles, 'of'>;
  readonly responsesOf?: ResponsesOf;
  readonly limits?: typeof logLimits;
  /** Gives every mock endpoint its own port. */
  readonly hasOwnPorts?: boolean;
  /** Publishes changed mock endpoints to the change feed. */
  readonly changed: (mockIds: readonly string[]) => void;
}

export type MockEndpoints = ReturnType<typeof createMockEndpoints>;

export function createMockEndpoints(options: MockEndpointsOptions) {
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
    requestReceived(mockId) {
      ports.refuseConnectionsIfDue(mockId);
      changed([mockId]);
    },
  };
  const ports = createPorts({
    tools,
    log,
    http: options.http,
    https: options.https,
    hasOwnPorts: options.hasOwnPorts === true,
    listening: options.listening,
    endOutages: (ids) =>
      store.write((tx) => {
        for (const id of ids) {
          const mock = store.mocks.active(id);
          if (mock === undefined || mock.outage === null || !isWindow(mock.outage)) continue;
          const outage = { ...mock.outage, startsAt: null };
          store.mocks.put(tx, { ...mock, outage, updatedAt: clock.now() }, ['secret']);
        }
      }),
    savePort: (id, port) =>
      store.write((tx) => {
        store.mocks.savePort(tx, id, port);
        tx.whenCommitted(() => registry.reload([id]));
      }),
    changed,
  });

  options.certificates.subscribe(() => {
    options.listening.certificates.clear();
    void ports.renewKeys();
  });

  function toMock(mock: StoredMock): Mock {
    const { port: _, secretReadable: _readable, ...settings } = mock;
    const { responded, lastRequestAt } = registry.progress(mock.id);
    return {
      ...settings,
      ...ports.addressOf(mock),
      responded,
      nextStep: stepAt(mock, responded),
      lastRequestAt,
    };
  }

  const find = (idOrName: string): StoredMock | undefined =>
    registry.byId(idOrName) ?? registry.byName(idOrName);

  return {
    all: () => registry.all().map(toMock),
    find: (idOrName: string): Mock | undefined => {
      const mock = find(idOrName);
      return mock && toMock(mock);
    },
    /** Reloads the settings of these mock endpoints after a change. */
    reload: registry.reload,
    /** Applies the configured mock endpoints to the ports. */
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
