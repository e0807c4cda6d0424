/**
 * The product under test over the whole run: its process, which may be killed and started again, and the
 * advances that move its clock and that of the mock endpoints together.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stateOf } from '#main/scenarios/history/history-index.ts';
import { Inconclusive } from '#main/scenarios/inconclusive.ts';
import { nothingReported } from '#main/scenarios/sandbox-activity.ts';
import type { ContractClient } from '#shared/contract.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { Facts } from './facts.ts';
import type { Advanced, AdvanceRequest, Moment, RunAhead } from './messages.ts';
import type { Mocks } from './mocks.ts';
import type { Product, ProductProcess } from './product.ts';
import type { Advance, Names, Recorder } from './recorder.ts';
import type { RunSettings } from './run-settings.ts';

/** The code of an error of the product's process or of an operation; null without one. */
export const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : null;

type Seen = Pick<Advance, 'requests' | 'errors'>;

/** What was seen until a moment, and after it. */
function dividedAt({ requests, errors }: Seen, at: number): readonly [Seen, Seen] {
  const isUntil = ({ receivedAt }: Seen['requests'][number]): boolean => receivedAt <= at;
  return [
    { requests: requests.filter(isUntil), errors: errors.filter((error) => error.at <= at) },
    {
      requests: requests.filter((entry) => !isUntil(entry)),
      errors: errors.filter((error) => error.at > at),
    },
  ];
}

/**
 * Both sides must agree on the open connections: otherwise, one has not yet seen the other's last action.
 * `known` are connections of the product; those of other clients don't count.
 */
function disagreement(
  { open }: Advanced,
  { connections }: Mocks,
  mockUrls: readonly string[],
  known: ReadonlySet<string>,
): string | null {
  const ports = new Set(mockUrls.map((url) => Number(new URL(url).port)));
  const toMocks = open.filter(({ port }) => ports.has(port));
  const unseen = toMocks.find(({ end }) => !connections.has(end));
  if (unseen !== undefined) return `connection ${unseen.end} at the mock endpoints`;
  const ends = new Set(toMocks.map(({ end }) => end));
  const ended = connections.open().find(({ end }) => known.has(end) && !ends.has(end));
  return ended === undefined ? null : `end of connection ${ended.end} at the mock endpoints`;
}

export function createUnderTest(options: {
  readonly scenario: Scenario;
  readonly settings: RunSettings;
  /** Folder of the run. */
  readonly folder: string;
  readonly startsAt: number;
  readonly names: Names;
  readonly mocks: Mocks;
  readonly recorder: Recorder;
  readonly facts: Facts;
  /** Loads its program while the run is set up. */
  readonly loading: ProductProcess;
}) {
  const { scenario, names, mocks, recorder, facts } = options;
  const { version, seed, stallMs, signal, allowOrigins: remoteOrigins } = options.settings;
  let product: Product | null = null;
  let now = options.startsAt;
  let last: Advanced | null = null;
  let reported = nothingReported;
  let starts = 0;
  let advances = 0;
  let isGateOpen = true;
  let isCrashExpected = false;
  /** Messages to accept until it is killed; null without such a crash. */
  let acceptedLeft: number | null = null;

  const knownConnections = new Set<string>();

  function recordMoment(moment: Moment, seen: Seen): void {
    const { activity, started } = moment;
    recorder.advance(moment.now, { ...seen, activity, started });
    now = moment.now;
    facts.recordLedger(now, moment.ledger);
  }

  function record(advanced: Advanced | null): void {
    const seen: Seen = {
      errors: [...(product?.takeErrors() ?? []), ...mocks.takeErrors()],
      requests: mocks.takeRequests(),
    };
    const started = product?.takeStarted() ?? [];
    if (advanced === null) {
      recorder.advance(now, { ...seen, activity: null, started });
      return;
    }
    const moments = [...advanced.earlier, advanced];
    // The moment has not ended with what was known of it before a server took its time.
    if ((moments[0]?.now ?? now) > now) facts.forgetLedger(now);
    let rest = seen;
    for (const moment of advanced.earlier) {
      const [until, after] = dividedAt(rest, moment.now);
      recordMoment(moment, until);
      rest = after;
    }
    recordMoment({ ...advanced, started: [...started, ...advanced.started] }, rest);
    reported = advanced.activity.last;
    last = advanced;
  }

  /** Its process has ended: what it sent before and what the mock endpoints saw is still recorded. */
  async function afterEnd(): Promise<void> {
    await mocks.atRest();
    record(null);
    facts.forgetLedger(now);
    product = null;
    last = null;
    isCrashExpected = false;
    acceptedLeft = null;
  }

  async function kill(): Promise<void> {
    await product?.kill();
    await afterEnd();
  }

  function up(): Product {
    if (product === null) throw new Error('Hookwright is down.');
    return product;
  }

  /** The product may pass more moments; the mock endpoints' clock follows it. */
  async function advanceProduct(up: Product, request: AdvanceRequest): Promise<Advanced> {
    mocks.follow(request.ahead !== null);
    try {
      const advanced = await up.advance(request);
      mocks.advanceTo(advanced.now);
      return advanced;
    } finally {
      mocks.follow(false);
    }
  }

  /** Moves both clocks and runs everything due, until both sides are idle and agree. */
  async function advanceBoth(first: AdvanceRequest): Promise<void> {
    mocks.advanceTo(first.to);
    const advancing = product;
    if (advancing === null) {
      await mocks.atRest();
      return record(null);
    }
    let request = first;
    for (let endsAt: number | null = null; ; ) {
      const advanced = await advanceProduct(advancing, request);
      request = { ...request, to: advanced.now, ahead: null };
      await mocks.atRest();
      for (const { end } of advanced.open) knownConnections.add(end);
      record(advanced);
      const mockUrls = [...names.mocks.values()].map(({ url }) => url);
      const blocker = disagreement(advanced, mocks, mockUrls, knownConnections);
      if (blocker === null) return;
      // Starts here, because a server may have taken long before.
      if (endsAt === null) {
        endsAt = performance.now() + stallMs;
        continue;
      }
      if (performance.now() > endsAt) throw new Inconclusive('stall', `Waiting for: ${blocker}.`);
      await pause(1, undefined, { signal });
    }
  }

  /** URLs whose servers are not mock endpoints, or have one behind them. */
  function serverUrls(): readonly string[] {
    const forwarding = scenario.given.mocks.flatMap(({ name, forward }) => {
      const url = forward == null ? undefined : names.mocks.get(name)?.url;
      return url === undefined ? [] : [url];
    });
    return [...names.servers.values(), ...forwarding];
  }

  return {
    /** Of the product that is up. */
    get client(): ContractClient {
      return up().client;
    },
    get ingestUrl(): string {
      return up().ingestUrl;
    },
    kill,
    now: () => now,
    advances: () => advances,
    isUp: () => product !== null,
    ledger: () => last?.ledger ?? null,
    hasInFlight: () => last?.hasInFlight ?? false,
    isJobOpen: (id: number): boolean => last === null || last.openJobs.includes(id),
    /** Time of its next timer; null without one. */
    nextAt: () => last?.nextAt ?? null,
    /** Virtual time goes on; what is due happens in the next advance. */
    moveTo(time: number): void {
      now = time;
    },
    async advance(ahead: RunAhead | null): Promise<void> {
      advances += 1;
      const mayRunAhead = isGateOpen && !isCrashExpected;
      const request = { to: now, isOpen: isGateOpen, ahead: mayRunAhead ? ahead : null };
      try {
        await advanceBoth(request);
      } catch (error) {
        if (codeOf(error) !== 'process_ended' || !isCrashExpected) throw error;
        await kill();
      }
    },
    /** Whether every delivery, of one destination or all, is finished and no job runs. */
    isFinished(destination: string | null): boolean {
      if (last === null || last.openJobs.length > 0 || last.hasInFlight || last.hasWaiting)
        return false;
      const { ledger } = last;
      if (destination === null) return ledger.waiting === 0;
      return [...recorder.history.deliveries.values()].every(
        (delivery) => delivery.destination !== destination || stateOf(delivery) !== 'waiting',
      );
    },
    async start(): Promise<void> {
      const process = starts === 0 ? options.loading : options.settings.products.take();
      product = await process.start({
        ...{ version, stallMs, remoteOrigins, now },
        reported: starts === 0 ? null : reported,
        dataFolder: join(options.folder, 'product'),
        clockFile: join(options.folder, 'clock'),
        ...{ seed, starts, timeHeader: scenario.clock.header },
      });
      mocks.setProduct(product);
      starts += 1;
      isGateOpen = true;
      await product.setServers(serverUrls());
    },
    async stop(): Promise<void> {
      await up().stop();
      await afterEnd();
    },
    /** Attempts wait from now on, so that those in flight can end. */
    closeGate(): void {
      isGateOpen = false;
    },
    /** It is killed after the nth accepted message, sent request or response. */
    async arm(point: 'accepted' | 'sent' | 'responded', nth: number): Promise<void> {
      isCrashExpected = true;
      if (point === 'accepted') acceptedLeft = nth;
      else await up().arm(point, nth);
    },
    /** A message got its 200, after which a crash may follow. */
    async accepted(messageId: string): Promise<void> {
      facts.recordAccepted(now, messageId);
      if (acceptedLeft === null) return;
      acceptedLeft -= 1;
      if (acceptedLeft === 0) await kill();
    },
    /** The run was interrupted: ends the process in the middle of its work. */
    interrupt(): void {
      void product?.kill();
    },
    /** The run is over. Only one that completed leaves a process that can be used again. */
    async end(isComplete: boolean): Promise<void> {
      if (product !== null) await (isComplete ? product.end() : product.kill());
      else if (starts === 0) options.loading.kill();
    },
  };
}

export type ProductUnderTest = ReturnType<typeof createUnderTest>;
