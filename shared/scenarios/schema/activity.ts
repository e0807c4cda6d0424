/** Activity of a core since the previous read, for the history of a run. Times are on its clock. */
import type { Alert } from '#shared/deliveries/alert.ts';
import type { Attempt, DeliverySummary } from '#shared/deliveries/delivery.ts';
import type { HeaderLines, MessageSummary } from '#shared/ingestion/message.ts';
import type { MockEntryDetail } from '#shared/mocks/request.ts';

export interface AcceptedMessage extends MessageSummary {
  readonly normalizedText: string;
  /** The body of its first delivery; null if it has none. */
  readonly body: string | null;
}

export interface MadeAttempt extends Pick<Attempt, 'url' | 'startedAt' | 'result'> {
  readonly deliveryId: number | null;
  readonly messageId: string | null;
  readonly destination: string | null;
  readonly status: number | null;
  readonly durationMs: number;
  readonly headers: HeaderLines;
  /** Body of a response that isn't accepted, as text; empty for others. */
  readonly unacceptedBody: string;
  /** The wait that the response asks for; null for none. */
  readonly retryAfterMs: number | null;
  /** Null for a copy, or if the destination was deleted. */
  readonly windowEndsAt: number | null;
}

/** Row numbers up to which activity was read. */
export interface Reported {
  readonly message: number;
  readonly attempt: number;
  readonly copy: number;
}

export interface CoreActivity {
  readonly messages: readonly AcceptedMessage[];
  /** Current state; each delivery at most once. */
  readonly deliveries: readonly DeliverySummary[];
  readonly attempts: readonly MadeAttempt[];
  /** Copies, including those without a delivery. */
  readonly copies: readonly MadeAttempt[];
  readonly alerts: readonly Alert[];
  /** In the mock endpoints' log. */
  readonly requests: readonly MockEntryDetail[];
  readonly last: Reported;
}
