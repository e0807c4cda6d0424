/** Input of the checks other than the history of a run. */
import type { FanOut } from '#shared/connections/destination.ts';
import type { Ledger } from '#shared/deliveries/ledger.ts';
import type { Backoff } from '#shared/profiles/backoff.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { statusMeaning } from '#shared/profiles/status.ts';
import type { AttemptRecord } from './history/history-index.ts';

export interface StepFacts {
  readonly id: string;
  /** The key of its action, such as `send` or `crash`. */
  readonly action: string;
  readonly name: string | null;
}

export interface DestinationFacts {
  readonly name: string;
  readonly fanOut: FanOut;
  readonly backoff: Backoff;
  readonly retryAfter: ProviderProfile['retryAfter'];
  readonly minDelay: ProviderProfile['minDelay'];
  readonly success: ProviderProfile['success'];
  /** As in the attempts: `mock:NAME`, `server:NAME`, or the URL. */
  readonly webhooks: readonly string[];
}

/** A source is connected to an enabled destination, from `from` until before `until`. */
export interface Connection {
  readonly source: string;
  readonly destination: string;
  readonly from: number;
  /** Null while it lasts. */
  readonly until: number | null;
}

/** A mock endpoint that checks signatures with another secret than the destination signs with. */
export interface DifferentSecret {
  readonly destination: string;
  readonly mock: string;
  readonly from: number;
  readonly until: number | null;
}

export interface RunFacts {
  /** Start of the run on its clock, in milliseconds since the epoch. */
  readonly startsAt: number;
  /** Virtual time of the evaluation, in milliseconds since the start. */
  readonly now: number;
  /** Timers are rounded up to it. */
  readonly resolutionMs: number;
  readonly steps: readonly StepFacts[];
  readonly mocks: readonly string[];
  readonly destinations: readonly DestinationFacts[];
  /**
   * The part of the jitter taken off a planned delay; null if it isn't known. Spacing is then checked
   * against the bounds only.
   */
  readonly jitterFraction: (messageId: string, destination: string, retry: number) => number | null;
}

/** Observations of the engine, for the invariants. */
export interface EngineObservations {
  /** The ledger at the end of advances. */
  readonly ledgers: readonly { readonly at: number; readonly ledger: Ledger }[];
  /** Messages that the ingestion endpoint responded 200 to. */
  readonly accepted: readonly { readonly messageId: string; readonly at: number }[];
  readonly connections: readonly Connection[];
  readonly differentSecrets: readonly DifferentSecret[];
  /** Ids of `copy` steps with a changed signature or body. */
  readonly tamperedBy: readonly string[];
}

/** Whether another attempt may follow: after a failure, or a refused one that the profile repeats. */
export function isRetried({ destinations }: RunFacts, { event }: AttemptRecord): boolean {
  if (event.outcome !== 'refused') return event.outcome === 'failed';
  const destination = destinations.find(({ name }) => name === event.destination);
  return (
    destination !== undefined &&
    event.status !== null &&
    statusMeaning(destination, event.status) === 'retried'
  );
}
