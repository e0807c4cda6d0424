/** FIELD=VALUE arguments, on the operations of the contract. */
import { describe, expect, it } from 'vitest';
import { contractInput, fieldRows, knownFields, readFields } from '#main/hosts/cli/api/fields.ts';
import { namedOperation, operations } from '#main/hosts/cli/api/operations.ts';
import { valueLines } from '#main/hosts/cli/api/value-lines.ts';
import { flag } from '#shared/kit/name.ts';

it.each([
  [
    'deliveries.list',
    ['limit=20', 'filter=status>=500 x=y'],
    { limit: 20, filter: 'status>=500 x=y' },
  ],
  ['deliveries.list', ['limit=many'], { limit: 'many' }],
  ['changes.follow', ['after.epoch=12', 'after.number=7'], { after: { epoch: '12', number: 7 } }],
  ['jobs.start', ['kind=retry', 'urls=all'], { kind: 'retry', urls: 'all' }],
  ['jobs.start', ['kind=sync', 'full=true'], { kind: 'sync', full: true }],
  [
    'jobs.start',
    ['bounds.now=2026-11-20T15:04:05.000Z'],
    { bounds: { now: '2026-11-20T15:04:05.000Z' } },
  ],
  ['audiences.members.add', ['id=a', 'userIds=1'], { id: 'a', userIds: ['1'] }],
  ['audiences.members.add', ['id=a', 'userIds=u', 'userIds=v'], { id: 'a', userIds: ['u', 'v'] }],
  ['clock.setFastForwardSpeed', ['speed=null'], { speed: null }],
  ['clock.setFastForwardSpeed', ['speed=60'], { speed: 60 }],
  [
    'send.now',
    ['message.properties.n=1', 'message.__proto__=x'],
    {
      message: { properties: { n: '1' }, ['__proto__']: 'x' },
    },
  ],
  ['scenarios.run', ['file=a.yaml', 'set.PORT=3000'], { file: 'a.yaml', set: { PORT: '3000' } }],
  [
    'destinations.update',
    ['id=d', 'webhooks={"url":"http://a"}'],
    { id: 'd', webhooks: [{ url: 'http://a' }] },
  ],
  ['traits.syncs.start', ['id=t', 'plan=true', 'full=false'], { id: 't', plan: true, full: false }],
] as const)('%s %j', (name, args, input) => {
  expect(readFields(namedOperation(name), args, null)).toEqual(input);
});

it('a flag is a boolean, also as text in a query', () => {
  for (const [name, field] of [
    ['exports.create', 'secrets'],
    ['audiences.syncs.start', 'plan'],
  ] as const)
    expect(fieldRows(namedOperation(name))).toContainEqual([field, 'boolean']);
  const secrets = flag('secrets');
  expect([true, 'true', 'false', '1'].map((value) => secrets.parse(value))).toEqual([
    ...[true, true, false, true],
  ]);
  expect(secrets.safeParse('maybe').error?.issues[0]?.message).toContain('secrets');
});

it.each([
  ['deliveries.list', ['filtr=x'], 'Did you mean "filter"?'],
  ['deliveries.list', ['zzzzzz=x'], 'hookwright api deliveries.list --help'],
  ['deliveries.list', ['filter.x=1'], 'Unknown field "filter.x"'],
  ['deliveries.list', ['__proto__=1'], 'Unknown field "__proto__"'],
  ['changes.follow', ['after.epok=1'], 'Unknown field "after.epok". Did you mean "after.epoch"?'],
  ['deliveries.list', ['filter'], 'FIELD=VALUE'],
  ['deliveries.get', [], 'Add id=VALUE'],
  ['mocks.remove', ['id=..'], `can't be ".."`],
  ['mockRequests.clear', ['id=.'], `can't be "."`],
  ['sources.get', ['id='], `can't be ""`],
  ['destinations.create', ['webhooks={'], 'not valid JSON'],
  ['system.get', ['x=1'], 'Unknown field "x"'],
] as const)('%s rejects %j', (name, args, message) => {
  expect(() => readFields(namedOperation(name), args, null)).toThrow(message);
});

it('arguments override the fields of a file', () => {
  const json = '{"kind":"retry","bounds":{"newest":1,"matchCount":12345678901234567890}}';
  const input = readFields(namedOperation('jobs.start'), ['bounds.newest=2'], json);
  expect(JSON.stringify(input)).toBe(json.replace('"newest":1', '"newest":2'));
  for (const text of ['[]', '"x"', '1', 'x'])
    expect(() => readFields(namedOperation('system.get'), [], text)).toThrow('--input');
});

it('a plan gets the fields that it knows for the kind', () => {
  const plan = namedOperation('jobs.plan');
  expect(knownFields(plan, { kind: 'copy', filter: 'x', perSecond: 5, urls: 'all' })).toEqual({
    ...{ kind: 'copy', filter: 'x' },
  });
  expect(knownFields(plan, { kind: 'sync', perSecond: 5 })).toEqual({ kind: 'sync', perSecond: 5 });
});

it('fields of path, query and body are sent where they belong', () => {
  const start = namedOperation('audiences.syncs.start');
  expect(contractInput(start, { id: 'a', plan: true, full: true })).toEqual({
    ...{ params: { id: 'a' }, query: { plan: true }, body: { full: true } },
  });
  expect(contractInput(namedOperation('system.get'), {})).toBeUndefined();
});

describe('the contract', () => {
  it('names operations that exist, and plans with those that read', () => {
    for (const { name, declared } of operations) {
      const { plan, pieces } = declared.meta;
      if (plan !== undefined) {
        const { meta } = namedOperation(plan.operation).declared;
        expect(meta.plannedCount, name).toBeDefined();
        // A plan of the operation's own is chosen by a field.
        if (plan.operation === name) expect(plan.input, name).toEqual({ plan: true });
        else expect(meta.effect, name).toBe('read');
      }
      for (const other of [pieces?.operation, pieces?.cancel])
        if (other !== undefined) namedOperation(other);
    }
  });

  it('has a type for each field', () => {
    for (const operation of operations)
      for (const [field, type] of fieldRows(operation))
        expect(type, `${operation.name} ${field}`).not.toBe('');
  });
});

it.each([
  [[], 80, ['Nothing found.']],
  [{ items: [{ id: 1 }], nextCursor: 'x' }, 80, ['id', '1', 'More: add cursor=x.']],
  [
    [
      { id: 1, name: 'a' },
      { id: 12, name: null },
    ],
    80,
    ['id  name', '1   a', '12'],
  ],
  [[{ a: 'x'.repeat(50), b: 1 }], 40, ['a', `${'x'.repeat(39)}…`, '1 more column: add --json.']],
  [
    { a: { b: 1 }, list: ['x', 'y'], rows: [{ c: 2 }] },
    80,
    ['a:', '  b: 1', 'list:', '  - x', '  - y', 'rows:', '  - c: 2'],
  ],
  [[{ name: '\u001b[2J\n' }], 80, ['name', '‹U+001B›[2J‹LF›']],
] as const)('shows %j in %i columns', (value, width, lines) => {
  expect(valueLines(value, width).map((line) => line.trimEnd())).toEqual(lines);
});
