/** The product's process, seen from the run. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ContractClient } from '#shared/contract.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import type { Child, StartChild } from './child.ts';
import type {
  NumberedRequest,
  ProductEvent,
  ProductFailure,
  ProductNotice,
  ProductOptions,
  ProductReply,
  ProductRequest,
  Started,
} from './messages.ts';
import type { Advanced, LoggedError, ProductPort, StartedRequest } from './ports.ts';

/** An operation failed, or the process stalled (`stall`) or ended (`process_ended`). */
export class ProductError extends Error {
  override readonly name = 'ProductError';
  readonly code: string | null;
  readonly fix: string | null;

  constructor({ code, message, fix }: ProductFailure) {
    super(message);
    this.code = code;
    this.fix = fix;
  }
}

/** It also learns which responses wait, so that it doesn't wait for them. */
export interface Product extends ProductPort {
  hold(end: string, bytesWritten: number): void;
  release(end: string): void;
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
    end = { code: 'process_ended', message: `Hookwright's process ended (${how}).`, fix: null };
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

/** A process that has loaded its program, or still loads it. */
export interface ProductProcess {
  start(options: ProductOptions): Promise<Product>;
  /** For a run that ends before it starts. */
  kill(): void;
}

interface Reuse {
  /** It ended a run and can start another. */
  readonly free: () => void;
  readonly exited: () => void;
}

function startProcess(startChild: StartChild, reuse: Reuse): ProductProcess {
  const child = startChild('product-process', {
    // Daily outages and other local times go by UTC on every machine.
    env: { TZ: 'UTC' },
  });
  const { request, notify, exited, takeStarted, takeErrors } = connect(child);
  void exited.then(() => reuse.exited());
  return {
    async start(options) {
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
        client: clientOf(request),
        takeStarted,
        takeErrors,
        advance: async (advance) => (await request({ kind: 'advance', advance })) as Advanced,
        async setServers(urls) {
          await request({ kind: 'servers', urls });
        },
        async arm(point, nth) {
          await request({ kind: 'arm', point, nth });
        },
        hold: (end, bytesWritten) => notifyRunning({ kind: 'hold', end, bytesWritten }),
        release: (end) => notifyRunning({ kind: 'release', end }),
        async stop() {
          await request({ kind: 'stop' });
          child.kill();
          await exited;
        },
        async end() {
          hasEnded = true;
          if (await endsWithin(request({ kind: 'end' }), options.stallMs)) return reuse.free();
          child.kill();
          await exited;
        },
        async kill() {
          child.kill();
          await exited;
        },
      };
    },
    kill: child.kill,
  };
}

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
  take(): ProductProcess;
  /** Ends those that are not used. */
  close(): void;
}

export function createProductProcesses(startChild: StartChild): ProductProcesses {
  const idle = new Set<ProductProcess>();
  return {
    take() {
      const [known] = idle;
      if (known !== undefined) {
        idle.delete(known);
        return known;
      }
      const started: ProductProcess = startProcess(startChild, {
        free: () => void idle.add(started),
        exited: () => void idle.delete(started),
      });
      return started;
    },
    close() {
      const closed = [...idle];
      // Killed, they end a little later and must not be taken in the meantime.
      idle.clear();
      for (const { kill } of closed) kill();
    },
  };
}
