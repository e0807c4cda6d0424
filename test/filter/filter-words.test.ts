import { describe, expect, it } from 'vitest';
import { explainFilter } from '#shared/filter/explain.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import { type KnownValues, suggest } from '#shared/filter/suggest.ts';

function explain(text: string): string {
  const parsed = parseFilter(text);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return explainFilter(parsed.filter);
}

const known: KnownValues = {
  values: {
    event: ['Order Completed', 'Cart Viewed'],
    source: ['Website'],
    destination: ['Staging hooks', 'Billing'],
    url: ['http://127.0.0.1:3000/hook'],
    endpoint: ['recovers', 'flaky'],
  },
  bodyPaths: [
    { path: 'body.properties.total', example: '129.9' },
    { path: 'body.type', example: '"track"' },
  ],
};

/** Labels of the suggestions at | in the text. */
function labels(marked: string): readonly string[] {
  return suggest(marked.replace('|', ''), marked.indexOf('|'), known).map(({ label }) => label);
}

/** The text with | for the cursor, after accepting a suggestion. */
function taken(marked: string, label: string): string | undefined {
  const found = suggest(marked.replace('|', ''), marked.indexOf('|'), known).find(
    (one) => one.label === label,
  );
  return found && `${found.text.slice(0, found.cursor)}|${found.text.slice(found.cursor)}`;
}

describe('the description of a filter', () => {
  it.each([
    ['', 'All deliveries.'],
    [
      'type:track status>=500',
      'Deliveries where the type is track and the latest status is at least 500.',
    ],
    ['not state:delivered', 'Deliveries where the state is not delivered.'],
    ['not state:not_sent', 'Deliveries where the state is not "not sent".'],
    ['reason:window_ended', 'Deliveries where the reason is "retry window ended".'],
    ['id:12', 'Deliveries where it is delivery 12.'],
    ['not id:12,15-20', 'Deliveries where it is not one of 7 deliveries.'],
    [
      'event:Order (attempts>3 or has:warning)',
      'Deliveries where the event contains "Order" and (the number of attempts is more than 3 or it has a warning).',
    ],
    ['not (a or b)', 'Deliveries where not (any part contains "a" or any part contains "b").'],
    ['not not a', 'Deliveries where not (no part contains "a").'],
    [
      'created>=2026-11-20T15:04Z not created>=2026-11-20T15:05Z',
      'Deliveries where it was created at or after 2026-11-20T15:04Z and it was not created at or after 2026-11-20T15:05Z.',
    ],
    [
      'attempted>=2026-11-20T15:04Z',
      'Deliveries where the latest attempt was at or after 2026-11-20T15:04Z.',
    ],
    ['age<10m', 'Deliveries where it was created less than 10 min ago.'],
    ['not url:x', 'Deliveries where no URL contains "x".'],
    ['endpoint=recovers', 'Deliveries where a mock endpoint is "recovers".'],
    ['not endpoint:x', 'Deliveries where no mock endpoint contains "x".'],
    ['header[x-env]=test', 'Deliveries where the header x-env is "test".'],
    [
      'body.properties.total>100 body.a="x" not body.b:true',
      'Deliveries where properties.total in the body is more than 100 and a in the body is "x" and b in the body is not true.',
    ],
    ['user=ada source:Web', 'Deliveries where the user is "ada" and the source contains "Web".'],
  ])('%s: %s', (text, sentence) => {
    expect(explain(text)).toBe(sentence);
  });
});

describe('suggestions', () => {
  it('offer fields at the start of a term, and operators between terms', () => {
    expect(labels('|')).toContain('state:');
    expect(labels('|')).toContain('body.');
    expect(labels('|')).not.toContain('or ');
    expect(labels('state:waiting |')).toContain('or ');
    expect(labels('(|')).toContain('state:');
    expect(labels('st|')).toEqual(['state:', 'status>=']);
  });

  it('offer the values of the current field', () => {
    expect(labels('state:|')).toContain('state:gave_up');
    expect(labels('state:re|').slice(0, 2)).toEqual(['state:refused', 'state:delivered']);
    expect(labels('event:order|')).toEqual(['event:"Order Completed"']);
    expect(labels('not destination:|')).toEqual([
      'destination:"Staging hooks"',
      'destination:Billing',
    ]);
    expect(labels('endpoint=|')).toEqual(['endpoint=recovers', 'endpoint=flaky']);
    expect(labels('event:"order c|')).toEqual(['event:"Order Completed"']);
    expect(labels('age<|')).toContain('age<10m');
  });

  it('offer a term for a value without a field', () => {
    expect(labels('wai|')).toEqual(['state:waiting']);
    expect(labels('warn|')).toEqual(['has:warning']);
  });

  it('insert at the cursor and keep the text after it', () => {
    expect(taken('type:track st| or x', 'state:')).toBe('type:track state:| or x');
    expect(taken('not state:wai|', 'state:waiting')).toBe('not state:waiting|');
    expect(taken('source:|', 'source:Website')).toBe('source:Website|');
  });

  it('offer the known paths in bodies, by any part', () => {
    expect(labels('body.|')).toEqual(['body.properties.total=', 'body.type=']);
    expect(labels('body.tot|')).toEqual(['body.properties.total=']);
    expect(taken('state:waiting body.ty|', 'body.type=')).toBe('state:waiting body.type=|');
    expect(labels('body.unknown|')).toEqual([]);
  });

  it('offer nothing for unknown text or a value that is already complete', () => {
    expect(labels('zzz|')).toEqual([]);
    expect(labels('unknown:x|')).toEqual([]);
    expect(labels('state:waiting|')).toEqual([]);
    expect(labels('(a)|')).toEqual([]);
  });

  it('offer nothing before or inside a word', () => {
    expect(labels('|user=u3')).toEqual([]);
    expect(labels('us|er=u3')).toEqual([]);
    expect(labels('event:"or|der c')).toEqual([]);
    expect(labels('event:"or|der c"')).toEqual([]);
    expect(labels('a |(b)')).toEqual([]);
    expect(labels('(st|)')).toContain('state:');
    expect(labels('st| user=u3')).toContain('state:');
  });
});
