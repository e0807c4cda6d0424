/** A session: operations and their effects in a span of virtual time, without secrets. */
import { isJsonObject as isObject } from '#shared/lib/exact-json.ts';
import type { Computation } from '#shared/schemas/computation.ts';
import type { DeliveryState } from '#shared/schemas/delivery.ts';
import type { Destination } from '#shared/schemas/destination.ts';
import type { JournalEntry } from '#shared/schemas/journal.ts';
import type { JsonValue } from '#shared/schemas/json-value.ts';
import type { HeaderLines, MessageType, OriginKind } from '#shared/schemas/message.ts';
import type { Receiver } from '#shared/schemas/receiver.ts';
import type { Source } from '#shared/schemas/source.ts';

export type JsonObject = { readonly [key: string]: JsonValue };

export const isJsonObject = (value: unknown): value is JsonObject => isObject(value);

export interface SessionMessage {
  /** Row number. */
  readonly id: number;
  readonly sourceId: string;
  readonly type: MessageType;
  readonly at: number;
  readonly origin: OriginKind;
  readonly userId: string | null;
  /** As received; empty for a payload. */
  readonly body: JsonObject;
  /** Of an event of a provider; null for messages. */
  readonly payload: { readonly event: string; readonly text: string } | null;
}

export interface SessionDelivery {
  readonly id: number;
  /** Row number. */
  readonly messageId: number;
  readonly destinationId: string;
  readonly state: DeliveryState;
  readonly lastStatus: number | null;
  readonly attempts: readonly SessionAttempt[];
}

export interface SessionAttempt {
  readonly url: string;
  readonly at: number;
  /** Null without a response. */
  readonly status: number | null;
}

export interface Session {
  /** Oldest first. */
  readonly entries: readonly JournalEntry[];
  /** Accepted, without duplicates, oldest first. */
  readonly messages: readonly SessionMessage[];
  readonly deliveries: readonly SessionDelivery[];
  /** As they are now. */
  readonly sources: readonly Source[];
  readonly destinations: readonly Destination[];
  readonly receivers: readonly Receiver[];
  readonly audiences: readonly Computation[];
  readonly traits: readonly Computation[];
  /** Current members, by audience. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** Body and headers of deliveries that were resent. */
  readonly resent: ReadonlyMap<number, { readonly body: string; readonly headers: HeaderLines }>;
  /** By deletion request. */
  readonly deletedUsers: ReadonlyMap<string, readonly string[]>;
  readonly duplicates: number;
  readonly rejected: number;
  /** Messages of syncs and deletion requests that no operation of the session started. */
  readonly unrequested: number;
  /** Whether deletion requests cancel pending deliveries. */
  readonly cancelPending: boolean;
}
