/** How filters read the records of a history. */

import { outcomeOf } from '#shared/deliveries/delivery.ts';
import type { FieldReaders } from '#shared/filter/match.ts';
import type { Subject } from '#shared/filter/subject.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { parseAllExact, parseExact } from '#shared/kit/exact-json.ts';
import { isNestedTooDeep, nestedTooDeep } from '#shared/kit/nesting.ts';
import { Inconclusive } from '../inconclusive.ts';
import {
  type AlertVersion,
  type AttemptRecord,
  type DeliveryVersion,
  latestAttempt,
  type MessageRecord,
  type RequestRecord,
  type SubjectRecord,
} from './history-index.ts';

/** Several terms read the body of a record one after another; those of all records would be most of the memory. */
const maxParsedBodies = 1_000;
let parsedBodies = new WeakMap<SubjectRecord, { readonly body: unknown }>();
let parsedCount = 0;

/** Undefined if it isn't JSON. */
export function parseBody(text: string | null, parse = parseExact): unknown {
  if (text === null) return undefined;
  // Comparing and writing such a value would overflow the stack.
  if (isNestedTooDeep(Buffer.from(text))) throw new Inconclusive('body_too_large', nestedTooDeep);
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Throws for a body that was not kept whole: what is missing can't be compared (D62). */
function bodyText(record: SubjectRecord): string | null {
  if (record.kind !== 'request') return messageOf(record)?.event.body ?? null;
  const { bodyIsCut, bodyIsBase64, body, mock } = record.event;
  if (bodyIsCut)
    throw new Inconclusive(
      'body_too_large',
      `a body at ${mock} is larger than 4 MB and was not kept whole. Compare smaller bodies, or exclude the request with other terms.`,
    );
  return bodyIsBase64 ? null : body;
}

const ownerOfBody = (record: SubjectRecord): SubjectRecord =>
  record.kind === 'request' ? record : (messageOf(record) ?? record);

/** The parsed body; undefined if there is none, or if it isn't JSON. Throws if it was not kept whole. */
export function bodyOf(record: SubjectRecord): unknown {
  const own = ownerOfBody(record);
  const cached = parsedBodies.get(own);
  if (cached !== undefined) return cached.body;
  const body = parseBody(bodyText(own));
  if (parsedCount % maxParsedBodies === 0) parsedBodies = new WeakMap();
  parsedCount += 1;
  parsedBodies.set(own, { body });
  return body;
}

/** The same for reports: numbers are shown as they were sent, such as `1.0`. */
export const writtenBodyOf = (record: SubjectRecord): unknown =>
  parseBody(bodyText(ownerOfBody(record)), parseAllExact);

const headersOf = (record: SubjectRecord): HeaderLines => {
  switch (record.kind) {
    case 'request':
    case 'attempt':
      return record.event.headers;
    case 'delivery':
      return latestAttempt(record)?.event.headers ?? [];
    default:
      return [];
  }
};

/** The message of a record; null if there is none or it is unknown. */
export const messageOf = (record: SubjectRecord): MessageRecord | null =>
  record.kind === 'message' ? record : record.message;

export const stepOf = (record: SubjectRecord): string | null =>
  (record.kind === 'attempt' || record.kind === 'request' ? record.event.copiedBy : null) ??
  messageOf(record)?.event.step ??
  null;

const ofMessage: FieldReaders<SubjectRecord>['fields'] = {
  type: (record) => messageOf(record)?.event.type,
  event: (record) => messageOf(record)?.event.event,
  user: (record) => messageOf(record)?.event.user,
  source: (record) => messageOf(record)?.event.source,
  step: stepOf,
  message: (record) => messageOf(record)?.event.messageId,
  created: (record) => messageOf(record)?.event.at,
};

const textsOf = (record: SubjectRecord): readonly (string | null)[] => {
  const event = messageOf(record)?.event;
  const names = event ? [event.event, event.messageId, event.user, event.source] : [];
  return [...names, bodyText(record)];
};

const readers = <One extends SubjectRecord>(
  fields: FieldReaders<One>['fields'],
): FieldReaders<SubjectRecord> =>
  ({
    fields: { ...ofMessage, ...fields },
    headers: headersOf,
    body: bodyOf,
    texts: textsOf,
  }) as FieldReaders<SubjectRecord>;

/** Each is given the records of its subject only. */
export const subjectReaders: Readonly<Record<Subject, FieldReaders<SubjectRecord>>> = {
  messages: readers<MessageRecord>({}),
  deliveries: readers<DeliveryVersion>({
    state: ({ event }) => event.state,
    reason: ({ event }) => event.reason,
    status: ({ event }) => event.status,
    outcome: ({ event }) => (event.attempts === 0 ? null : outcomeOf(event.code)),
    code: ({ event }) => event.code,
    attempts: ({ event }) => event.attempts,
    destination: ({ event }) => event.destination,
    url: ({ delivery }) => delivery.attempts.map(({ event }) => event.webhook),
    attempted: (version) => latestAttempt(version)?.event.startedAt,
    has: ({ event }) => (event.warning === true ? 'warning' : null),
  }),
  attempts: readers<AttemptRecord>({
    status: ({ event }) => event.status,
    outcome: ({ event }) => event.outcome,
    code: ({ event }) => event.code,
    attempt: ({ event }) => event.attempt,
    duration: ({ event }) => event.durationMs,
    started: ({ event }) => event.startedAt,
    destination: ({ event }) => event.destination,
    url: ({ event }) => event.webhook,
    by: ({ event }) => (event.byUser ? 'user' : 'schedule'),
  }),
  requests: readers<RequestRecord>({
    status: ({ event }) => event.status,
    mock: ({ event }) => event.mock,
    kind: ({ event }) => event.entry,
    fault: ({ event }) => event.fault,
    cause: ({ event }) => event.cause,
    timeouts: ({ event }) => event.timeouts ?? 0,
    signature: ({ event }) => event.signature,
    attempt: ({ event }) => event.attempt,
    received: ({ event }) => event.at,
    destination: ({ event }) => event.destination,
  }),
  alerts: readers<AlertVersion>({
    destination: ({ event }) => event.destination,
  }),
};
