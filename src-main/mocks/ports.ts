/**
 * Manages the ports of mock endpoints. Most share one port for HTTP and one for HTTPS. Faults that occur
 * before the URL path is known, such as a wrong certificate or a rejected connection, need a
 * dedicated port. A port that is in use is replaced and reported; it never stops the app.
 */

import { createServer } from 'node:net';
import { listenOn, portsFor, reachableHost } from '#main/kit/listen.ts';
import { type ListenAddress, type Log, StartupProblem } from '#main/kit/ports.ts';
import type { StoredMock } from '#main/store/mocks.ts';
import type { ListenProblem, MockProblem } from '#shared/kit/problem.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { nextChangeAt } from '#shared/mocks/outage-times.ts';
import { needsOwnPort as mustHaveOwnPort } from '#shared/mocks/rules.ts';
import { isWindow } from '#shared/mocks/step.ts';
import type { EndpointTools } from './endpoint.ts';
import type { ListenerKind, Listening } from './listener.ts';
import { createListenerEvents } from './listener-events.ts';
import { isBeforeStart, isRefusing } from './outage.ts';
import { createPort, ownPortRange, type Port } from './port.ts';

export interface PortOptions {
  readonly tools: EndpointTools;
  readonly log: Log;
  readonly http: ListenAddress;
  readonly https: ListenAddress;
  readonly listening: Listening;
  /** Gives every mock endpoint its own port, so that its URL never changes. */
  readonly hasOwnPorts: boolean;
  /** Stores the port assigned to a mock endpoint, so that its URL doesn't change. */
  readonly savePort: (mockId: string, port: number) => Promise<void>;
  /** Stores that these outages are over, regardless of the clock. */
  readonly endOutages: (mockIds: readonly string[]) => Promise<void>;
  /** Called when the addresses of mock endpoints change. */
  readonly changed: (mockIds: readonly string[]) => void;
}

type MockAddress = Pick<Mock, 'url' | 'listening' | 'problem'>;

export interface Ports {
  /** Applies the current mock endpoints. Runs one change at a time and never throws. */
  apply(): Promise<void>;
  isApplying(): boolean;
  /** Replaces all certificates in use. Never throws. */
  renewKeys(): Promise<void>;
  /** Immediately closes the port of a mock endpoint whose next step rejects connections. */
  refuseConnectionsIfDue(mockId: string): void;
  addressOf(mock: StoredMock): MockAddress;
  shared(): {
    readonly httpUrl: string | null;
    readonly httpsUrl: string | null;
    readonly problem: ListenProblem | null;
  };
  stop(): Promise<void>;
}

/** TLS settings of the shared HTTPS port. */
const sharedHttps = { tls: 'good', tlsFloor: '1.2' } as const;

type Scheme = 'http' | 'https';

const schemeOf = ({ tls }: StoredMock): Scheme => (tls === 'none' ? 'http' : 'https');

/** Explains why signatures can't be checked; null if there is no problem. */
function secretProblem({ secretReadable, strict, secret }: StoredMock): MockProblem | null {
  if (!secretReadable) return { code: 'secret_unreadable', params: { strict } };
  return strict && secret === '' ? { code: 'secret_missing', params: {} } : null;
}

export function createPorts(options: PortOptions): Ports {
  const { tools, log } = options;
  const { host, certificates, connections } = options.listening;
  const { registry, clock } = tools;
  const needsOwnPort = (mock: StoredMock): boolean => options.hasOwnPorts || mustHaveOwnPort(mock);
  const ownPorts = new Map<string, Port>();
  let last: Promise<void> = Promise.resolve();
  let cancelOutage: () => void = () => undefined;
  let isStopped = false;
  let applying = 0;
  /** The last known address of each mock endpoint. */
  let addresses: ReadonlyMap<string, string> = new Map();

  const portOf = (mock: StoredMock): Port | undefined =>
    needsOwnPort(mock) ? ownPorts.get(mock.id) : shared[schemeOf(mock)];

  function originOf(scheme: Scheme, listening: Port | undefined): string | null {
    const port = listening?.port() ?? null;
    return port === null ? null : `${scheme}://${reachableHost(host)}:${port}`;
  }

  function urlOf(mock: StoredMock): string | null {
    const origin = originOf(schemeOf(mock), portOf(mock));
    return origin === null ? null : `${origin}/mock/${mock.name}`;
  }

  const createShared = (scheme: Scheme): Port =>
    createPort({
      host,
      preferredPort: options[scheme].port,
      otherPorts: () => portsFor(options[scheme]),
      events: createListenerEvents(tools, log, {
        only: () => null,
        serves: (mock) => !needsOwnPort(mock) && schemeOf(mock) === scheme,
        urlOf,
      }),
      ...{ connections, log, noun: `Mock endpoints over ${scheme}` },
    });
  const shared: Readonly<Record<Scheme, Port>> = {
    http: createShared('http'),
    https: createShared('https'),
  };

  async function kindOf({
    tls,
    tlsFloor,
  }: Pick<StoredMock, 'tls' | 'tlsFloor'>): Promise<ListenerKind> {
    if (tls === 'none') return { kind: 'http' };
    if (tls === 'handshake_reset') return { kind: 'handshake_reset' };
    return { kind: 'https', keys: await certificates.get(tls), floor: tlsFloor };
  }

  const isRefusingNow = (mock: StoredMock): boolean =>
    isRefusing(mock, registry.progress(mock.id).responded, clock.now());

  /** Without stored ports and ports in use, including temporary ones. */
  function freePorts(mock: StoredMock): readonly number[] {
    const others = registry.all().filter(({ id }) => id !== mock.id);
    const used = new Set(others.flatMap(({ id, port }) => [port, ownPorts.get(id)?.port()]));
    return ownPortRange.filter((port) => !used.has(port));
  }

  const createOwn = (mock: StoredMock): Port =>
    createPort({
      host,
      preferredPort: mock.port,
      otherPorts: () => (options.http.port === 0 ? [0] : freePorts(mock)),
      events: createListenerEvents(tools, log, {
        only: () => registry.byId(mock.id) ?? null,
        serves: ({ id }) => id === mock.id,
        urlOf,
      }),
      ...{ connections, log, noun: `Mock endpoint "${mock.name}"` },
    });

  async function applyOwn(mock: StoredMock): Promise<void> {
    const ownPort = ownPorts.get(mock.id) ?? createOwn(mock);
    ownPorts.set(mock.id, ownPort);
    // The port must listen once before it can reject connections at a known address.
    if (!isRefusingNow(mock) || ownPort.port() === null)
      await ownPort.set(`${mock.tls} ${mock.tlsFloor}`, () => kindOf(mock));
    if (isRefusingNow(mock)) ownPort.refuseConnections();
    const port = ownPort.port();
    if (mock.port === null && port !== null) await options.savePort(mock.id, port);
  }

  async function applyAll(): Promise<void> {
    if (isStopped) return;
    // Read first, so that a clock change in the meantime isn't missed.
    const now = clock.now();
    const mocks = registry.all();
    const needsHttps = mocks.some((mock) => !needsOwnPort(mock) && schemeOf(mock) === 'https');
    await shared.http.set('', async () => ({ kind: 'http' }));
    await (needsHttps ? shared.https.set('', () => kindOf(sharedHttps)) : shared.https.close());
    const withOwnPort = mocks.filter(needsOwnPort);
    for (const [id, port] of ownPorts)
      if (!withOwnPort.some((mock) => mock.id === id) && ownPorts.delete(id)) await port.close();
    for (const mock of withOwnPort) await applyOwn(mock);
    scheduleOutageCheck(mocks, now);
  }

  /**
   * Schedules a check for the next start or end of an outage, and for a clock set back before
   * `now`, the time of the last check.
   */
  function scheduleOutageCheck(mocks: readonly StoredMock[], now: number): void {
    cancelOutage();
    const withOutage = mocks.flatMap(({ id, outage }) => (outage === null ? [] : [{ id, outage }]));
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

  function addressOf(mock: StoredMock): MockAddress {
    const url = urlOf(mock);
    const port = portOf(mock);
    const isOpen = port?.isListening() === true;
    return {
      url,
      listening: isOpen ? 'listening' : url === null ? 'failed' : 'refusing',
      problem: port?.problem() ?? secretProblem(mock),
    };
  }

  /** A mock endpoint's change is published before its port is open, so addresses are published separately. */
  function publishChangedAddresses(): void {
    const before = addresses;
    addresses = new Map(registry.all().map((mock) => [mock.id, JSON.stringify(addressOf(mock))]));
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
        log.error("Mock endpoints can't listen.", { error });
      })
      .then(publishChangedAddresses)
      .finally(() => {
        applying -= 1;
      });
    return last;
  }

  async function renewAllKeys(): Promise<void> {
    await shared.https.renewKeys(() => kindOf(sharedHttps));
    for (const mock of registry.all()) await ownPorts.get(mock.id)?.renewKeys(() => kindOf(mock));
    // Mock endpoints without a certificate may have one now.
    await applyAll();
  }

  return {
    apply: () => apply(),
    isApplying: () => applying > 0,
    renewKeys() {
      last = last.then(renewAllKeys).catch((error) => {
        log.warn("Can't renew the certificates of mock endpoints.", { error });
      });
      return last;
    },
    refuseConnectionsIfDue(mockId) {
      const mock = registry.byId(mockId);
      const port = ownPorts.get(mockId);
      if (mock !== undefined && port !== undefined && isRefusingNow(mock)) port.refuseConnections();
    },
    addressOf,
    shared: () => ({
      httpUrl: originOf('http', shared.http),
      httpsUrl: originOf('https', shared.https),
      problem: shared.http.problem() ?? shared.https.problem(),
    }),
    async stop() {
      isStopped = true;
      cancelOutage();
      await last;
      const ports = [shared.http, shared.https, ...ownPorts.values()];
      await Promise.all(ports.map((port) => port.close()));
    },
  };
}

// An explicitly requested port that is in use fails startup (D2). Default ports move instead.

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
