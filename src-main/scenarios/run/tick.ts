/** One moment of virtual time: runs everything due until the product and the receivers are idle. */
import { Inconclusive } from './inconclusive.ts';
import type { ProductPort, StagePort, Ticked, TickRequest } from './ports.ts';

/** Ports of the receivers. */
type StagePorts = () => ReadonlySet<number>;

/**
 * Both sides must agree on the open connections: otherwise, one has not yet seen the other's last action.
 * `known` are connections of the product; those of other clients don't count.
 */
function disagreement(
  { open }: Ticked,
  stage: StagePort,
  ports: ReadonlySet<number>,
  known: ReadonlySet<string>,
): string | null {
  const toStage = open.filter(({ port }) => ports.has(port));
  const unseen = toStage.find(({ end }) => !stage.connections.has(end));
  if (unseen !== undefined) return `connection ${unseen.end} at the receivers`;
  const ends = new Set(toStage.map(({ end }) => end));
  const unknownConnection = stage.connections
    .open()
    .find(({ end }) => known.has(end) && !ends.has(end));
  return unknownConnection === undefined
    ? null
    : `end of connection ${unknownConnection.end} at the receivers`;
}

export function createTicker(options: {
  readonly product: () => ProductPort | null;
  readonly stage: StagePort;
  readonly stagePorts: StagePorts;
  readonly stallMs: number;
  readonly elapsedMs: () => number;
  readonly pause: (ms: number) => Promise<void>;
}) {
  const { stage, stagePorts, stallMs, elapsedMs, pause } = options;
  const knownConnections = new Set<string>();

  /** The product may pass more moments; the receivers' clock follows it. */
  async function tickProduct(product: ProductPort, request: TickRequest): Promise<Ticked> {
    stage.follow(request.ahead !== null);
    try {
      const ticked = await product.tick(request);
      stage.advanceTo(ticked.now);
      return ticked;
    } finally {
      stage.follow(false);
    }
  }

  /** Moves both clocks. Null while the product is down. */
  async function tick(
    first: TickRequest,
    record: (ticked: Ticked | null) => void,
  ): Promise<Ticked | null> {
    stage.advanceTo(first.to);
    const product = options.product();
    if (product === null) {
      await stage.atRest();
      record(null);
      return null;
    }
    let request = first;
    for (let endsAt: number | null = null; ; ) {
      const ticked = await tickProduct(product, request);
      request = { ...request, to: ticked.now, ahead: null };
      await stage.atRest();
      for (const { end } of ticked.open) knownConnections.add(end);
      record(ticked);
      const blocker = disagreement(ticked, stage, stagePorts(), knownConnections);
      if (blocker === null) return ticked;
      // Starts here, because an external receiver may have taken long before.
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
