/** Entry point of the product's process in a run: a core controlled over IPC. */
import { flushCompileCache } from 'node:module';
import type { Socket } from 'node:net';
import { createRouterClient, ORPCError } from '@orpc/server';
import { type Core, createCore } from '#main/app.ts';
import { createRouter } from '#main/hosts/api/index.ts';
import { createOriginGate } from '#main/kit/http-client/send-gate.ts';
import { localEnd } from '#main/kit/requests-in-flight.ts';
import type { AttemptKey, Sandbox } from '#main/kit/sandbox.ts';
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
import {
  anyPort,
  createConnections,
  Stall,
  sandboxLog,
  seededRandom,
  throwawaySecretBox,
  whenAtRest,
} from './parts.ts';
import { momentFrom } from './run-ahead.ts';

/** Resolution of the time that servers take: faster ones take no virtual time. */
const serverStepMs = 100;

/** Attempts to slower servers start together; otherwise, a run would take hours. */
const slowServerMs = 1_000;

/** Maximum moments passed in one advance of the clock, so that progress is shown and a run can be stopped. */
const maxMoments = 200;

const die = (): void => process.kill(process.pid, 'SIGKILL') as unknown as undefined;

const noName = { messageId: null, destination: null };

const send = (message: ProductReply | ProductEvent): void => parent.send(message);

function createProduct(options: ProductOptions) {
  const { version, dataFolder, clockFile, seed, stallMs, now, reported, remoteOrigins } = options;
  const stepped = createSteppedClock(now);
  const sharedClock = openSharedClock(clockFile, 'existing');
  const connections = createConnections();
  let started: StartedRequest[] = [];
  let named: Core | null = null;
  const gate = createGate({
    onStarted(request) {
      const { messageId, destination } = named?.activity?.nameOf(request.deliveryId) ?? noName;
      const complete = { ...request, messageId, destination };
      // About to be killed: the run must learn of it before.
      if (crash === null) started.push(complete);
      else send({ kind: 'started', request: complete });
    },
    onRequest: (socket) => crash?.(socket),
  });
  let crash: ((socket: Socket) => void) | null = null;
  let servers: readonly string[] = [];
  const slowServers = new Set<string>();
  const sandbox: Sandbox = {
    gate: createOriginGate(remoteOrigins),
    time: stepped.time,
    admit: gate.admit,
    opened(socket, port) {
      connections.add(localEnd(socket, port), socket);
      gate.opened(socket);
    },
    accepted: () => undefined,
    hold: () => () => undefined,
  };

  const attemptName = ({ url }: AttemptKey): string => `attempt to ${url}`;

  const isServer = ({ url }: AttemptKey): boolean => servers.includes(url);

  const busyParts = (core: Core) => (): readonly string[] => [
    ...core.busyParts(),
    ...gate.running().map(attemptName),
  ];

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
    isServer(key) ? untilResponded(woken, key) : untilReceived(woken, key);

  async function moment(core: Core, to: number, isOpen: boolean): Promise<Moment> {
    stepped.advanceTo(to);
    await whenAtRest(busyParts(core), stallMs);
    while (isOpen && gate.hasWaiting()) {
      await gate.startWaiting({ isSlow: ({ url }) => slowServers.has(url), untilWoken });
      await whenAtRest(busyParts(core), stallMs);
    }
    if (core.activity === null) throw new Error('The core is in no sandbox.');
    const now = stepped.clock.now();
    const passed = { now, activity: core.activity.readNew(), ledger: core.ledger.get(), started };
    started = [];
    return passed;
  }

  const isFinished = (core: Core, { ledger }: Moment): boolean =>
    ledger.waiting === 0 && core.jobs.openIds().length === 0;

  /** Null if the run has to look at both sides first, or nothing more is due. */
  function nextMoment(core: Core, last: Moment, ahead: RunAhead): number | null {
    if (gate.hasInFlight() || gate.hasWaiting()) return null;
    if (ahead.endsWhenFinished && isFinished(core, last)) return null;
    const nextAt = stepped.nextAt() ?? Number.POSITIVE_INFINITY;
    const time = Math.min(
      momentFrom(nextAt, ahead),
      ahead.isMoment ? ahead.until : Number.POSITIVE_INFINITY,
    );
    return time > last.now && time <= ahead.until ? time : null;
  }

  async function advance(core: Core, { to, isOpen, ahead }: AdvanceRequest): Promise<Advanced> {
    const earlier: Moment[] = [];
    const closed = connections.closed();
    let last = await moment(core, to, isOpen);
    while (ahead !== null && earlier.length < maxMoments && connections.closed() === closed) {
      const time = nextMoment(core, last, ahead);
      if (time === null) break;
      sharedClock.write(time);
      earlier.push(last);
      last = await moment(core, time, isOpen);
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

  return {
    gate,
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
    setServers(urls: readonly string[]) {
      servers = urls;
    },
    /** Attempts in flight may wait for a moment that never comes. */
    async end(core: Core): Promise<boolean> {
      if (gate.hasInFlight() || gate.hasWaiting()) return false;
      gate.close();
      await core.stop();
      sharedClock.close();
      return true;
    },
    async start(): Promise<Core> {
      const core = await createCore({
        version,
        dataFolder,
        ingest: anyPort,
        mocks: { http: anyPort, https: anyPort },
        clock: stepped.clock,
        random: seededRandom(seed),
        log: sandboxLog((message) =>
          send({ kind: 'logged_error', error: { at: stepped.clock.now(), message } }),
        ),
        secretBox: throwawaySecretBox,
        sandbox,
      });
      named = core;
      if (reported !== null) core.activity?.resume(reported);
      await core.start();
      return core;
    },
  };
}

let product: ReturnType<typeof createProduct> | null = null;
let running: Core | null = null;

const core = (): Core => {
  if (running === null) throw new Error('The product has not started.');
  return running;
};

/** The last item of a stream, or the value itself. */
async function lastOf(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null || !(Symbol.asyncIterator in value)) return value;
  let last: unknown;
  for await (const item of value as AsyncIterable<unknown>) last = item;
  return last;
}

async function call(
  path: readonly string[],
  input: string | undefined,
): Promise<string | undefined> {
  const client = createRouterClient(createRouter(core()));
  const operation = path.reduce<unknown>(
    (node, name) => (node as Record<string, unknown>)[name],
    client,
  );
  const value = input === undefined ? undefined : parseExact(input);
  return JSON.stringify(
    await lastOf(await (operation as (input: unknown) => Promise<unknown>)(value)),
  );
}

async function perform(request: ProductRequest): Promise<unknown> {
  switch (request.kind) {
    case 'start': {
      product = createProduct(request.options);
      running = await product.start();
      // It is killed at the end, which would lose what it has compiled.
      flushCompileCache();
      return { ingestUrl: running.ingestUrl ?? '' } satisfies Started;
    }
    case 'call':
      return call(request.path, request.input);
    case 'advance':
      return product?.advance(core(), request.advance);
    case 'servers':
      return product?.setServers(request.urls);
    case 'arm':
      return product?.arm(request.point, request.nth);
    case 'stop':
      product?.gate.close();
      return core().stop();
    case 'end':
      return product?.end(core());
  }
}

function failureOf(error: unknown): ProductFailure {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ORPCError)) {
    const isStall = error instanceof Error && error.name === 'Stall';
    return { code: isStall ? 'stall' : null, message, fix: null };
  }
  const fix: unknown = error.data?.fix;
  return { code: error.code, message, fix: typeof fix === 'string' ? fix : null };
}

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
