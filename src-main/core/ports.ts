/** What the core needs from outside. A host gives it; a test fakes the clock and the randomness. */
import type { ClockMode } from '#shared/schemas/clock.ts';

/** The one clock that everything which schedules asks (D34). Times are milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Runs `run` once when the clock reaches `time`, at once if it has; returns how to cancel it. */
  at(time: number, run: () => void): () => void;
  /** Tells when the clock changed its speed or jumped; returns how to stop listening. */
  subscribe(listener: () => void): () => void;
}

/** The only source of randomness: write keys, ids, message ids. */
export interface Random {
  bytes(length: number): Uint8Array;
}

/** What a restart needs to go on where the clock stood. */
export interface ClockMemory {
  readonly mode: ClockMode;
  readonly speed: number;
  /** The clock's time, and the machine's at that moment. */
  readonly clockAt: number;
  readonly machineAt: number;
}

/** Structured log; `details.error` carries a cause. Secrets never go in. */
export interface Log {
  debug(message: string, details?: Record<string, unknown>): void;
  info(message: string, details?: Record<string, unknown>): void;
  warn(message: string, details?: Record<string, unknown>): void;
  error(message: string, details?: Record<string, unknown>): void;
}

/** Keeps secrets on disk: with the system's keychain where there is one, else as plain text. */
export interface SecretBox {
  readonly atRest: 'encrypted' | 'plain';
  seal(secret: string): Uint8Array;
  /** Throws when the bytes were sealed by another user or machine. */
  open(sealed: Uint8Array): string;
}

/** Where a listener shall listen. */
export interface ListenAddress {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** True when the user asked for this very port: in use is then an error, not a reason to move (D2). */
  readonly explicit: boolean;
}

/** A reason not to start. Hosts print `message` without a stack. */
export class StartupProblem extends Error {
  readonly code:
    | 'data_folder_in_use'
    | 'data_folder_unusable'
    | 'database_corrupt'
    | 'database_newer'
    | 'port_in_use'
    | 'host_unusable'
    | 'token_unusable'
    | 'token_too_short';

  constructor(code: StartupProblem['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupProblem';
    this.code = code;
  }
}
