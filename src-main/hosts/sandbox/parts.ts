/** What both cores of a run consist of: ports that repeat exactly, their open connections, and when they are idle. */
import type { Socket } from 'node:net';
import { createCore } from '#main/app.ts';
import { diskCodeOf } from '#main/kit/app-error.ts';
import type { Clock, ListenAddress, Log, Random, SecretBox } from '#main/kit/ports.ts';
import type { Sandbox } from '#main/kit/sandbox.ts';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';
import type { Advanced, LoggedError } from './messages.ts';

const anyPort: ListenAddress = { host: '127.0.0.1', port: 0, explicit: true };

/** The scenario file contains the secrets anyway. */
export const throwawaySecretBox: SecretBox = {
  atRest: 'plain',
  seal: (secret) => Buffer.from(secret, 'utf8'),
  open: (sealed) => Buffer.from(sealed).toString('utf8'),
};

/** The same bytes for the same seed. */
function seededRandom(seed: number): Random {
  let step = 0;
  return {
    bytes: (length) =>
      Uint8Array.from({ length }, () => {
        step += 1;
        return Math.floor(seededFraction(seed, step) * 256);
      }),
  };
}

const textOf = (message: string, details?: Record<string, unknown>): string => {
  const { error } = details ?? {};
  return error instanceof Error ? `${message} ${error.message}` : message;
};

const sandboxLog = (onError: (error: Omit<LoggedError, 'at'>) => void): Log => ({
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (message, details) =>
    onError({
      message: textOf(message, details),
      storageCode: diskCodeOf(details) ?? diskCodeOf(details?.error),
    }),
});

/** A core in virtual time, whose randomness depends on the seed only. */
export async function createSandboxCore(options: {
  readonly version: string;
  readonly dataFolder: string;
  readonly seed: number;
  readonly clock: Clock;
  readonly onError: (error: LoggedError) => void;
  readonly sandbox: Sandbox;
}) {
  const core = await createCore({
    version: options.version,
    dataFolder: options.dataFolder,
    ingest: anyPort,
    mocks: { http: anyPort, https: anyPort },
    clock: options.clock,
    random: seededRandom(options.seed),
    log: sandboxLog((error) => options.onError({ at: options.clock.now(), ...error })),
    secretBox: throwawaySecretBox,
    sandbox: options.sandbox,
  });
  const { activity } = core;
  if (activity === null) throw new Error('The core is in no sandbox.');
  return { core, activity };
}

export async function startSandboxCore(
  options: Parameters<typeof createSandboxCore>[0],
): ReturnType<typeof createSandboxCore> {
  const created = await createSandboxCore(options);
  try {
    await created.core.start();
    return created;
  } catch (error) {
    await created.core.stop().catch(() => undefined);
    throw error;
  }
}

/** The open connections of one side, so that both sides can be compared. */
export function createConnections() {
  const open = new Map<string, Socket>();
  return {
    add(end: string, socket: Socket): void {
      open.set(end, socket);
      socket.once('close', () => {
        if (open.get(end) === socket) open.delete(end);
      });
    },
    open: (): Advanced['open'] =>
      [...open].map(([end, socket]) => ({ end, port: socket.remotePort ?? 0 })),
    has: (end: string): boolean => open.has(end),
    /** Closes the connections to a port. */
    closeAt(port: number): void {
      for (const socket of open.values()) if (socket.localPort === port) socket.destroy();
    },
  };
}

// Waits until a core is idle, before virtual time moves.

/** Work may pass from one part to another within a turn of the event loop. */
const requiredIdleTurns = 3;

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const millisecond = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Turns to poll before yielding the processor to other threads. */
const busyTurns = 200;

/** Named work that did not end in time. */
export class Stall extends Error {
  override readonly name = 'Stall';
  readonly code = 'stall';

  constructor(busyParts: readonly string[]) {
    super(`Waiting for: ${busyParts.join(', ')}.`);
  }
}

/** `stallMs` is real time. Rejects with a Stall. */
export async function whenAtRest(
  busyParts: () => readonly string[],
  stallMs: number,
): Promise<void> {
  const endsAt = performance.now() + stallMs;
  for (let idleTurns = 0, turns = 0; idleTurns < requiredIdleTurns; turns += 1) {
    await (turns > busyTurns ? millisecond() : nextTurn());
    const busy = busyParts();
    idleTurns = busy.length === 0 ? idleTurns + 1 : 0;
    if (busy.length > 0 && performance.now() > endsAt) throw new Stall(busy);
  }
}
