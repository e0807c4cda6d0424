/** External dependencies of the core, provided by hosts. Tests fake the clock and randomness. */
import type { ClockMode } from '#shared/clock/clock.ts';

/** Clock for everything that is scheduled (D34). Times are milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /**
   * Runs `run` once when the clock reaches `time`, or immediately if it already has. Returns a
   * function to cancel.
   */
  at(time: number, run: () => void): () => void;
  /** Calls `listener` when the clock's speed or time changes. Returns a function to unsubscribe. */
  subscribe(listener: () => void): () => void;
}

/** The only source of randomness, for write keys and IDs. */
export interface Random {
  bytes(length: number): Uint8Array;
}

/** State of the clock, saved for restarts. */
export interface SavedClock {
  readonly mode: ClockMode;
  readonly speed: number;
  /** Virtual time, and real time at the same moment. */
  readonly clockAt: number;
  readonly machineAt: number;
}

/** Structured log; `details.error` is the cause. Never contains secrets. */
export interface Log {
  debug(message: string, details?: Record<string, unknown>): void;
  info(message: string, details?: Record<string, unknown>): void;
  warn(message: string, details?: Record<string, unknown>): void;
  error(message: string, details?: Record<string, unknown>): void;
}

/** Protects secrets on disk: with the system's keychain if available, otherwise as plain text. */
export interface SecretBox {
  readonly atRest: 'encrypted' | 'plain';
  seal(secret: string): Uint8Array;
  /** Throws if another user or machine sealed the bytes. */
  open(sealed: Uint8Array): string;
  /** With a keychain: whether the secret was stored without one. The next start seals it. */
  isPlain?(sealed: Uint8Array): boolean;
}

/** Where a listener should listen. */
export interface ListenAddress {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /**
   * Whether the user requested this port. If it is in use, startup fails instead of trying another
   * (D2).
   */
  readonly explicit: boolean;
}

/** A problem that prevents startup. Hosts print `message` without a stack. */
export class StartupProblem extends Error {
  readonly code:
    | 'data_folder_in_use'
    | 'data_folder_unusable'
    | 'not_a_workspace'
    | 'data_folder_not_private'
    | 'data_folder_tracked'
    | 'data_not_usable'
    | 'database_corrupt'
    | 'database_newer'
    | 'database_older'
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
