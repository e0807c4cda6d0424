/** What a run needs from the outside: the product under test, the mock endpoints, and real sockets and files. */

import type { NextResponse } from '#main/scenarios/recorded-responses.ts';
import type { Destination } from '#shared/connections/destination.ts';
import type { ContractClient } from '#shared/contract.ts';
import type { Ledger } from '#shared/deliveries/ledger.ts';
import type { MockEntryDetail } from '#shared/mocks/request.ts';
import type { CoreActivity, Reported } from '#shared/scenarios/schema/activity.ts';
import type { RunTimeline } from '#shared/scenarios/schema/report.ts';

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
}

/** When the product's process is killed: after the nth accepted message, sent request or response. */
export interface CrashTrigger {
  readonly point: 'accepted' | 'sent' | 'responded';
  readonly nth: number;
}

/** The product in its process. Methods reject with a code `stall` or `process_ended`. */
export interface ProductPort {
  readonly ingestUrl: string;
  /** A stream resolves with its last item. */
  readonly client: ContractClient;
  /** Moves its clock and runs everything due until no work is left. */
  advance(request: AdvanceRequest): Promise<Advanced>;
  /** Those before an expected crash, which no advance reports. */
  takeStarted(): readonly StartedRequest[];
  takeErrors(): readonly LoggedError[];
  /** URLs whose servers respond in real time. */
  setServers(urls: readonly string[]): Promise<void>;
  /** Kills the process when the nth attempt from now was sent, or got its response. */
  arm(point: 'sent' | 'responded', nth: number): Promise<void>;
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** The run is over: another one may use its process. */
  end(): Promise<void>;
}

/** The mock endpoints, which run outside the product's process. */
export interface MocksPort {
  readonly client: ContractClient;
  readonly connections: {
    /** The remote ends of open connections. */
    open(): readonly { readonly end: string }[];
    has(end: string): boolean;
    /** Closes the connections to a port. */
    closeAt(port: number): void;
  };
  /** The destinations, by whose profiles mock endpoints check signatures. */
  setSenders(
    destinations: readonly Pick<Destination, 'profile' | 'webhookUrl' | 'webhooks'>[],
  ): void;
  /** Responses of a mock endpoint that go before its rules and steps. */
  setResponses(mock: string, next: NextResponse): void;
  nextAt(): number | null;
  advanceTo(time: number): void;
  /** Whether its clock follows that of the product, which runs ahead. */
  follow(isAhead: boolean): void;
  /** Resolves when idle. */
  atRest(): Promise<void>;
  takeRequests(): readonly MockEntryDetail[];
  takeErrors(): readonly LoggedError[];
}

export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Milliseconds of real time. */
  readonly timeoutMs: number;
}

export interface IncomingResponse {
  readonly status: number;
  readonly body: string;
}

export interface RunPorts {
  readonly startProduct: (options: {
    readonly seed: number;
    readonly now: number;
    readonly reported: Reported | null;
  }) => Promise<ProductPort>;
  readonly startMocks: (options: {
    readonly seed: number;
    readonly now: number;
  }) => Promise<MocksPort & { stop(): Promise<void> }>;
  /** Sends a request from the run itself. Rejects without a response. */
  readonly request: (request: OutgoingRequest) => Promise<IncomingResponse>;
  /** Opens a connection and closes it. Rejects if that fails. */
  readonly connect: (url: string) => Promise<void>;
  /** A file next to the scenario. */
  readonly readFile: (name: string) => Promise<Uint8Array>;
  /** Text of a snapshot; null if there is none. */
  readonly readSnapshot: (name: string) => string | null;
  /** The run's text for a snapshot. */
  readonly snapshotFound: (name: string, text: string) => void;
  readonly realNow: () => number;
  /** Milliseconds of real time, for limits. */
  readonly elapsedMs: () => number;
  /** Waits in real time. Rejects when the run is interrupted. */
  readonly pause: (ms: number) => Promise<void>;
  /** Called after every advance. The timeline is created only when called. */
  readonly progress: (progress: RunProgress, timeline: () => RunTimeline) => void;
  readonly signal: AbortSignal;
}

export interface RunProgress {
  /** Virtual time since the start. */
  readonly atMs: number;
  readonly ledger: Ledger;
  /** IDs of running steps. */
  readonly steps: readonly string[];
}
