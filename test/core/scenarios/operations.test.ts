/** Operations of a recorded session, and the steps they become. */
import { describe, expect, it } from 'vitest';
import type { SessionConfiguration } from '#core/scenarios/recording/configuration.ts';
import { stepsOf } from '#core/scenarios/recording/operations.ts';
import type { Session } from '#core/scenarios/recording/session.ts';
import type { JournalEntry } from '#shared/schemas/journal.ts';
import type { JsonValue } from '#shared/schemas/json-value.ts';

const delivery = {
  id: 7,
  messageId: 3,
  destinationId: 'dst_1',
  state: 'delivered',
  lastStatus: 200,
  attempts: [{ url: 'http://127.0.0.1:8379/r/shop', at: 0, status: 200 }],
} as const;

const session = {
  entries: [],
  deliveries: [delivery],
  audiences: [{ id: 'aud_1', name: 'Buyers' }],
  traits: [{ id: 'trt_1', name: 'Orders' }],
  resent: new Map([[7, { body: '{"a":1}', headers: [['X-Env', 'test']] }]]),
  deletedUsers: new Map([['del_1', ['user_1', 'user_2']]]),
  cancelPending: true,
} as unknown as Session;

const configuration = {
  nameOf: (noun: string, id: unknown) =>
    noun === 'destinations' && id === 'dst_1' ? 'Orders' : null,
} as unknown as SessionConfiguration;

const entry = (operation: string, input: JsonValue, more: Partial<JournalEntry> = {}) => ({
  ...{ id: 1, at: 1_000, endedAt: 1_000, recordedAt: 0, afterMessageId: 0, before: null },
  ...{ operation, input, isInputCut: false, resultId: null },
  ...more,
});

const translated = (one: JournalEntry, of: Session = session) =>
  stepsOf(one, {
    session: of,
    configuration,
    messageName: (id) => (id === 3 ? 'orders-5' : null),
  });

type Row = readonly [operation: string, input: JsonValue, step: object];

const ofOne = 'message:orders-5 destination=Orders';

const steps: Readonly<Record<string, readonly Row[]>> = {
  syncs: [
    ['audiences.syncs.start', { id: 'aud_1' }, { sync: { audience: 'Buyers' } }],
    [
      'audiences.syncs.start',
      { params: { id: 'aud_1' }, body: { perSecond: 50 } },
      { sync: { audience: 'Buyers', perSecond: 50 } },
    ],
    ['traits.syncs.start', { id: 'trt_1' }, { sync: { trait: 'Orders' } }],
    [
      'jobs.start',
      { kind: 'sync', computationId: 'aud_1', perSecond: 9 },
      { sync: { audience: 'Buyers', perSecond: 9 } },
    ],
  ],
  members: [
    [
      'audiences.members.churn',
      { id: 'aud_1', percent: 5 },
      { churn: { audience: 'Buyers', percent: 5 } },
    ],
    [
      'audiences.members.churn',
      { id: 'aud_1', percent: 5, pattern: 'u{n}' },
      { churn: { audience: 'Buyers', percent: 5, pattern: 'u{n}' } },
    ],
    [
      'audiences.members.add',
      { id: 'aud_1', userIds: ['a', 'b'] },
      { members: { audience: 'Buyers', add: ['a', 'b'] } },
    ],
    [
      'audiences.members.replace',
      { id: 'aud_1', userIds: ['c'] },
      { members: { audience: 'Buyers', replace: ['c'] } },
    ],
    [
      'audiences.members.generate',
      { id: 'aud_1', count: 10 },
      { members: { audience: 'Buyers', add: { generate: 10 } } },
    ],
    [
      'traits.values.set',
      { id: 'trt_1', values: [{ userId: 'a', value: 2 }, { userId: 'b' }] },
      { members: { trait: 'Orders', add: { users: { a: 2, b: null } } } },
    ],
    [
      'traits.values.remove',
      { id: 'trt_1', userIds: ['a'] },
      { members: { trait: 'Orders', remove: ['a'] } },
    ],
  ],
  deletions: [
    [
      'deletions.start',
      { id: 'del_1' },
      { delete: { users: ['user_1', 'user_2'], cancelPending: true } },
    ],
    [
      'jobs.start',
      { kind: 'deletion_request', deletionId: 'del_1' },
      { delete: { users: ['user_1', 'user_2'], cancelPending: true } },
    ],
  ],
  resends: [
    ['resends.send', { deliveryId: 7, signing: 'valid' }, { resend: { filter: ofOne } }],
    [
      'resends.send',
      { deliveryId: 7, signing: 'tampered' },
      { resend: { filter: ofOne, signing: 'tampered' } },
    ],
    ['resends.send', { deliveryId: 7, body: '{"a":1}' }, { resend: { filter: ofOne } }],
    [
      'resends.send',
      { deliveryId: 7, body: '{"a":2}', headers: [['X-Env', 'test']] },
      { resend: { filter: ofOne, body: '{"a":2}' } },
    ],
    [
      'jobs.start',
      { kind: 'resend', filter: 'state:delivered', perSecond: 3 },
      { resend: { filter: 'state:delivered', perSecond: 3 } },
    ],
    [
      'jobs.start',
      { kind: 'retry', destinationId: 'dst_1', state: 'exhausted' },
      { retry: { filter: 'state:exhausted destination=Orders' } },
    ],
    ['deliveries.retry', { id: 7 }, { retry: { filter: ofOne } }],
    ['deliveries.cancel', { id: 7 }, { cancel: { filter: ofOne } }],
  ],
};

const noSteps: readonly (readonly [operation: string, input: JsonValue, reason: string])[] = [
  ['audiences.syncs.start', { id: 'aud_gone' }, 'deleted_item'],
  ['audiences.members.churn', { id: 'aud_gone', percent: 5 }, 'deleted_item'],
  ['deletions.start', { id: 'del_gone' }, 'deleted_item'],
  ['resends.send', { deliveryId: 8 }, 'not_in_span'],
  ['resends.send', { deliveryId: 7, url: 'http://127.0.0.1/other' }, 'edited_request'],
  ['resends.send', { deliveryId: 7, secret: '[redacted]' }, 'edited_request'],
  ['resends.send', { deliveryId: 7, headers: [['X-New', '1']] }, 'edited_request'],
  ['jobs.start', { kind: 'resend', filter: 'age<10m' }, 'filter'],
  ['jobs.start', { kind: 'retention' }, 'no_step'],
  ['deliveries.retry', { id: 8 }, 'not_in_span'],
  ['clock.set', {}, 'clock_speed'],
];

describe.each(Object.entries(steps))('%s', (_, rows) => {
  it.each(rows)('%s %j', (operation, input, expected) => {
    const found = translated(entry(operation, input));
    const taken = 'steps' in found ? found.steps : [];
    expect(taken.map(({ action, input: of }) => ({ [action]: of }))).toEqual([expected]);
  });
});

describe('left out', () => {
  it.each(noSteps)('%s %j', (operation, input, reason) => {
    expect(translated(entry(operation, input))).toEqual({ leftOut: reason });
  });

  it('an input that was cut', () => {
    const cut = entry('resends.send', null, { isInputCut: true });
    expect(translated(cut)).toEqual({ leftOut: 'too_long' });
  });
});

describe('part of another step', () => {
  it.each([
    ['deletions.create', { draft: true }],
    ['deletions.users.add', { id: 'del_1', userIds: ['a'] }],
    ['audiences.create', { name: 'New' }],
    ['clock.fastForwardToNextAttempt', {}],
  ])('%s', (operation, input) => {
    expect(translated(entry(operation, input))).toEqual({ steps: [] });
  });

  it('an audience that was created in the session is known by its name', () => {
    const created = entry('audiences.create', { name: 'New' }, { resultId: 'aud_2' });
    const found = translated(entry('audiences.syncs.start', { id: 'aud_2' }), {
      ...session,
      entries: [created],
    });
    expect(found).toEqual({ steps: [{ action: 'sync', input: { audience: 'New' } }] });
  });

  it('time that passes until the next attempt is a wait', () => {
    const passed = entry('clock.fastForwardToNextAttempt', {}, { endedAt: 11_000 });
    expect(translated(passed)).toEqual({ steps: [{ action: 'wait', input: { forMs: 10_000 } }] });
  });
});
