/** What the steps of a run work with. */
import type { Scenario } from '#shared/scenario/scenario.ts';
import type { InconclusiveReason, Place } from '#shared/schemas/scenario/report.ts';
import type { EvaluatedCheck, ExpectationPorts } from '../expect/evaluate.ts';
import type { GrowingHistory } from '../history/history-index.ts';
import type { RunFacts } from '../run-facts.ts';
import type { ProductPort, RunPorts, StagePort } from './ports.ts';
import type { Recorder } from './recorder.ts';

/** A run that can't be decided. It ends there, with what it has recorded. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive';
  readonly code: InconclusiveReason['code'];
  readonly place: Place | null;

  constructor(code: InconclusiveReason['code'], message: string, place: Place | null = null) {
    super(message);
    this.code = code;
    this.place = place;
  }
}

/** When the product's process is killed: after the nth accepted message, sent request or response. */
export interface CrashTrigger {
  readonly point: 'accepted' | 'sent' | 'responded';
  readonly nth: number;
}

/** Ids and addresses of what is given, by name. */
export interface Names {
  readonly sources: Map<string, { readonly id: string; readonly writeKey: string }>;
  readonly destinations: Map<string, string>;
  readonly receivers: Map<string, { readonly id: string; readonly url: string }>;
  /** URLs of the user's own receivers. */
  readonly externals: Map<string, string>;
  readonly computations: Map<string, { readonly kind: 'audience' | 'trait'; readonly id: string }>;
}

export interface Run {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly ports: RunPorts;
  readonly stage: StagePort;
  readonly names: Names;
  readonly history: GrowingHistory;
  readonly recorder: Recorder;
  /** Milliseconds since the epoch. */
  readonly startsAt: number;
  /** Virtual time. */
  now(): number;
  /** Throws while it is down. */
  product(): ProductPort;
  isUp(): boolean;
  /** Number of ticks so far. */
  ticks(): number;
  /** Whether every delivery, of one destination or all, is settled and no job runs. */
  isSettled(destination: string | null): boolean;
  facts(): RunFacts;
  expectationPorts(): ExpectationPorts;
  /** Sends a message to ingestion, waiting while the product is down. */
  ingest(source: string, message: object, messageId: string, step: string): Promise<void>;
  /** Messages of this sync or deletion request belong to the step. */
  ownOrigin(kind: 'sync' | 'deletion', id: string, step: string): void;
  addCheck(check: EvaluatedCheck): void;
  /** For the timeline. */
  noteOutage(receiver: string, untilMs: number): void;
  /** Renews what is known about webhooks and connections after a change. */
  settingsChanged(): Promise<void>;
  kill(): Promise<void>;
  arm(trigger: CrashTrigger): Promise<void>;
  /** Attempts wait from now on, so that those in flight can end. */
  closeGate(): void;
  hasInFlight(): boolean;
  /** Whether a job runs or waits; also while the product is down. */
  isJobOpen(id: number): boolean;
  stopProduct(): Promise<void>;
  startProduct(): Promise<void>;
}
