/**
 * Starts attempts one after another: the next one when the last has ended or its mock endpoint waits for a
 * moment of virtual time. So requests arrive in the order of deliveries on any machine.
 */
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { localEnd } from '#main/kit/requests-in-flight.ts';
import type { Admission, AttemptKey } from '#main/kit/sandbox.ts';
import { portOf } from '#shared/kit/webhook-url.ts';
import type { StartedRequest } from './messages.ts';

/** Of a request about to be sent: its connection, and its number on it, from 1. */
type RequestPosition = Pick<StartedRequest, 'end' | 'requestNumber'>;

interface InFlight {
  readonly key: AttemptKey;
  end: string | null;
  socket: Socket | null;
}

interface Waiting {
  readonly key: AttemptKey;
  readonly admit: () => InFlight;
  readonly reject: () => void;
}

/** How to wait for attempts. */
interface WaitOptions {
  /** Whether the server has been slow. Its attempts then start together. */
  readonly isSlow: (key: AttemptKey) => boolean;
  readonly untilWoken: (woken: Promise<void>, key: AttemptKey) => Promise<void>;
}

/** Copies have no delivery and come last. Both are in request order. */
const orderOf = ({ deliveryId }: AttemptKey): number => deliveryId ?? Number.POSITIVE_INFINITY;

export function createGate(options: {
  /** A connection was opened for an attempt, or a request is about to be sent on it. */
  readonly onStarted: (request: AttemptKey & RequestPosition) => void;
  readonly onRequest: (socket: Socket) => void;
}) {
  const requestCounts = new WeakMap<Socket, number>();
  const inFlight = new Set<InFlight>();
  /** Connections on which a mock endpoint waits, with the bytes it has written on them. */
  const heldConnections = new Map<string, number>();
  /** The latest attempt. */
  let current: InFlight | null = null;
  let waiting: Waiting[] = [];
  let isClosed = false;
  let wake: () => void = () => undefined;

  const isHeld = ({ end }: InFlight): boolean => end !== null && heldConnections.has(end);

  /** Whether everything the mock endpoint wrote has arrived. TLS hides the number of bytes. */
  function hasRead({ end, socket }: InFlight): boolean {
    if (end === null || socket === null || socket instanceof TLSSocket) return true;
    return socket.bytesRead >= (heldConnections.get(end) ?? 0);
  }

  function note(attempt: InFlight, socket: Socket): void {
    const requestNumber = (requestCounts.get(socket) ?? 0) + 1;
    requestCounts.set(socket, requestNumber);
    attempt.end = localEnd(socket, portOf(new URL(attempt.key.url)));
    attempt.socket = socket;
    options.onStarted({ ...attempt.key, end: attempt.end, requestNumber });
  }

  function start(attempt: InFlight, socket: Socket): void {
    if (attempt.socket !== socket) note(attempt, socket);
    options.onRequest(socket);
  }

  return {
    admit: (key: AttemptKey): Promise<Admission | null> =>
      new Promise((resolve) => {
        if (isClosed) return resolve(null);
        const admit = (): InFlight => {
          const attempt: InFlight = { key, end: null, socket: null };
          inFlight.add(attempt);
          resolve({
            started: (socket) => start(attempt, socket),
            ended() {
              inFlight.delete(attempt);
              wake();
            },
          });
          return attempt;
        };
        waiting.push({ key, admit, reject: () => resolve(null) });
      }),
    /** A new connection is for the latest attempt; it may end before its request. */
    opened(socket: Socket): void {
      if (current === null || !inFlight.has(current)) return;
      note(current, socket);
      // An earlier connection from the same port may have ended while its mock endpoint waited.
      if (current.end !== null) heldConnections.delete(current.end);
    },
    hold(end: string, bytesWritten: number): void {
      heldConnections.set(end, bytesWritten);
      wake();
    },
    release(end: string): void {
      heldConnections.delete(end);
    },
    /** The product is stopping: no more attempts start. */
    close(): void {
      isClosed = true;
      for (const { reject } of waiting) reject();
      waiting = [];
    },
    hasWaiting: () => waiting.length > 0,
    hasInFlight: () => inFlight.size > 0,
    /** Attempts that neither ended nor wait for virtual time. */
    running: (): readonly AttemptKey[] =>
      [...inFlight]
        .filter((attempt) => !isHeld(attempt) || !hasRead(attempt))
        .map(({ key }) => key),
    /** Starts the queued attempts, each after the previous one ended or is held; slow ones together. */
    async startWaiting({ isSlow, untilWoken }: WaitOptions) {
      const batch = waiting.sort((a, b) => orderOf(a.key) - orderOf(b.key));
      waiting = [];
      const isRunning = (attempt: InFlight): boolean => inFlight.has(attempt) && !isHeld(attempt);
      async function untilDone(attempts: readonly InFlight[]): Promise<void> {
        for (let first = attempts.find(isRunning); first; first = attempts.find(isRunning)) {
          const woken = Promise.withResolvers<void>();
          wake = woken.resolve;
          await untilWoken(woken.promise, first.key);
        }
      }
      const slow: Waiting[] = [];
      for (const one of batch) {
        if (isSlow(one.key)) {
          slow.push(one);
          continue;
        }
        current = one.admit();
        await untilDone([current]);
      }
      current = null;
      await untilDone(slow.map(({ admit }) => admit()));
    },
  };
}
