/** Subjects of filters in scenarios, with the fields of each. */

import { MockFault } from '#shared/mocks/faults.ts';
import { MockEntryKind, ResponseCause } from '#shared/mocks/request.ts';
import { type FieldSpec, fieldOf } from './fields.ts';
import type { Combined, ContentTerm, Order, TextOperator } from './filter.ts';

export const subjects = ['messages', 'deliveries', 'attempts', 'requests', 'alerts'] as const;
export type Subject = (typeof subjects)[number];

/** A term of a filter in a scenario. `written` is its text, for reports. */
export type SubjectTerm = { readonly written: string } & (
  | { readonly kind: 'name'; readonly field: string; readonly name: string }
  | {
      readonly kind: 'text';
      readonly field: string;
      readonly operator: TextOperator;
      readonly text: string;
    }
  /** Durations are in milliseconds. */
  | {
      readonly kind: 'number';
      readonly field: string;
      readonly operator: '=' | Order;
      readonly number: number;
    }
  /** Milliseconds from the start of the run, or since the epoch. */
  | {
      readonly kind: 'moment';
      readonly field: string;
      readonly operator: Order;
      readonly from: 'start' | 'epoch';
      readonly ms: number;
    }
  | ContentTerm
);
export type SubjectFilter = Combined<SubjectTerm>;

function deliveryField(name: string): FieldSpec {
  const field = fieldOf(name);
  if (field === undefined) throw new Error(`no field ${name}`);
  return field;
}

const choiceField = (name: string, meaning: string, allowed: readonly string[]): FieldSpec => ({
  name,
  opening: `${name}:`,
  meaning,
  example: `${name}:${allowed[0]}`,
  signs: [':', '='],
  choices: allowed,
});

/** Matches the whole name, unlike a text: `step:first` must not match `first-retry`. */
const nameField = (name: string, meaning: string, example: string): FieldSpec => ({
  name,
  opening: `${name}:`,
  meaning,
  example: `${name}:${example}`,
  signs: [':', '='],
});

const orderSigns = ['<', '<=', '>', '>='];

const numberField = (name: string, meaning: string, example: string): FieldSpec => ({
  name,
  opening: `${name}=`,
  meaning,
  example,
  signs: [':', '=', ...orderSigns],
});

const momentField = (name: string, meaning: string): FieldSpec => ({
  name,
  opening: `${name}>=`,
  meaning,
  example: `${name}>=+2h`,
  signs: orderSigns,
});

/** Fields of the message; they apply to all subjects except alerts. */
export const messageFields: readonly FieldSpec[] = [
  ...['type', 'event', 'user', 'source'].map(deliveryField),
  nameField('step', 'step that sent it', 'orders'),
  nameField('message', 'message ID', 'orders-1'),
  momentField('created', 'when the message was accepted'),
  deliveryField('body'),
];

export const subjectFields: Readonly<Record<Subject, readonly FieldSpec[]>> = {
  messages: messageFields,
  deliveries: [
    ...messageFields,
    ...['state', 'reason', 'status', 'outcome', 'code'].map(deliveryField),
    ...['attempts', 'destination', 'url'].map(deliveryField),
    momentField('attempted', 'start of the latest attempt'),
    ...['header', 'has'].map(deliveryField),
  ],
  attempts: [
    ...messageFields,
    { ...deliveryField('status'), meaning: 'status of the response' },
    { ...deliveryField('outcome'), meaning: 'outcome' },
    deliveryField('code'),
    numberField('attempt', 'number of the attempt', 'attempt=1'),
    numberField('duration', 'how long it took', 'duration<5s'),
    momentField('started', 'when it started'),
    ...['destination', 'url', 'header'].map(deliveryField),
    choiceField('by', 'who started it', ['user', 'schedule']),
  ],
  requests: [
    ...messageFields,
    { ...deliveryField('status'), meaning: 'status it responded with' },
    nameField('mock', 'mock', 'shop'),
    choiceField('kind', 'request or connection without one', MockEntryKind.options),
    choiceField('fault', 'fault', MockFault.options),
    choiceField('cause', 'what determined the response', ResponseCause.options),
    choiceField('signature', 'signature check', ['valid', 'invalid', 'missing']),
    numberField('attempt', 'number of the attempt', 'attempt=1'),
    momentField('received', 'when it arrived'),
    ...['destination', 'header'].map(deliveryField),
  ],
  alerts: [deliveryField('destination')],
};
