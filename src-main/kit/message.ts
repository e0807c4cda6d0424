import type { MessageType } from '#shared/ingestion/message.ts';

export type JsonObject = { readonly [key: string]: unknown };

/** A message after validation, merging and skew correction, trusted by the rest of the core. */
export interface Message {
  readonly type: MessageType;
  readonly messageId: string;
  readonly userId?: string;
  readonly anonymousId?: string;
  readonly previousId?: string;
  readonly groupId?: string;
  readonly event?: string;
  readonly name?: string;
  readonly category?: string;
  readonly properties?: JsonObject;
  readonly traits?: JsonObject;
  /** The exact body of a provider's event (D55); only of `payload` messages. */
  readonly payload?: string;
  readonly context: JsonObject;
  readonly integrations?: JsonObject;
  readonly channel?: string;
  /** ISO 8601 UTC with milliseconds, corrected for clock skew (D11). */
  readonly timestamp: string;
  readonly originalTimestamp?: string;
  readonly sentAt?: string;
  readonly receivedAt: string;
}
