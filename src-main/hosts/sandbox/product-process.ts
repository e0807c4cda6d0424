/** Entry point of the product's process in a run: a core controlled over IPC. */
import { flushCompileCache } from 'node:module';
import type { Socket } from 'node:net';
import { createRouterClient, ORPCError } from '@orpc/server';
import { createRouter } from '#main/hosts/api/index.ts';
import { createOriginGate } from '#main/kit/http-client/send-gate.ts';
import { localEnd } from '#main/kit/requests-in-flight.ts';
import type { AttemptKey } from '#main/kit/sandbox.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import { createSteppedClock, openSharedClock } from './clocks.ts';
import { createGate } from './gate.ts';
import type {
  Advanced,
  AdvanceRequest,
  Moment,
  NumberedRequest,
  ProductEvent,
  ProductFailure,
  ProductNotice,
  ProductOptions,
  ProductReply,
  ProductRequest,
  RunAhead,
  Started,
  StartedRequest,
} from './messages.ts';
import { parent } from './parent.ts';
import { createConnections, createSandboxCore, Stall, whenAtRest } from './parts.ts';
import { momentFrom } from './run-ahead.ts';

/** Resolution of the time that servers take: faster ones take no virtual time. */
const serverStepMs = 100;

/** Attempts to slower servers start together; otherwise, a run would take hours. */
const slowServerMs = 1_000;

/** Maximum moments passed in one advance of the clock, so that progress is shown and a run can be stopped. */
const maxMoments = 200;
/** Maximum messages and attempts in one advance: the run has all of them in memory several times. */
const maxReported = 500;

const die = (): void => process.kill(process.pid, 'SIGKILL') as unknown as undefined;

const send = (message: ProductReply | ProductEvent): void => parent.send(message);

const countOf = ({ activity: { messages, attempts } }: Moment): number =>
  messages.length + attempts.length;

async function startProduct(options: ProductOptions) {
  const { stallMs, reported } = options;
  const stepped = createSteppedClock(options.now);
  const sharedClock = openSharedClock(options.clockFile, 'existing');
  const connections = createConnections();
  let started: StartedRequest[] = [];
  let crash: ((socket: Socket) => void) | null = null;
  let servers: readonly string[] = [];
  const slowServers = new Set<string>();
  const gate = createGate({
    onStarted(request) {
      const complete = { ...request, ...activity.nameOf(request.deliveryId) };
      // About to be killed: the run must learn of it before.
      if (crash === null) started.push(complete);
      else send({ kind: 'started', request: complete });
    },
    onRequest: (socket) => crash?.(socket),
  });
  const { core, activity } = await createSandboxCore({
    ...options,
    // Another seed after a restart, since ids of before are taken.
    seed: options.seed + 1_000_003 * options.starts,
    clock: stepped.clock,
    onError: (error) => send({ kind: 'logged_error', error }),
    sandbox: {
      seed: options.seed,
      gate: createOriginGate(options.remoteOrigins),
      time: stepped.time,
      timeHeader: options.timeHeader,
      admit: gate.admit,
      opened(socket, port) {
        connections.add(localEnd(socket, port), socket);
        gate.opened(socket);
      },
      accepted: () => undefined,
      hold: () => () => undefined,
    },
  });
  const client = createRouterClient(createRouter(core));

  const attemptName = ({ url }: AttemptKey): string => `attempt to ${url}`;

  const atRest = (): Promise<void> =>
    whenAtRest(() => [...core.busyParts(), ...gate.running().map(attemptName)], stallMs);

  /** Waits for an attempt to a mock endpoint while virtual time is stopped. Rejects with a Stall. */
  async function untilReceived(woken: Promise<void>, key: AttemptKey): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(() => late.reject(new Stall([attemptName(key)])), stallMs);
    await Promise.race([woken, late.promise]).finally(() => clearTimeout(timer));
  }

  /** Waits for an attempt to a server: virtual time passes with real time, up to its time limit. */
  async function untilResponded(woken: Promise<void>, { url }: AttemptKey): Promise<void> {
    const startedAt = stepped.clock.now();
    const realStart = performance.now();
    const timer = setInterval(() => {
      // Intervals may be skipped on a busy machine, and a timer may be a little early.
      const steps = Math.floor((performance.now() - realStart) / serverStepMs + 0.1);
      const waitedMs = steps * serverStepMs;
      if (waitedMs >= slowServerMs) slowServers.add(url);
      stepped.advanceTo(startedAt + waitedMs);
    }, serverStepMs);
    await woken.finally(() => clearInterval(timer));
  }

  const untilWoken = (woken: Promise<void>, key: AttemptKey): Promise<void> =>
    servers.includes(key.url) ? untilResponded(woken, key) : untilReceived(woken, key);

  async function moment(to: number, isOpen: boolean): Promise<Moment> {
    stepped.advanceTo(to);
    await atRest();
    while (isOpen && gate.hasWaiting()) {
      await gate.startWaiting({ isSlow: ({ url }) => slowServers.has(url), untilWoken });
      await atRest();
    }
    const now = stepped.clock.now();
    const passed = { now, activity: activity.readNew(), ledger: core.ledger.get(), started };
    started = [];
    return passed;
  }

  /** Null if the run has to look at both sides first, or nothing more is due. */
  function nextMoment(last: Moment, ahead: RunAhead): number | null {
    if (gate.hasInFlight() || gate.hasWaiting()) return null;
    const isFinished = last.ledger.waiting === 0 && core.jobs.openIds().length === 0;
    if (ahead.endsWhenFinished && isFinished) return null;
    const nextAt = stepped.nextAt() ?? Number.POSITIVE_INFINITY;
    const time = Math.min(
      momentFrom(nextAt, ahead),
      ahead.isMoment ? ahead.until : Number.POSITIVE_INFINITY,
    );
    return time > last.now && time <= ahead.until ? time : null;
  }

  async function advance({ to, isOpen, ahead }: AdvanceRequest): Promise<Advanced> {
    const earlier: Moment[] = [];
    let last = await moment(to, isOpen);
    let reportedCount = countOf(last);
    while (ahead !== null && earlier.length < maxMoments && reportedCount < maxReported) {
      const time = nextMoment(last, ahead);
      if (time === null) break;
      sharedClock.write(time);
      earlier.push(last);
      last = await moment(time, isOpen);
      reportedCount += countOf(last);
    }
    return {
      ...last,
      earlier,
      nextAt: stepped.nextAt(),
      open: connections.open(),
      hasWaiting: gate.hasWaiting(),
      hasInFlight: gate.hasInFlight(),
      openJobs: core.jobs.openIds(),
    };
  }

  /** Input and result are JSON, undefined without a value. Of a stream, the result is the last item. */
  async function call(
    path: readonly string[],
    input: string | undefined,
  ): Promise<string | undefined> {
    const operation = path.reduce<unknown>(
      (node, name) => (node as Record<string, unknown>)[name],
      client,
    ) as (input: unknown) => Promise<unknown>;
    const result = await operation(input === undefined ? undefined : parseExact(input));
    if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result))
      return JSON.stringify(result);
    let last: unknown;
    for await (const item of result as AsyncIterable<unknown>) last = item;
    return JSON.stringify(last);
  }

  if (reported !== null) activity.resume(reported);
  await core.start();

  return {
    gate,
    ingestUrl: core.ingestUrl ?? '',
    call,
    advance,
    /** At the end of the turn, the request is written and its response not yet read. */
    arm(point: 'sent' | 'responded', nth: number): void {
      let remaining = nth;
      crash = (socket) => {
        remaining -= 1;
        if (remaining > 0) return;
        if (point === 'sent') setImmediate(die);
        else socket.prependOnceListener('data', die);
      };
    },
    setServers(urls: readonly string[]): void {
      servers = urls;
    },
    async stop(): Promise<void> {
      gate.close();
      await core.stop();
    },
    /** False if attempts in flight may wait for a moment that never comes. */
    async end(): Promise<boolean> {
      if (gate.hasInFlight() || gate.hasWaiting()) return false;
      gate.close();
      await core.stop();
      sharedClock.close();
      return true;
    },
  };
}

let product: Awaited<ReturnType<typeof startProduct>> | null = null;

async function perform(request: ProductRequest): Promise<unknown> {
  if (request.kind === 'start') {
    product = await startProduct(request.options);
    // It is killed at the end, which would lose what it has compiled.
    flushCompileCache();
    return { ingestUrl: product.ingestUrl } satisfies Started;
  }
  if (product === null) throw new Error('The product has not started.');
  switch (request.kind) {
    case 'call':
      return product.call(request.path, request.input);
    case 'advance':
      return product.advance(request.advance);
    case 'servers':
      return product.setServers(request.urls);
    case 'arm':
      return product.arm(request.point, request.nth);
    case 'stop':
      return product.stop();
    case 'end':
      return product.end();
  }
}

const failureOf = (error: unknown): ProductFailure => ({
  code: error instanceof ORPCError || error instanceof Stall ? error.code : null,
  message: error instanceof Error ? error.message : String(error),
});

parent.onMessage((received) => {
  const message = received as NumberedRequest | ProductNotice;
  if (message.kind === 'hold') return product?.gate.hold(message.end, message.bytesWritten);
  if (message.kind === 'release') return product?.gate.release(message.end);
  const { number, request } = message;
  perform(request).then(
    (result) => send({ number, result }),
    (error) => send({ number, failure: failureOf(error) }),
  );
});

// The run has ended or was killed.
parent.onDisconnect(() => process.exit());
