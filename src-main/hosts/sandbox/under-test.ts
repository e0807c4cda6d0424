/**
 * The product under test over the whole run: its process, which may be killed and started again, and the
 * advances that move its clock and that of the mock endpoints together.
 */

import { type HistoryIndex, stateOf } from '#main/scenarios/history/history-index.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { Reported } from '#shared/scenarios/schema/activity.ts';
import { createAdvancer } from './advance.ts';
import type { Facts } from './facts.ts';
import type { Names } from './names.ts';
import type {
  Advanced,
  CrashTrigger,
  MocksPort,
  Moment,
  ProductPort,
  RunAhead,
  RunPorts,
} from './ports.ts';
import type { Advance, Recorder } from './recorder.ts';

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

export function createUnderTest(options: {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly stallMs: number;
  readonly startsAt: number;
  readonly ports: RunPorts;
  readonly mocks: MocksPort;
  readonly names: Names;
  readonly history: HistoryIndex;
  readonly recorder: () => Recorder;
  readonly facts: () => Facts;
}) {
  const { scenario, seed, ports, mocks, names, history } = options;
  let product: ProductPort | null = null;
  let now = options.startsAt;
  let last: Advanced | null = null;
  let reported: Reported | null = null;
  let starts = 0;
  let advances = 0;
  let isGateOpen = true;
  let isCrashExpected = false;
  /** Messages to accept until it is killed; null without such a crash. */
  let acceptedLeft: number | null = null;

  const advancer = createAdvancer({
    product: () => product,
    mocks,
    mockPorts: () => new Set([...names.mocks.values()].map(({ url }) => Number(new URL(url).port))),
    stallMs: options.stallMs,
    elapsedMs: ports.elapsedMs,
    pause: ports.pause,
  });

  function recordMoment(moment: Moment, seen: Seen): void {
    const { activity, started } = moment;
    options.recorder().advance(moment.now, { ...seen, activity, started });
    now = moment.now;
    options.facts().recordLedger(moment.ledger);
  }

  function record(advanced: Advanced | null): void {
    const seen: Seen = {
      errors: [...(product?.takeErrors() ?? []), ...mocks.takeErrors()],
      requests: mocks.takeRequests(),
    };
    const started = product?.takeStarted() ?? [];
    if (advanced === null) {
      options.recorder().advance(now, { ...seen, activity: null, started });
      return;
    }
    const moments = [...advanced.earlier, advanced];
    // The moment has not ended with what was known of it before a server took its time.
    if ((moments[0]?.now ?? now) > now) options.facts().forgetLedgerOfNow();
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
    options.facts().forgetLedgerOfNow();
    product = null;
    last = null;
    isCrashExpected = false;
    acceptedLeft = null;
  }

  async function kill(): Promise<void> {
    await product?.kill();
    await afterEnd();
  }

  const up = (): ProductPort => {
    if (product === null) throw new Error('Hookwright is down.');
    return product;
  };

  /** URLs whose servers are not mock endpoints, or have one behind them. */
  function serverUrls(): readonly string[] {
    const forwarding = scenario.given.mocks.flatMap(({ name, forward }) => {
      const url = forward == null ? undefined : names.mocks.get(name)?.url;
      return url === undefined ? [] : [url];
    });
    return [...names.servers.values(), ...forwarding];
  }

  return {
    up,
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
        await advancer.advance(request, record);
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
      return [...history.deliveries.values()].every(
        (delivery) => delivery.destination !== destination || stateOf(delivery) !== 'waiting',
      );
    },
    async start(): Promise<void> {
      // Another seed, since ids of before the restart are taken.
      product = await ports.startProduct({ seed: seed + 1_000_003 * starts, now, reported });
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
    async arm({ point, nth }: CrashTrigger): Promise<void> {
      isCrashExpected = true;
      if (point === 'accepted') acceptedLeft = nth;
      else await up().arm(point, nth);
    },
    /** A message got its 200, after which a crash may follow. */
    async accepted(messageId: string): Promise<void> {
      options.facts().recordAccepted(messageId);
      if (acceptedLeft === null) return;
      acceptedLeft -= 1;
      if (acceptedLeft === 0) await kill();
    },
  };
}

export type UnderTest = ReturnType<typeof createUnderTest>;
