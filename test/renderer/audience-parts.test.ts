import { describe, expect, it } from 'vitest';
import { formatRoute, parseRoute, routeTo } from '#renderer/kit/routing/route.ts';
import { changeText } from '#renderer/places/audiences/audience-labels.tsx';
import { routeOf, viewOf } from '#renderer/places/audiences/audiences-route.ts';
import { durationText } from '#renderer/places/audiences/syncs/sync-actions.ts';
import { valueMakerOf } from '#renderer/places/audiences/users/change-draft.ts';
import { readUserLines } from '#renderer/places/audiences/users/user-work.ts';
import { sparklinePoints } from '#renderer/ui/sparkline.tsx';

describe('entered user IDs', () => {
  it('are read once each, without empty lines and surrounding spaces', () => {
    expect(readUserLines(' ada\r\n\nbob\t\rada\n')).toEqual({
      userIds: ['ada', 'bob'],
      problem: undefined,
    });
  });

  it('name the first invalid line', () => {
    const { problem } = readUserLines(`ada\n\n${'x'.repeat(501)}\n${'y'.repeat(501)}`);
    expect(problem).toMatch(/^Line 3: .*500 characters/);
  });
});

describe('the address of the page', () => {
  it.each([
    { list: 'audiences', id: null, section: 'users' },
    { list: 'traits', id: 'trt_1', section: 'users' },
    { list: 'audiences', id: 'aud_1', section: 'sync' },
    { list: 'deletions', id: 'new', section: 'users' },
  ] as const)('restores %o', (view) => {
    const address = formatRoute(routeTo(routeOf(view.list, view.id, view.section)));
    expect(viewOf(parseRoute(address))).toEqual(view);
  });

  it.each(['#/audiences/nowhere', '#/audiences/audiences/aud_1/nowhere'])(
    'is unknown: %s',
    (address) => expect(viewOf(parseRoute(address))).toBeNull(),
  );
});

describe('the summary of a change', () => {
  it('lists only what happened', () => {
    expect(changeText({ added: 1_200, changed: 0, removed: 3, unchanged: 0 })).toBe(
      '1,200 added, 3 removed',
    );
    expect(changeText({ added: 0, changed: 0, removed: 0, unchanged: 0 })).toBe('No changes');
  });
});

describe('the duration of a sync', () => {
  it.each([
    [1_000, 1_012, '12 ms'],
    [1_000, 35_000, '34.0 s'],
    [1_000, null, '–'],
    // The clock was set back to real time while it ran.
    [36_000_000, 1_000, '–'],
  ])('from %i to %s is %s', (startedAt, endedAt, text) => {
    expect(durationText({ startedAt, endedAt })).toBe(text);
  });
});

describe('generated values', () => {
  const typed = {
    method: 'generate',
    mode: 'add',
    lines: '',
    userId: '',
    value: '',
    count: 1,
    pattern: '',
    seed: 1,
    percent: 5,
    newPattern: '',
    valueKind: 'choice',
    min: 5,
    max: 1,
    choices: '"a"\n\n{"b": [1]}\nnull',
  } as const;

  it('are any JSON, one per line', () => {
    expect(valueMakerOf(typed).value).toEqual({ kind: 'choice', choices: ['a', { b: [1] }, null] });
    expect(valueMakerOf({ ...typed, choices: 'a' }).problems.choices).toMatch(/^Line 1/);
    expect(valueMakerOf({ ...typed, choices: '' }).problems.choices).toMatch(/empty/);
  });

  it('reject a range that ends before it starts, and a missing bound', () => {
    expect(valueMakerOf({ ...typed, valueKind: 'number' }).problems.max).toMatch(/less than min/);
    expect(valueMakerOf({ ...typed, valueKind: 'number', min: null }).problems.min).toMatch(
      /min must be a whole number/,
    );
  });
});

describe('a sparkline', () => {
  it('fills its box from the lowest to the highest value', () => {
    expect(sparklinePoints([10, 30, 20], 45, 25)).toEqual([
      { x: 2.5, y: 22.5 },
      { x: 22.5, y: 2.5 },
      { x: 42.5, y: 12.5 },
    ]);
  });

  it('is centered if nothing changed, and a dot at the end for one value', () => {
    expect(sparklinePoints([7, 7], 45, 25).map(({ y }) => y)).toEqual([12.5, 12.5]);
    expect(sparklinePoints([7], 45, 25)).toEqual([{ x: 42.5, y: 12.5 }]);
    expect(sparklinePoints([], 45, 25)).toEqual([]);
  });
});
