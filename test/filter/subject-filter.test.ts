/** Filters in scenarios: the fields of each subject, and records against them. */
import { describe, expect, it } from 'vitest';
import { createMatcher, type FieldReaders, matchTerms } from '#shared/filter/match.ts';
import { parseSubjectFilter } from '#shared/filter/parse.ts';
import { writtenFilter } from '#shared/filter/print.ts';
import { type Subject, subjectFields, subjects } from '#shared/filter/subject.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import { exactNumberCases } from './exact-number-cases.ts';

type Fields = Readonly<Record<string, string | number | null>>;

const names = [...new Set(subjects.flatMap((one) => subjectFields[one].map(({ name }) => name)))];

const readers: FieldReaders<{ readonly fields: Fields; readonly body?: unknown }> = {
  fields: Object.fromEntries(names.map((name) => [name, ({ fields }) => fields[name]])),
  headers: () => [['X-Env', 'test']],
  body: ({ body }) => body,
  texts: ({ fields }) => [String(fields.event ?? '')],
};
const settings = { startsAt: Date.parse('2026-01-01T00:00Z') };

function filterOf(text: string, subject: Subject) {
  const parsed = parseSubjectFilter(text, subject);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.filter;
}

function matches(text: string, subject: Subject, fields: Fields, body?: unknown): boolean {
  return createMatcher(filterOf(text, subject), readers, settings)({ fields, body });
}

function problemOf(text: string, subject: Subject): readonly [string, string] {
  const parsed = parseSubjectFilter(text, subject);
  if (parsed.ok) throw new Error(`${text} was read.`);
  const { start, end, message } = parsed.problem;
  return [text.slice(start, end), message];
}

describe('a filter in a scenario', () => {
  it.each([
    ['requests', 'event="Order Completed" status<300', { event: 'Order Completed', status: 200 }],
    ['requests', 'fault:hang kind:request', { fault: 'hang', kind: 'request' }],
    ['requests', 'not signature:valid', { signature: null }],
    ['attempts', 'duration=5s', { duration: 5_000 }],
    ['attempts', 'duration<1m30s by:user', { duration: 5_000, by: 'user' }],
    ['attempts', 'started>=+2h', { started: 7_200_000 }],
    ['attempts', 'started<2026-01-01T02:00:01Z', { started: 7_200_000 }],
    ['attempts', 'status=401 or status=403', { status: 403 }],
    ['deliveries', 'state:delivered attempts<=5', { state: 'delivered', attempts: 5 }],
    ['deliveries', 'step:first', { step: 'first' }],
    ['messages', 'order', { event: 'Order Completed' }],
    ['messages', '', {}],
    ['alerts', 'destination:orders', { destination: 'Orders' }],
  ] as const)('of %s matches: %s', (subject, text, fields) => {
    expect(matches(text, subject, fields)).toBe(true);
  });

  it.each([
    ['requests', 'status<300', { status: null }],
    ['requests', 'status<300', { status: 300 }],
    ['attempts', 'duration=5s', { duration: 5_001 }],
    ['attempts', 'started>=+2h', { started: 7_199_999 }],
    ['messages', 'step:first', { step: 'first-retry' }],
    ['messages', 'message=orders-1', { message: 'orders-10' }],
    ['messages', 'event=order', { event: 'Order' }],
  ] as const)('of %s does not match: %s', (subject, text, fields) => {
    expect(matches(text, subject, fields)).toBe(false);
  });

  it.each(exactNumberCases)('compares all digits of numbers: %s %s', (body, term, isMatch) => {
    expect(matches(`body.n${term}`, 'requests', {}, parseExact(`{"n":${body}}`))).toBe(isMatch);
  });

  it('reads bodies and headers', () => {
    const body = { properties: { total: 20, sku: ['a'] } };
    expect(matches('body.properties.total>=20 header[x-env]=test', 'requests', {}, body)).toBe(
      true,
    );
    expect(matches('body.properties.sku[0]=a', 'messages', {}, body)).toBe(true);
    expect(matches('body.properties.constructor:Object', 'messages', {}, body)).toBe(false);
    expect(matches('body.properties.total="20"', 'messages', {}, body)).toBe(false);
  });

  it('names the part that does not match, and the value found', () => {
    const filter = filterOf('event="Order Completed" (status<300 or fault:hang)', 'requests');
    const fields = { event: 'Order Completed', status: 503, fault: 'none' };
    const textOf = (_: unknown, value: unknown) => (value === undefined ? null : String(value));
    expect(matchTerms(filter, readers, settings, { fields }, textOf)).toEqual([
      { term: 'event="Order Completed"', matches: true, found: 'Order Completed' },
      { term: '(status<300 or fault:hang)', matches: false, found: '503, none' },
    ]);
  });

  it.each(['a (b or c) not (d e)', 'status<300 or not fault:hang', 'not (status<300 or event:a)'])(
    'is written as it was: %s',
    (text) => {
      expect(writtenFilter(filterOf(text, 'requests'))).toBe(text);
    },
  );

  it.each([
    ['state:delivered', 'requests', 'state', 'Use one of type, event'],
    ['status>300', 'messages', 'status', 'Unknown field "status"'],
    ['age<1h', 'deliveries', 'age', 'Unknown field "age"'],
    ['duration=5', 'attempts', '5', 'not a duration'],
    ['created>=2h', 'messages', '2h', 'since the start, such as +2h'],
    ['fault:hangs', 'requests', 'hangs', '"hangs" is not a valid value for fault'],
    ['event:a', 'alerts', 'event', 'Use one of destination'],
  ] as const)('%s of %s is invalid', (text, subject, place, message) => {
    expect(problemOf(text, subject)).toEqual([place, expect.stringContaining(message)]);
  });

  it('has examples that are valid', () => {
    for (const subject of subjects)
      for (const { example } of subjectFields[subject])
        expect([example, parseSubjectFilter(example, subject).ok]).toEqual([example, true]);
  });
});
