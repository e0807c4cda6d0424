/**
 * Manages the ports of receivers. Most share one port for HTTP and one for HTTPS. Faults that occur
 * before the URL path is known, such as a wrong certificate or a rejected connection, need a
 * dedicated port. A port that is in use is replaced and reported; it never stops the app.
 */
import { isWindow } from '#shared/lib/outage-window.ts';
import { needsOwnPort as mustHaveOwnPort } from '#shared/lib/receiver-rules.ts';
import type { ListenProblem, ReceiverProblem } from '#shared/schemas/problem.ts';
import type { Receiver } from '#shared/schemas/receiver.ts';
import type { ReceiverCertificates } from '../certificates/receiver-certificates.ts';
import type { ConnectionCounter } from '../connections.ts';
import { reachableHost } from '../listen.ts';
import type { ListenAddress, Log } from '../ports.ts';
import type { StoredReceiver } from '../store/receivers.ts';
import type { EndpointTools } from './endpoint.ts';
import type { ListenerKind } from './listener.ts';
import { createListenerEvents } from './listener-events.ts';
import { isBeforeStart, isRefusing, nextChangeAt } from './outage.ts';
import { createOwnPort, type OwnPort } from './own-port.ts';
import { createSharedPort, type SharedPort } from './shared-port.ts';

export interface PortOptions {
  readonly tools: EndpointTools;
  readonly log: Log;
  readonly http: ListenAddress;
  readonly https: ListenAddress;
  readonly connections: ConnectionCounter;
  readonly certificates: ReceiverCertificates;
  /** Gives every receiver its own port, so that its URL never changes. */
  readonly hasOwnPorts: boolean;
  /** Stores the port assigned to a receiver, so that its URL doesn't change. */
  readonly savePort: (receiverId: string, port: number) => Promise<void>;
  /** Stores that these outages are over, regardless of the clock. */
  readonly endOutages: (receiverIds: readonly string[]) => Promise<void>;
  /** Called when the addresses of receivers change. */
  readonly changed: (receiverIds: readonly string[]) => void;
}

type ReceiverAddress = Pick<Receiver, 'url' | 'listening' | 'problem'>;

export interface Ports {
  /** Applies the current receivers. Runs one change at a time and never throws. */
  apply(): Promise<void>;
  isApplying(): boolean;
  /** Replaces all certificates in use. Never throws. */
  renewKeys(): Promise<void>;
  /** Immediately closes the port of a receiver whose next step rejects connections. */
  refuseConnectionsIfDue(receiverId: string): void;
  addressOf(receiver: StoredReceiver): ReceiverAddress;
  shared(): {
    readonly httpUrl: string | null;
    readonly httpsUrl: string | null;
    readonly problem: ListenProblem | null;
  };
  stop(): Promise<void>;
}

/** TLS settings of the shared HTTPS port. */
const sharedHttps = { tls: 'good', tlsFloor: '1.2' } as const;

const schemeOf = ({ tls }: StoredReceiver): 'http' | 'https' => (tls === 'none' ? 'http' : 'https');

/** Explains why signatures can't be checked; null if there is no problem. */
function secretProblem({ secretReadable, strict, secret }: StoredReceiver): ReceiverProblem | null {
  if (!secretReadable) return { code: 'secret_unreadable', params: { strict } };
  return strict && secret === '' ? { code: 'secret_missing', params: {} } : null;
}

export function createPorts(options: PortOptions): Ports {
  const { tools, log, certificates, connections } = options;
  const { registry, clock } = tools;
  const needsOwnPort = (receiver: StoredReceiver): boolean =>
    options.hasOwnPorts || mustHaveOwnPort(receiver);
  const ownPorts = new Map<string, OwnPort>();
  let last: Promise<void> = Promise.resolve();
  let cancelOutage: () => void = () => undefined;
  let isStopped = false;
  let applying = 0;
  /** The last known address of each receiver. */
  let addresses: ReadonlyMap<string, string> = new Map();

  const urlFor = (receiver: StoredReceiver, port: number | null): string | null =>
    port === null
      ? null
      : `${schemeOf(receiver)}://${reachableHost(options.http.host)}:${port}/r/${receiver.name}`;

  const portOf = (receiver: StoredReceiver): number | null =>
    needsOwnPort(receiver)
      ? (ownPorts.get(receiver.id)?.port() ?? null)
      : shared[schemeOf(receiver)].port();

  const urlOf = (receiver: StoredReceiver) => urlFor(receiver, portOf(receiver));

  const sharedArrivals = (scheme: 'http' | 'https') =>
    createListenerEvents(tools, log, {
      only: () => null,
      serves: (receiver) => !needsOwnPort(receiver) && schemeOf(receiver) === scheme,
      urlOf,
    });
  const shared: Readonly<Record<'http' | 'https', SharedPort>> = {
    http: createSharedPort('http', options.http, sharedArrivals('http'), connections, log),
    https: createSharedPort('https', options.https, sharedArrivals('https'), connections, log),
  };

  async function kindOf({
    tls,
    tlsFloor,
  }: Pick<StoredReceiver, 'tls' | 'tlsFloor'>): Promise<ListenerKind> {
    if (tls === 'none') return { kind: 'http' };
    if (tls === 'handshake_reset') return { kind: 'handshake_reset' };
    return { kind: 'https', keys: await certificates.get(tls), floor: tlsFloor };
  }

  const isRefusingNow = (receiver: StoredReceiver): boolean =>
    isRefusing(receiver, registry.progress(receiver.id).responded, clock.now());

  function openOwn(receiver: StoredReceiver): OwnPort {
    const only = () => registry.byId(receiver.id) ?? null;
    return createOwnPort({
      host: options.http.host,
      anyPort: options.http.port === 0,
      preferredPort: receiver.port,
      // Stored ports and ports in use, including temporary ones.
      usedPorts: () =>
        registry
          .all()
          .filter(({ id }) => id !== receiver.id)
          .flatMap(({ id, port }) => [port, ownPorts.get(id)?.port() ?? null])
          .filter((port) => port !== null),
      events: createListenerEvents(tools, log, {
        only,
        serves: ({ id }) => id === receiver.id,
        urlOf,
      }),
      connections,
      log,
      name: receiver.name,
    });
  }

  async function applyOwn(receiver: StoredReceiver): Promise<void> {
    const ownPort = ownPorts.get(receiver.id) ?? openOwn(receiver);
    ownPorts.set(receiver.id, ownPort);
    // The port must listen once before it can reject connections at a known address.
    if (!isRefusingNow(receiver) || ownPort.port() === null)
      await ownPort.set(`${receiver.tls} ${receiver.tlsFloor}`, () => kindOf(receiver));
    if (isRefusingNow(receiver)) ownPort.refuseConnections();
    const port = ownPort.port();
    if (receiver.port === null && port !== null) await options.savePort(receiver.id, port);
  }

  async function applyAll(): Promise<void> {
    if (isStopped) return;
    // Read first, so that a clock change in the meantime isn't missed.
    const now = clock.now();
    const receivers = registry.all();
    const needsHttps = receivers.some(
      (receiver) => !needsOwnPort(receiver) && schemeOf(receiver) === 'https',
    );
    await shared.http.set(async () => ({ kind: 'http' }));
    await shared.https.set(needsHttps ? () => kindOf(sharedHttps) : null);
    const withOwnPort = receivers.filter(needsOwnPort);
    for (const [id, port] of ownPorts)
      if (!withOwnPort.some((receiver) => receiver.id === id) && ownPorts.delete(id))
        await port.close();
    for (const receiver of withOwnPort) await applyOwn(receiver);
    scheduleOutageCheck(receivers, now);
  }

  /**
   * Schedules a check for the next start or end of an outage, and for a clock set back before
   * `now`, the time of the last check.
   */
  function scheduleOutageCheck(receivers: readonly StoredReceiver[], now: number): void {
    cancelOutage();
    const withOutage = receivers.flatMap(({ id, outage }) =>
      outage === null ? [] : [{ id, outage }],
    );
    if (withOutage.length === 0 || isStopped) return;
    const times = withOutage
      .map(({ outage }) => nextChangeAt(outage, now))
      .filter((time) => time !== null);
    const cancelNext =
      times.length === 0 ? undefined : clock.at(Math.min(...times), () => void apply());
    const checkClockSetBack = () => {
      const currentTime = clock.now();
      if (currentTime >= now) return;
      const endedIds = withOutage.filter(
        ({ outage }) => isWindow(outage) && isBeforeStart(outage, now, currentTime),
      );
      void apply(endedIds.map(({ id }) => id));
    };
    const unsubscribe = clock.subscribe(checkClockSetBack);
    cancelOutage = () => {
      cancelNext?.();
      unsubscribe();
    };
    // The clock may have been set back in the meantime.
    checkClockSetBack();
  }

  function addressOf(receiver: StoredReceiver): ReceiverAddress {
    const url = urlOf(receiver);
    const port = needsOwnPort(receiver) ? ownPorts.get(receiver.id) : shared[schemeOf(receiver)];
    const isOpen = port?.isListening() === true;
    return {
      url,
      listening: isOpen ? 'listening' : url === null ? 'failed' : 'refusing',
      problem: port?.problem() ?? secretProblem(receiver),
    };
  }

  /** A receiver's change is published before its port is open, so addresses are published separately. */
  function publishChangedAddresses(): void {
    const before = addresses;
    addresses = new Map(
      registry.all().map((receiver) => [receiver.id, JSON.stringify(addressOf(receiver))]),
    );
    const changed = [...addresses].filter(([id, now]) => before.get(id) !== now);
    if (changed.length > 0) options.changed(changed.map(([id]) => id));
  }

  function apply(endedIds: readonly string[] = []): Promise<void> {
    applying += 1;
    last = last
      .then(async () => {
        if (endedIds.length > 0) await options.endOutages(endedIds);
        await applyAll();
      })
      .catch((error) => {
        log.error("Receivers can't listen.", { error });
      })
      .then(publishChangedAddresses)
      .finally(() => {
        applying -= 1;
      });
    return last;
  }

  async function renewAllKeys(): Promise<void> {
    certificates.clear();
    await shared.https.renewKeys(() => kindOf(sharedHttps));
    for (const receiver of registry.all())
      await ownPorts.get(receiver.id)?.renewKeys(() => kindOf(receiver));
    // Receivers without a certificate may have one now.
    await applyAll();
  }

  return {
    apply: () => apply(),
    isApplying: () => applying > 0,
    renewKeys() {
      last = last.then(renewAllKeys).catch((error) => {
        log.warn("Can't renew the certificates of receivers.", { error });
      });
      return last;
    },
    refuseConnectionsIfDue(receiverId) {
      const receiver = registry.byId(receiverId);
      const port = ownPorts.get(receiverId);
      if (receiver !== undefined && port !== undefined && isRefusingNow(receiver))
        port.refuseConnections();
    },
    addressOf,
    shared: () => ({
      httpUrl: shared.http.url(),
      httpsUrl: shared.https.url(),
      problem: shared.http.problem() ?? shared.https.problem(),
    }),
    async stop() {
      isStopped = true;
      cancelOutage();
      await last;
      await Promise.all([
        shared.http.set(null),
        shared.https.set(null),
        ...[...ownPorts.values()].map((port) => port.close()),
      ]);
    },
  };
}
