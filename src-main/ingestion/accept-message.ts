/** Accepts a message: writes its rows in one commit, or those of a duplicate (D8, D9). */

import type { Message } from '#main/kit/message.ts';
import { hourOf } from '#main/store/counters.ts';
import type { DeliveryWithBody } from '#main/store/deliveries.ts';
import type { NewRejected } from '#main/store/rejected.ts';
import type { Store } from '#main/store/store.ts';
import type { Tx } from '#main/store/write-queue.ts';
import { containsExactNumber } from '#shared/kit/exact-json.ts';
import type { RoutedMessage } from './route-message.ts';

/** Maximum label length. List rows show less. */
const maxLabelLength = 200;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** `big_spenders: true`, as a sync sends it, or the names of the traits. Some profiles send it as a header. */
function traitsText(traits: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(traits);
  const [only = ''] = names;
  const value = traits[only];
  return names.length === 1 && typeof value === 'boolean'
    ? `${only}: ${value}`
    : names.slice(0, 4).join(', ');
}

function describe(message: Message): string {
  const userOrAnonymousId = message.userId ?? message.anonymousId ?? '';
  switch (message.type) {
    case 'track':
    case 'payload':
      return message.event ?? '';
    case 'identify':
      return [userOrAnonymousId, traitsText(message.traits ?? {})]
        .filter((part) => part !== '')
        .join(' · ');
    case 'page':
      return (
        message.name ??
        textOf(message.properties?.path) ??
        textOf(message.properties?.url) ??
        textOf(message.properties?.title) ??
        userOrAnonymousId
      );
    case 'screen':
      return message.name ?? userOrAnonymousId;
    case 'delete':
      return userOrAnonymousId;
    case 'group': {
      const name = textOf(message.traits?.name);
      return name === undefined ? (message.groupId ?? '') : `${message.groupId} · ${name}`;
    }
    case 'alias':
      return `${message.previousId} to ${message.userId}`;
  }
}

/** One-line summary of a message. */
export const labelOf = (message: Message): string => describe(message).slice(0, maxLabelLength);

/** Stores the rejections of one request. `count` includes those that are not kept. */
export function writeRejected(
  store: Store,
  tx: Tx,
  rejected: readonly NewRejected[],
  count: number,
): void {
  store.rejected.insert(tx, rejected);
  tx.count('rejected', count);
}

/**
 * SQLite stores text as UTF-8, where every lone surrogate becomes the same replacement character,
 * so different IDs could become equal. As JSON, they stay different.
 */
const storedId = (messageId: string): string =>
  messageId.isWellFormed() ? messageId : JSON.stringify(messageId);

/** Result of writing a message. */
export interface WrittenMessage {
  /** Null if the source already sent this messageId (D9). */
  readonly rowId: number | null;
  /** Deliveries that are due now. */
  readonly dueDeliveries: readonly DeliveryWithBody[];
}

export function writeMessage(
  store: Store,
  tx: Tx,
  sourceId: string,
  routed: RoutedMessage,
): WrittenMessage {
  const { message, routes } = routed;
  const row = {
    messageId: storedId(message.messageId),
    sourceId,
    type: message.type,
    label: labelOf(message),
    userId: message.userId ?? null,
    anonymousId: message.anonymousId ?? null,
    timestamp: message.timestamp,
    receivedAt: routed.receivedAt,
    deliveryCount: routes.length,
    origin: routed.origin,
    request: routed.request,
    receivedText: routed.receivedText,
    normalizedText: JSON.stringify(message),
  };
  const rowId = store.messages.insert(tx, row);
  if (rowId === null) {
    store.messages.insertDuplicate(tx, row);
    tx.count('duplicates', 1);
    return { rowId, dueDeliveries: [] };
  }
  tx.count('accepted', 1);
  tx.count('accepted', 1, { scope: sourceId });
  tx.count('accepted', 1, { scope: sourceId, hourAt: hourOf(routed.receivedAt) });
  tx.count('routed', routes.length);
  tx.count('unrouted', routes.length === 0 ? 1 : 0);
  return { rowId, dueDeliveries: writeDeliveries(store, tx, rowId, routed) };
}

/** Destinations with the same payload shape share the stored bytes. */
function writeDeliveries(
  store: Store,
  tx: Tx,
  messageRowId: number,
  routed: RoutedMessage,
): readonly DeliveryWithBody[] {
  const stored = new Map<
    string,
    { readonly bodyId: number; readonly bytes: Uint8Array; readonly numberPrecision: boolean }
  >();
  function storeBody(body: string) {
    const existing = stored.get(body);
    if (existing !== undefined) return existing;
    const bytes = Buffer.from(body);
    const columns = {
      bodyId: store.deliveries.insertBody(tx, bytes),
      bytes,
      numberPrecision: containsExactNumber(body),
    };
    stored.set(body, columns);
    return columns;
  }
  return routed.routes.flatMap(({ destination, notSent, body }) => {
    const content = body === null ? null : storeBody(body);
    const delivery = store.deliveries.insert(tx, {
      messageRowId,
      destinationId: destination.id,
      origin: routed.origin,
      notSent,
      bodyId: content?.bodyId ?? null,
      bodyBytes: content?.bytes.length ?? 0,
      numberPrecision: content?.numberPrecision ?? false,
      now: routed.receivedAt,
    });
    return content === null ? [] : [{ delivery, body: content.bytes }];
  });
}
