/** Subjects of filters in scenarios, with the fields of each. */

import { attemptOutcomes } from '#shared/deliveries/delivery.ts';
import { MockFault } from '#shared/mocks/faults.ts';
import { MockEntryKind, ResponseCause } from '#shared/mocks/request.ts';
import { type Field, field, fields } from './fields.ts';
import type { AnyTerm, Combined } from './filter.ts';

export const subjects = ['messages', 'deliveries', 'attempts', 'requests', 'alerts'] as const;
export type Subject = (typeof subjects)[number];

/** A term of a filter in a scenario. `written` is its text, for reports. */
export type SubjectTerm = AnyTerm & { readonly written: string };
export type SubjectFilter = Combined<SubjectTerm>;

/** Fields that filters of deliveries have, too. */
const shared = (...names: readonly (typeof fields)[number]['name'][]): readonly Field[] =>
  names.flatMap((name) => fields.filter((field) => field.name === name));

/** Fields of the message; they apply to all subjects except alerts. */
export const messageFields: readonly Field[] = [
  ...shared('type', 'event', 'user', 'source'),
  field('step', 'name', ':orders', 'step that sent it'),
  field('message', 'name', ':orders-1', 'message ID'),
  field('created', 'runTime', '>=+2h', 'when the message was accepted'),
  ...shared('body'),
];

const attempt = field('attempt', 'number', '=1', 'number of the attempt');

export const subjectFields: Readonly<Record<Subject, readonly Field[]>> = {
  messages: messageFields,
  deliveries: [
    ...messageFields,
    ...shared('state', 'reason', 'status', 'outcome', 'code', 'attempts', 'destination', 'url'),
    field('attempted', 'runTime', '>=+2h', 'start of the latest attempt'),
    ...shared('header', 'has'),
  ],
  attempts: [
    ...messageFields,
    field('status', 'number', '>=500', 'status of the response'),
    field('outcome', 'choice', ':failed', 'outcome', attemptOutcomes),
    ...shared('code'),
    attempt,
    field('duration', 'duration', '<5s', 'how long it took'),
    field('started', 'runTime', '>=+2h', 'when it started'),
    ...shared('destination', 'url', 'header'),
    field('by', 'choice', ':user', 'who started it', ['user', 'schedule']),
  ],
  requests: [
    ...messageFields,
    field('status', 'number', '>=500', 'status it responded with'),
    field('mock', 'name', ':shop', 'mock'),
    field('kind', 'choice', ':request', 'request or connection without one', MockEntryKind.options),
    field('fault', 'choice', ':none', 'fault', MockFault.options),
    field('cause', 'choice', ':step', 'what determined the response', ResponseCause.options),
    field('timeouts', 'number', '>0', 'copies without a response in time'),
    field('signature', 'choice', ':valid', 'signature check', ['valid', 'invalid', 'missing']),
    attempt,
    field('received', 'runTime', '>=+2h', 'when it arrived'),
    ...shared('destination', 'header'),
  ],
  alerts: shared('destination'),
};
