/** One moment of virtual time: runs everything due until the product and the mock endpoints are idle. */
import { Inconclusive } from './inconclusive.ts';
import type { MocksPort, ProductPort, Ticked, TickRequest } from './ports.ts';

/** Ports of the mock endpoints. */
type MockPorts = () => ReadonlySet<number>;

/**
 * Both sides must agree on the open connections: otherwise, one has not yet seen the other's last action.
 * `known` are connections of the product; those of other clients don't count.
 */
function disagreement(
  { open }: Ticked,
  mocks: MocksPort,
  ports: ReadonlySet<number>,
  known: ReadonlySet<string>,
): string | null {
  const toMocks = open.filter(({ port }) => ports.has(port));
  const unseen = toMocks.find(({ end }) => !mocks.connections.has(end));
  if (unseen !== undefined) return `connection ${unseen.end} at the mock endpoints`;
  const ends = new Set(toMocks.map(({ end }) => end));
  const unknownConnection = mocks.connections
    .open()
    .find(({ end }) => known.has(end) && !ends.has(end));
  return unknownConnection === undefined
    ? null
    : `end of connection ${unknownConnection.end} at the mock endpoints`;
}

export function createTicker(options: {
  readonly product: () => ProductPort | null;
  readonly mocks: MocksPort;
  readonly mockPorts: MockPorts;
  readonly stallMs: number;
  readonly elapsedMs: () => number;
  readonly pause: (ms: number) => Promise<void>;
}) {
  const { mocks, mockPorts, stallMs, elapsedMs, pause } = options;
  const knownConnections = new Set<string>();

  /** The product may pass more moments; the mock endpoints' clock follows it. */
  async function tickProduct(product: ProductPort, request: TickRequest): Promise<Ticked> {
    mocks.follow(request.ahead !== null);
    try {
      const ticked = await product.tick(request);
      mocks.advanceTo(ticked.now);
      return ticked;
    } finally {
      mocks.follow(false);
    }
  }

  /** Moves both clocks. Null while the product is down. */
  async function tick(
    first: TickRequest,
    record: (ticked: Ticked | null) => void,
  ): Promise<Ticked | null> {
    mocks.advanceTo(first.to);
    const product = options.product();
    if (product === null) {
      await mocks.atRest();
      record(null);
      return null;
    }
    let request = first;
    for (let endsAt: number | null = null; ; ) {
      const ticked = await tickProduct(product, request);
      request = { ...request, to: ticked.now, ahead: null };
      await mocks.atRest();
      for (const { end } of ticked.open) knownConnections.add(end);
      record(ticked);
      const blocker = disagreement(ticked, mocks, mockPorts(), knownConnections);
      if (blocker === null) return ticked;
      // Starts here, because a server may have taken long before.
      if (endsAt === null) {
        endsAt = elapsedMs() + stallMs;
        continue;
      }
      if (elapsedMs() > endsAt) throw new Inconclusive('stall', `Waiting for: ${blocker}.`);
      await pause(1);
    }
  }

  return { tick };
}
