/**
 * What a scenario run changes in a core so that it can be repeated exactly: sockets keep to virtual
 * time, attempts start one after another, and the run learns when nothing is left to do. Nothing on the
 * path of a message is replaced. Without it, a core runs in real time.
 */
import type { Socket } from 'node:net';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import type { MockStep } from '#shared/mocks/step.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import type { SendGate } from './http-client/send-gate.ts';
import type { SocketTime } from './http-client/socket-time.ts';

/**
 * Responses of a mock endpoint that go before its rules and steps, by the body of the request; null for a body
 * without one. Only in a sandbox.
 */
export type ResponsesOf = (mock: string) => ((body: Uint8Array) => MockStep | null) | undefined;

/** An attempt about to start, or a copy, which has no delivery. */
export interface AttemptKey {
  readonly deliveryId: number | null;
  readonly url: string;
}

export interface Admission {
  /** Called with the socket before the first byte of the request. */
  started(socket: Socket): void;
  /** Called when the result is about to be stored. */
  ended(): void;
}

export interface Sandbox {
  /** Of the run: the jitter of retries follows it (D70). */
  readonly seed: number;
  /** Where its requests may go. */
  readonly gate: SendGate;
  readonly time: SocketTime;
  /** Header of webhook requests that holds the time of the clock; null for none. */
  readonly timeHeader: string | null;
  /** Resolves when the attempt may start; with null if it must not, because the core is stopping. */
  admit(attempt: AttemptKey): Promise<Admission | null>;
  /** A connection to a port of a webhook is open. */
  opened(socket: Socket, port: number): void;
  /** A client has connected to a mock endpoint. */
  accepted(socket: Socket): void;
  /** How the product signs, for mock endpoints outside its process. */
  readonly senderProfiles?: { of(mock: string): readonly ProviderProfile[] };
  /** Responses of a mock endpoint that go before its rules and steps, by the body of the request. */
  readonly responsesOf?: ResponsesOf;
  /** A mock endpoint waits before it continues a response. Returns a function to call when it does. */
  hold(socket: Socket): () => void;
}

/** The headers of a request at this time of the clock: in a sandbox, they may hold it. */
export function withTime(headers: HeaderLines, sandbox: Sandbox | null, now: number): HeaderLines {
  const name = sandbox?.timeHeader ?? null;
  if (name === null) return headers;
  // A copy repeats the headers of an earlier request.
  const others = headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  return [...others, [name, new Date(now).toISOString()]];
}
