/** Messages of a run: with its product process, and with the host that started it. */

import type { CoreActivity, Reported } from '#main/scenarios/sandbox-activity.ts';
import type {
  ExplorerRequest,
  ExplorerUpdate,
  RunnerRequest,
  RunnerUpdate,
} from '#main/scenarios/scenarios.ts';
import type { Ledger } from '#shared/deliveries/ledger.ts';
import type { RunPace } from '#shared/scenarios/schema/run.ts';

/** What happened at one moment of virtual time. */
export interface Moment {
  /** Later than requested if a server did not respond in time. */
  readonly now: number;
  readonly activity: CoreActivity;
  readonly ledger: Ledger;
  readonly started: readonly StartedRequest[];
}

export interface Advanced extends Moment {
  /** The moments before it that the product passed by itself. */
  readonly earlier: readonly Moment[];
  /** Time of the next timer; null without one. */
  readonly nextAt: number | null;
  /** Open connections to webhooks: local end, and port of the server. */
  readonly open: readonly { readonly end: string; readonly port: number }[];
  /** Whether attempts wait to start, or for a response. */
  readonly hasWaiting: boolean;
  readonly hasInFlight: boolean;
  /** Jobs that run, or wait for their rate or queue. */
  readonly openJobs: readonly number[];
}

/** A request the product sent, by its connection and its place on it, from 1. */
export interface StartedRequest {
  /** Null for a copy. */
  readonly deliveryId: number | null;
  readonly url: string;
  readonly end: string;
  readonly requestNumber: number;
  /** Null for a copy. */
  readonly messageId: string | null;
  readonly destination: string | null;
}

/** How far the product may go on by itself, because nothing else happens until then. */
export interface RunAhead {
  /** Up to this moment. */
  readonly until: number;
  /** Whether `until` is a moment of the run, even if the product has nothing to do then. */
  readonly isMoment: boolean;
  /** Moments are this number of milliseconds apart, counted from `startsAt`. */
  readonly resolutionMs: number;
  readonly startsAt: number;
  /** The steps have ended: it stops when everything is finished. */
  readonly endsWhenFinished: boolean;
}

export interface AdvanceRequest {
  readonly to: number;
  /** Attempts start only if true. */
  readonly isOpen: boolean;
  /** Null: a single moment. */
  readonly ahead: RunAhead | null;
}

/** An error that was logged, with its virtual time. */
export interface LoggedError {
  readonly at: number;
  readonly message: string;
  /** Why data could not be stored; null for any other error. */
  readonly storageCode: string | null;
}

export interface ProductOptions {
  readonly version: string;
  readonly dataFolder: string;
  /** File through which the mock endpoints' clock follows that of the product. */
  readonly clockFile: string;
  /** Of the run. */
  readonly seed: number;
  /** How often the product was started before in this run. */
  readonly starts: number;
  /** Longest advance, in milliseconds of real time. */
  readonly stallMs: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Header of webhook requests with virtual time; null for none. */
  readonly timeHeader: string | null;
  /** Origins of other machines that it may send to. */
  readonly remoteOrigins: readonly string[];
  /** State read before a restart; null on the first start. */
  readonly reported: Reported | null;
}

/** Each is replied to with its number. */
export type ProductRequest =
  | { readonly kind: 'start'; readonly options: ProductOptions }
  /**
   * Calls an operation of the contract; of a stream, its last item is the result. Input and result
   * are JSON, undefined without a value, because a copied object would lose its exact numbers (D46).
   */
  | {
      readonly kind: 'call';
      readonly path: readonly string[];
      readonly input: string | undefined;
    }
  /** Moves the clock and runs everything due, until no work is left. */
  | { readonly kind: 'advance'; readonly advance: AdvanceRequest }
  /** URLs whose servers respond in real time. */
  | { readonly kind: 'servers'; readonly urls: readonly string[] }
  /** Kills the process (SIGKILL) when the nth attempt from now was sent, or got its response. */
  | { readonly kind: 'arm'; readonly point: 'sent' | 'responded'; readonly nth: number }
  | { readonly kind: 'stop' }
  /** Ends the run. Responds whether the process can be used for another run. */
  | { readonly kind: 'end' };

export interface NumberedRequest {
  readonly kind: 'request';
  readonly number: number;
  readonly request: ProductRequest;
}

/** Gets no reply. */
export type ProductNotice =
  /** A mock endpoint waits on a connection, after writing this many bytes. */
  | { readonly kind: 'hold'; readonly end: string; readonly bytesWritten: number }
  /** It continues. */
  | { readonly kind: 'release'; readonly end: string };

export interface Started {
  readonly ingestUrl: string;
}

export interface ProductFailure {
  /** `stall`, `process_ended` or a code of the contract; null for an unexpected error. */
  readonly code: string | null;
  readonly message: string;
}

export type ProductReply =
  | { readonly number: number; readonly result: unknown }
  | { readonly number: number; readonly failure: ProductFailure };

export type ProductEvent =
  /** Sent at once only if the process is about to be killed; otherwise an advance reports it. */
  | { readonly kind: 'started'; readonly request: StartedRequest }
  | { readonly kind: 'logged_error'; readonly error: LoggedError };

// Messages between a host and the process of a run or an exploration.

export type ToRunner =
  | { readonly kind: 'run'; readonly request: RunnerRequest }
  | { readonly kind: 'explore'; readonly request: ExplorerRequest }
  | { readonly kind: 'pace'; readonly pace: RunPace }
  /** It still ends with a report. */
  | { readonly kind: 'cancel' };

export type FromRunner<Update = RunnerUpdate | ExplorerUpdate> =
  | Update
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** How to fix it. */
      readonly fix?: string | undefined;
      /** The field of the request that is the reason. */
      readonly field?: string | undefined;
    };
