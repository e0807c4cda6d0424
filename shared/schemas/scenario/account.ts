/** What a core says that it did since the last reading, for the history of a run. Times are its clock's. */
import type { Alert } from '../alert.ts';
import type { Attempt, DeliverySummary } from '../delivery.ts';
import type { HeaderLines, MessageSummary } from '../message.ts';
import type { ReceiverEntryDetail } from '../receiver-request.ts';

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
  /** Null for a resend, or when the destination is gone. */
  readonly windowEndsAt: number | null;
}

/** The newest rows of a reading. */
export interface Reported {
  readonly message: number;
  readonly attempt: number;
  readonly resend: number;
}

export interface AccountPart {
  readonly messages: readonly AcceptedMessage[];
  /** As they are now; each at most once. */
  readonly deliveries: readonly DeliverySummary[];
  readonly attempts: readonly MadeAttempt[];
  /** By the user, also without a delivery. */
  readonly resends: readonly MadeAttempt[];
  readonly alerts: readonly Alert[];
  /** In the receivers' log. */
  readonly requests: readonly ReceiverEntryDetail[];
  readonly last: Reported;
}
