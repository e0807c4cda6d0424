/**
 * Converts an SDK's JSON to a validated message, or returns the reason for rejection (D10, D11).
 */

import type { JsonObject, Message } from '#main/kit/message.ts';
import {
  type IngestCode,
  type SdkMessageType,
  sdkMessageTypes,
} from '#shared/ingestion/message.ts';
import type { RejectionProblem } from '#shared/ingestion/rejection.ts';
import { ExactNumber } from '#shared/kit/exact-json.ts';
import { correctSkew, readTimestamp, writeTimestamp } from './timestamp.ts';

/** Why a message or request is rejected: the code of the response (D6), and the reason. */
export interface Invalid {
  readonly code: IngestCode;
  readonly problem: RejectionProblem;
}

/** Thrown and caught within validation, so that the rules stay simple. */
class InvalidMessage extends Error {
  readonly invalid: Invalid;

  constructor(code: IngestCode, problem: RejectionProblem) {
    super(problem.code);
    this.invalid = { code, problem };
  }
}

/** When a request arrived. */
export interface Arrival {
  readonly receivedAt: number;
  /** Real time, to compare with `sentAt` (D11). */
  readonly realNow: number;
}

/** Context of a message: its path, its batch and its arrival. */
export interface MessageContext extends Arrival {
  readonly pathType: SdkMessageType | null;
  readonly batchContext: JsonObject | null;
  readonly batchIntegrations: JsonObject | null;
  readonly batchSentAt: unknown;
  readonly newMessageId: () => string;
}

/** Maximum time of a Date (ECMA-262 21.4.1.1). */
const maxDateMs = 8.64e15;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof ExactNumber);

/** SDKs send null for missing values (D10). */
const isAbsent = (value: unknown): value is null | undefined =>
  value === undefined || value === null;

function readId(item: JsonObject, field: string): string | undefined {
  const value = item[field];
  if (isAbsent(value) || value === '') return undefined;
  if (typeof value === 'number' || value instanceof ExactNumber) return String(value);
  if (typeof value !== 'string')
    throw new InvalidMessage('id_not_string', { code: 'id_not_string', params: { field } });
  return value;
}

function readText(item: JsonObject, field: string, code: Invalid['code']): string | undefined {
  const value = item[field];
  if (isAbsent(value)) return undefined;
  if (typeof value !== 'string')
    throw new InvalidMessage(code, { code: 'not_string', params: { field } });
  return value;
}

function readObject(
  item: JsonObject,
  field: string,
  code: Invalid['code'],
): JsonObject | undefined {
  const value = item[field];
  if (isAbsent(value)) return undefined;
  if (!isObject(value)) throw new InvalidMessage(code, { code: 'not_object', params: { field } });
  return value;
}

function readType(item: JsonObject, pathType: SdkMessageType | null): SdkMessageType {
  const rawType = item.type;
  if (isAbsent(rawType)) {
    if (pathType !== null) return pathType;
    throw new InvalidMessage('bad_request', { code: 'type_missing', params: {} });
  }
  const type = sdkMessageTypes.find((sdkType) => sdkType === rawType);
  if (type === undefined)
    throw new InvalidMessage('bad_request', { code: 'type_unknown', params: {} });
  if (pathType !== null && type !== pathType)
    throw new InvalidMessage('bad_request', { code: 'type_mismatch', params: { type, pathType } });
  return type;
}

function checkIdentity(
  type: SdkMessageType,
  ids: Pick<Message, 'userId' | 'anonymousId' | 'previousId' | 'groupId'>,
): void {
  if (type === 'alias') {
    if (ids.userId === undefined)
      throw new InvalidMessage('id_required', { code: 'id_missing', params: { field: 'userId' } });
    if (ids.previousId === undefined)
      throw new InvalidMessage('id_required', {
        code: 'id_missing',
        params: { field: 'previousId' },
      });
    return;
  }
  if (ids.userId === undefined && ids.anonymousId === undefined)
    throw new InvalidMessage('no_user_anon_id', { code: 'user_missing', params: { type } });
  if (type === 'group' && ids.groupId === undefined)
    throw new InvalidMessage('id_required', { code: 'id_missing', params: { field: 'groupId' } });
}

function readEvent(item: JsonObject): string {
  const event = item.event;
  if (isAbsent(event) || event === '')
    throw new InvalidMessage('event_not_defined', { code: 'event_missing', params: {} });
  if (typeof event !== 'string')
    throw new InvalidMessage('event_not_string', {
      code: 'not_string',
      params: { field: 'event' },
    });
  return event;
}

/** Reads `timestamp`, or `originalTimestamp` if an SDK only sends that. Undefined means now. */
function readOriginalTimestamp(item: JsonObject): { text: string; ms: number } | undefined {
  const field = isAbsent(item.timestamp) ? 'originalTimestamp' : 'timestamp';
  const value = item[field];
  if (isAbsent(value)) return undefined;
  const ms = typeof value === 'string' ? readTimestamp(value) : null;
  if (ms === null)
    throw new InvalidMessage('bad_request', { code: 'timestamp_invalid', params: { field } });
  return { text: String(value), ms };
}

const readSentAt = (value: unknown): number | null =>
  typeof value === 'string' ? readTimestamp(value) : null;

function readTimes(item: JsonObject, requestContext: MessageContext) {
  // The batch was sent now; a stored item may keep the time when it was first sent (D73).
  const sentAtMs = readSentAt(requestContext.batchSentAt) ?? readSentAt(item.sentAt);
  const original = readOriginalTimestamp(item);
  const ms =
    original === undefined
      ? requestContext.receivedAt
      : correctSkew(original.ms, sentAtMs, requestContext.realNow);
  if (Math.abs(ms) > maxDateMs)
    throw new InvalidMessage('bad_request', { code: 'timestamp_out_of_range', params: {} });
  return {
    timestamp: writeTimestamp(ms),
    ...(original === undefined ? {} : { originalTimestamp: original.text }),
    ...(sentAtMs === null ? {} : { sentAt: writeTimestamp(sentAtMs) }),
    receivedAt: writeTimestamp(requestContext.receivedAt),
  };
}

/** Removes undefined fields. */
function defined<Fields extends object>(fields: Fields) {
  const present: { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } = {};
  for (const key in fields) {
    const value = fields[key];
    if (value !== undefined) present[key] = value as Exclude<Fields[typeof key], undefined>;
  }
  return present;
}

function read(item: JsonObject, requestContext: MessageContext): Message {
  const type = readType(item, requestContext.pathType);
  const ids = defined({
    userId: readId(item, 'userId'),
    anonymousId: readId(item, 'anonymousId'),
    previousId: readId(item, 'previousId'),
    groupId: readId(item, 'groupId'),
  });
  checkIdentity(type, ids);
  const context = readObject(item, 'context', 'bad_request');
  const integrations = readObject(item, 'integrations', 'bad_request');
  return {
    type,
    messageId: readId(item, 'messageId') ?? requestContext.newMessageId(),
    ...ids,
    ...(type === 'track' ? { event: readEvent(item) } : {}),
    ...defined({
      name: readText(item, 'name', 'name_not_string'),
      category: readText(item, 'category', 'category_not_string'),
      properties: readObject(item, 'properties', 'properties_not_object'),
      traits: readObject(item, 'traits', 'traits_not_object'),
      channel: typeof item.channel === 'string' ? item.channel : undefined,
    }),
    context: { ...requestContext.batchContext, ...context },
    ...(integrations === undefined && requestContext.batchIntegrations === null
      ? {}
      : { integrations: { ...requestContext.batchIntegrations, ...integrations } }),
    ...readTimes(item, requestContext),
  };
}

/** Validates one item of a request and converts it to a message. */
export function normalize(item: unknown, requestContext: MessageContext): Message | Invalid {
  if (!isObject(item))
    return { code: 'bad_request', problem: { code: 'message_not_object', params: {} } };
  try {
    return read(item, requestContext);
  } catch (error) {
    if (error instanceof InvalidMessage) return error.invalid;
    throw error;
  }
}

export const isInvalid = (result: Message | Invalid): result is Invalid => 'code' in result;
