/** One moment of virtual time: runs everything due until the product and the mock endpoints are idle. */
import { Inconclusive } from '#main/scenarios/inconclusive.ts';
import type { Advanced, AdvanceRequest, MocksPort, ProductPort } from './ports.ts';

/** Ports of the mock endpoints. */
type MockPorts = () => ReadonlySet<number>;

/**
 * Both sides must agree on the open connections: otherwise, one has not yet seen the other's last action.
 * `known` are connections of the product; those of other clients don't count.
 */
function disagreement(
  { open }: Advanced,
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

export function createAdvancer(options: {
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
  async function advanceProduct(product: ProductPort, request: AdvanceRequest): Promise<Advanced> {
    mocks.follow(request.ahead !== null);
    try {
      const advanced = await product.advance(request);
      mocks.advanceTo(advanced.now);
      return advanced;
    } finally {
      mocks.follow(false);
    }
  }

  /** Moves both clocks. Null while the product is down. */
  async function advance(
    first: AdvanceRequest,
    record: (advanced: Advanced | null) => void,
  ): Promise<Advanced | null> {
    mocks.advanceTo(first.to);
    const product = options.product();
    if (product === null) {
      await mocks.atRest();
      record(null);
      return null;
    }
    let request = first;
    for (let endsAt: number | null = null; ; ) {
      const advanced = await advanceProduct(product, request);
      request = { ...request, to: advanced.now, ahead: null };
      await mocks.atRest();
      for (const { end } of advanced.open) knownConnections.add(end);
      record(advanced);
      const blocker = disagreement(advanced, mocks, mockPorts(), knownConnections);
      if (blocker === null) return advanced;
      // Starts here, because a server may have taken long before.
      if (endsAt === null) {
        endsAt = elapsedMs() + stallMs;
        continue;
      }
      if (elapsedMs() > endsAt) throw new Inconclusive('stall', `Waiting for: ${blocker}.`);
      await pause(1);
    }
  }

  return { advance };
}
