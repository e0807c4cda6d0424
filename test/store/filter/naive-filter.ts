/** The meaning of a filter in the simplest form, for comparison with SQL. */

import {
  type AttemptCode,
  type DeliveryReason,
  type DeliveryState,
  FailureCode,
  RefusedCode,
} from '#shared/deliveries/delivery.ts';
import type { BodyPath, BodyValue, Filter, Order, TextOperator } from '#shared/filter/filter.ts';
import type { MessageOrigin, MessageType } from '#shared/ingestion/message.ts';

interface Thing {
  readonly id: string;
  readonly name: string;
}

export interface NaiveDelivery {
  readonly id: number;
  readonly state: DeliveryState;
  readonly type: MessageType;
  readonly label: string;
  readonly messageId: string;
  readonly userId: string | null;
  readonly anonymousId: string | null;
  readonly origin: MessageOrigin;
  readonly source: Thing;
  readonly destination: Thing & { readonly urls: readonly string[] };
  /** Webhooks with attempts. */
  readonly urls: readonly string[];
  readonly sentHeaders: readonly (readonly [string, string])[];
  readonly lastStatus: number | null;
  readonly reason: DeliveryReason | null;
  readonly lastCode: AttemptCode | null;
  readonly attempts: number;
  readonly warning: boolean;
  readonly createdAt: number;
  /** When its attempts started. */
  readonly attemptedAt: readonly number[];
  /** Null when it is not sent. */
  readonly body: unknown;
}

const lower = (text: string): string =>
  [...text].map((one) => (one >= 'A' && one <= 'Z' ? one.toLowerCase() : one)).join('');

const compare: Record<'=' | Order, (a: number, b: number) => boolean> = {
  '=': (a, b) => a === b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

const isText = (text: string, operator: TextOperator, wanted: string): boolean =>
  operator === '=' ? text === wanted : lower(text).includes(lower(wanted));

const isThing = ({ id, name }: Thing, operator: TextOperator, wanted: string): boolean =>
  id === wanted || isText(name, operator, wanted);

const bodyValue = (body: unknown, path: BodyPath): unknown =>
  path.reduce<unknown>((value, step) => {
    if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>)[step] : undefined;
  }, body);

function isBodyValue(value: unknown, operator: TextOperator, wanted: BodyValue): boolean {
  const isNumber = typeof wanted === 'object' && wanted !== null;
  if (typeof value === 'string')
    return isText(value, operator, isNumber ? wanted.number : String(wanted));
  return isNumber
    ? value === Number(wanted.number)
    : typeof wanted !== 'string' && value === wanted;
}

export function lets(filter: Filter, delivery: NaiveDelivery, now: number): boolean {
  const names = [delivery.userId, delivery.anonymousId].filter((name) => name !== null);
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => lets(part, delivery, now));
    case 'or':
      return filter.parts.some((part) => lets(part, delivery, now));
    case 'not':
      return !lets(filter.part, delivery, now);
    case 'type':
      return delivery.type === filter.type;
    case 'state':
      return delivery.state === filter.state;
    case 'reason':
      return delivery.reason === filter.reason;
    case 'warning':
      return delivery.warning;
    case 'origin':
      return (
        delivery.origin.kind === filter.origin &&
        (filter.id === null || delivery.origin.id === filter.id)
      );
    case 'outcome':
      return (
        filter.outcome ===
        (delivery.lastCode === null
          ? delivery.attempts > 0 && 'accepted'
          : RefusedCode.safeParse(delivery.lastCode).success
            ? 'refused'
            : FailureCode.safeParse(delivery.lastCode).success
              ? 'failed'
              : 'blocked')
      );
    case 'code':
      return delivery.lastCode === filter.code;
    case 'number': {
      const value = filter.field === 'status' ? delivery.lastStatus : delivery.attempts;
      return value !== null && compare[filter.operator](value, filter.number);
    }
    case 'age':
      return (
        now >= delivery.createdAt &&
        compare[filter.operator](now - delivery.createdAt, filter.ageMs)
      );
    case 'created':
      return compare[filter.operator](delivery.createdAt, filter.at);
    case 'attempted':
      return (
        delivery.attemptedAt.length > 0 &&
        compare[filter.operator](Math.max(...delivery.attemptedAt), filter.at)
      );
    case 'header':
      return delivery.sentHeaders.some(
        ([name, value]) =>
          lower(name) === filter.name && isText(value, filter.operator, filter.text),
      );
    case 'body':
      return isBodyValue(bodyValue(delivery.body, filter.path), filter.operator, filter.value);
    case 'bodyNumber': {
      const value = bodyValue(delivery.body, filter.path);
      return (
        typeof value === 'number' && compare[filter.operator](value, Number(filter.value.number))
      );
    }
    case 'text': {
      const { operator, text } = filter;
      const waits = delivery.state === 'waiting' || delivery.state === 'paused';
      const urls = waits ? [...delivery.urls, ...delivery.destination.urls] : delivery.urls;
      switch (filter.field) {
        case 'event':
          return isText(delivery.label, operator, text);
        case 'user':
          return names.some((name) => isText(name, operator, text));
        case 'source':
          return isThing(delivery.source, operator, text);
        case 'destination':
          return isThing(delivery.destination, operator, text);
        default:
          return urls.some((url) => isText(url, operator, text));
      }
    }
    case 'anywhere': {
      const escaped = JSON.stringify(filter.text).slice(1, -1);
      const body = delivery.body === null ? '' : JSON.stringify(delivery.body);
      return (
        [delivery.label, delivery.messageId, ...names].some((one) =>
          isText(one, ':', filter.text),
        ) ||
        isThing(delivery.source, ':', filter.text) ||
        isThing(delivery.destination, ':', filter.text) ||
        isText(body, ':', filter.text) ||
        isText(body, ':', escaped)
      );
    }
  }
}
