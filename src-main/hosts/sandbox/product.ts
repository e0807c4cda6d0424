/** The product's process, seen from the run. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ContractClient } from '#shared/contract.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import type { Child, StartChild } from './child.ts';
import type {
  Advanced,
  AdvanceRequest,
  LoggedError,
  NumberedRequest,
  ProductEvent,
  ProductFailure,
  ProductNotice,
  ProductOptions,
  ProductReply,
  ProductRequest,
  Started,
  StartedRequest,
} from './messages.ts';

/** An operation failed, or the process stalled (`stall`) or ended (`process_ended`). */
class ProductError extends Error {
  override readonly name = 'ProductError';
  readonly code: string | null;

  constructor({ code, message }: ProductFailure) {
    super(message);
    this.code = code;
  }
}

const isReply = (message: ProductReply | ProductEvent): message is ProductReply =>
  'number' in message;

/** Calls operations by their path: `client.jobs.start(input)`. */
function clientOf(request: (request: ProductRequest) => Promise<unknown>): ContractClient {
  const at = (path: readonly string[]): unknown =>
    new Proxy(() => undefined, {
      get: (_target, name) =>
        typeof name === 'string' && name !== 'then' ? at([...path, name]) : undefined,
      async apply(_target, _this, [input]) {
        const result = await request({ kind: 'call', path, input: JSON.stringify(input) });
        return typeof result === 'string' ? parseExact(result) : undefined;
      },
    });
  return at([]) as ContractClient;
}

function connect(child: Child) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const exited = Promise.withResolvers<void>();
  let lastNumber = 0;
  /** Set when the process has ended. */
  let end: ProductFailure | null = null;
  let started: StartedRequest[] = [];
  let errors: LoggedError[] = [];

  child.onMessage((received) => {
    const message = received as ProductReply | ProductEvent;
    if (!isReply(message)) {
      if (message.kind === 'started') started.push(message.request);
      else errors.push(message.error);
      return;
    }
    const reply = waiting.get(message.number);
    waiting.delete(message.number);
    if ('failure' in message) reply?.reject(new ProductError(message.failure));
    else reply?.resolve(message.result);
  });
  child.onExit((how) => {
    end = { code: 'process_ended', message: `Hookwright's process ended (${how}).` };
    for (const { reject } of waiting.values()) reject(new ProductError(end));
    waiting.clear();
    exited.resolve();
  });

  return {
    request(request: ProductRequest): Promise<unknown> {
      lastNumber += 1;
      if (end !== null) return Promise.reject(new ProductError(end));
      const reply = Promise.withResolvers<unknown>();
      waiting.set(lastNumber, reply);
      child.send({ kind: 'request', number: lastNumber, request } satisfies NumberedRequest);
      return reply.promise;
    },
    notify: (notice: ProductNotice) => child.send(notice),
    exited: exited.promise,
    takeStarted() {
      const requests = started;
      started = [];
      return requests;
    },
    takeErrors() {
      const logged = errors;
      errors = [];
      return logged;
    },
  };
}

interface Reuse {
  /** It ended a run and can start another. */
  readonly free: () => void;
  readonly exited: () => void;
}

/** A process that has loaded its program, or still loads it. */
function startProcess(startChild: StartChild, reuse: Reuse) {
  const child = startChild('product-process', {
    // Daily outages and other local times go by UTC on every machine.
    env: { TZ: 'UTC' },
  });
  const { request, notify, exited, takeStarted, takeErrors } = connect(child);
  void exited.then(() => reuse.exited());
  /** SIGKILL. */
  async function kill(): Promise<void> {
    child.kill();
    await exited;
  }
  return {
    /** Starts the product. Methods reject with a ProductError. */
    async start(options: ProductOptions) {
      // Of an earlier run.
      takeStarted();
      takeErrors();
      const { ingestUrl } = (await request({ kind: 'start', options })) as Started;
      let hasEnded = false;
      const notifyRunning = (notice: ProductNotice): void => {
        if (!hasEnded) notify(notice);
      };
      return {
        ingestUrl,
        /** A stream resolves with its last item. */
        client: clientOf(request),
        /** Those before an expected crash, which no advance reports. */
        takeStarted,
        takeErrors,
        /** Moves its clock and runs everything due until no work is left. */
        advance: async (advance: AdvanceRequest) =>
          (await request({ kind: 'advance', advance })) as Advanced,
        /** URLs whose servers respond in real time. */
        setServers: async (urls: readonly string[]) =>
          void (await request({ kind: 'servers', urls })),
        /** Kills the process when the nth attempt from now was sent, or got its response. */
        arm: async (point: 'sent' | 'responded', nth: number) =>
          void (await request({ kind: 'arm', point, nth })),
        /** A mock endpoint waits on a connection: the product doesn't wait for its response. */
        hold: (end: string, bytesWritten: number) =>
          notifyRunning({ kind: 'hold', end, bytesWritten }),
        release: (end: string) => notifyRunning({ kind: 'release', end }),
        async stop(): Promise<void> {
          await request({ kind: 'stop' });
          await kill();
        },
        kill,
        /** The run is over: another one may use its process. */
        async end(): Promise<void> {
          hasEnded = true;
          if (await endsWithin(request({ kind: 'end' }), options.stallMs)) reuse.free();
          else await kill();
        },
      };
    },
    /** For a run that ends before it starts. */
    kill: child.kill,
  };
}

export type ProductProcess = ReturnType<typeof startProcess>;
export type Product = Awaited<ReturnType<ProductProcess['start']>>;

/** False also if it fails or takes longer. */
async function endsWithin(ended: Promise<unknown>, limitMs: number): Promise<boolean> {
  const late = new AbortController();
  const result = await Promise.race([
    ended.catch(() => false),
    pause(limitMs, false, { signal: late.signal }).catch(() => false),
  ]);
  late.abort();
  return result === true;
}

/** Loading the program takes longer than most runs: a process that ended a run is used for the next one. */
export interface ProductProcesses {
  /** Starts one that the first run takes. */
  prepare(): void;
  take(): ProductProcess;
  /** Ends those that are not used. */
  close(): void;
}

export function createProductProcesses(startChild: StartChild): ProductProcesses {
  const idle = new Set<ProductProcess>();

  function start(): ProductProcess {
    const started: ProductProcess = startProcess(startChild, {
      free: () => void idle.add(started),
      exited: () => void idle.delete(started),
    });
    return started;
  }

  return {
    prepare: () => void idle.add(start()),
    take() {
      const [known] = idle;
      if (known === undefined) return start();
      idle.delete(known);
      return known;
    },
    close() {
      const closed = [...idle];
      // Killed, they end a little later and must not be taken in the meantime.
      idle.clear();
      for (const { kill } of closed) kill();
    },
  };
}
