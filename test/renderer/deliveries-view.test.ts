import { describe, expect, it } from 'vitest';
import {
  asksForAge,
  filterTags,
  finishProblem,
  finishTargetOf,
  isUnfinished,
  onlyStateOf,
  withTyped,
} from '#renderer/filter/delivery-filter.ts';
import { formatRoute, parseRoute, routeTo } from '#renderer/kit/routing/route.ts';
import { deliveriesRoute, testOf, viewOf } from '#renderer/places/deliveries/deliveries-route.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import { printFilter } from '#shared/filter/print.ts';

const destinations = [
  { id: 'dst_1', name: 'Staging hooks' },
  { id: 'dst_2', name: 'Billing' },
];

describe('the address of Deliveries', () => {
  it('keeps list, row and filter', () => {
    const filter = 'state:waiting event:"50 % & more?"';
    const view = {
      list: 'deliveries',
      show: 'all',
      id: 12,
      filter,
      listed: filter,
      run: null,
    } as const;
    const address = formatRoute(routeTo(deliveriesRoute(view)));
    expect(address).toMatch(/^#\/deliveries\/12\?filter=state%3Awaiting/);
    expect(viewOf(parseRoute(address))).toEqual(view);
  });

  it('has the place in a run that a link leads to', () => {
    const view = viewOf(parseRoute('#/deliveries/runs/a/7?destination=Orders&message=m&attempt=2'));
    expect(view).toMatchObject({
      ...{ list: 'deliveries', id: 7, filter: '' },
      run: { id: 'a', target: { messageId: 'm', destination: 'Orders', attempt: 2 } },
    });
    expect(formatRoute(routeTo(deliveriesRoute({ ...view, filter: 'a' })))).toBe(
      '#/deliveries/runs/a/7?filter=a',
    );
  });

  it('reads a state and a destination as a filter', () => {
    const { filter } = viewOf(parseRoute('#/deliveries?state=waiting&destination=dst_1'));
    expect(filter).toBe('state:waiting destination=dst_1');
  });

  it.each([
    '#/deliveries',
    '#/deliveries/nonsense',
    '#/deliveries/-1',
    '#/deliveries/1e9?state=unheard-of',
  ])('shows all deliveries for %s', (address) => {
    expect(viewOf(parseRoute(address))).toEqual({
      ...{ list: 'deliveries', show: 'all', id: null, filter: '', listed: '', run: null },
    });
  });

  it('lists only what fails or was refused, within the filter', () => {
    const view = viewOf(parseRoute('#/deliveries?show=failing&filter=type%3Atrack'));
    expect(view).toMatchObject({ show: 'failing', filter: 'type:track' });
    const parsed = parseFilter(view.listed);
    expect(parsed.ok && printFilter(parsed.filter)).toBe(view.listed);
    expect(view.listed).toContain('type:track');
    expect(viewOf(parseRoute('#/deliveries?show=refused')).listed).toBe('state:refused');
    expect(formatRoute(routeTo(deliveriesRoute({ ...view, filter: '' })))).toBe(
      '#/deliveries?show=failing',
    );
    // An invalid filter has no results that could be narrowed.
    expect(viewOf(parseRoute('#/deliveries?show=refused&filter=state%3Alost')).listed).toBe(
      'state:lost',
    );
  });

  it('has a place for a URL to test, with the event sent to it', () => {
    expect(testOf(parseRoute('#/deliveries/test'))).toEqual({ sentId: null });
    expect(testOf(parseRoute('#/deliveries/test/12'))).toEqual({ sentId: 12 });
    expect(testOf(parseRoute('#/deliveries/12'))).toBeNull();
  });
});

describe('the delivery filter', () => {
  it('is shown as tags that can be removed', () => {
    expect(filterTags('state:paused a or b')).toEqual([
      { text: 'state:paused a or b', without: '' },
    ]);
    expect(filterTags('state:paused (a or b) status>=500')).toEqual([
      { text: 'state:paused', without: '(a or b) status>=500' },
      { text: 'a or b', without: 'state:paused status>=500' },
      { text: 'status>=500', without: 'state:paused (a or b)' },
    ]);
    expect(filterTags('state:lost')).toEqual([]);
  });

  it('adds entered terms once, in canonical form', () => {
    expect(withTyped('status>=500', 'a OR b')).toEqual({
      ok: true,
      filter: 'status>=500 (a or b)',
    });
    expect(withTyped('status>=500 a', 'status>=500')).toEqual({
      ok: true,
      filter: 'a status>=500',
    });
    expect(withTyped('a', 'state:deliv')).toMatchObject({ ok: false, problem: { start: 6 } });
  });

  it('has one state and one type: a new one replaces it', () => {
    const filter = 'state:paused type:track not state:waiting';
    expect(withTyped(filter, 'state:waiting')).toEqual({
      ok: true,
      filter: 'type:track not state:waiting state:waiting',
    });
  });

  it('shows an error only if further input cannot fix it', () => {
    const problemOf = (typed: string) => {
      const parsed = withTyped('', typed);
      if (parsed.ok) throw new Error(`${typed} was read.`);
      return isUnfinished(parsed.problem, typed);
    };
    for (const typed of [
      'state:',
      'state:re',
      'event:"Ord',
      'a or ',
      'not',
      '(a',
      'header[x',
      'age<1',
    ])
      expect(problemOf(typed), typed).toBe(true);
    for (const typed of ['state:re x', 'age<1 x', 'a) b', 'statsu:5 '])
      expect(problemOf(typed), typed).toBe(false);
  });

  it('finds the only state in a filter, and whether it uses an age', () => {
    expect(onlyStateOf('state:paused')).toBe('paused');
    expect(onlyStateOf('not state:paused')).toBeUndefined();
    expect(asksForAge('a or not age>1h')).toBe(true);
    expect(asksForAge('"age>1h"')).toBe(false);
  });
});

describe('fast-forwarding the list', () => {
  it('applies to the only destination of the filter, otherwise to everything', () => {
    expect(finishTargetOf('', destinations)).toEqual({ kind: 'everything' });
    expect(finishTargetOf('destination:i', destinations)).toEqual({ kind: 'everything' });
    expect(finishTargetOf('not destination:billing', destinations)).toEqual({ kind: 'everything' });
    for (const filter of ['state:waiting destination=dst_1', 'destination:stag a'])
      expect(finishTargetOf(filter, destinations)).toEqual({
        kind: 'destination',
        id: 'dst_1',
        name: 'Staging hooks',
      });
  });

  it('matches destinations as the list does, with case folding for ASCII only', () => {
    const named = [{ id: 'dst_1', name: 'Ärger Hooks' }];
    expect(finishProblem('destination:"Ärger hooks"', named)).toBeUndefined();
    expect(finishProblem('destination:"ärger"', named)).toContain('not found');
  });

  it('explains why no delivery can finish', () => {
    for (const filter of [
      '',
      'state:waiting',
      'state:waiting',
      'state:waiting',
      'not state:delivered',
    ])
      expect(finishProblem(filter, destinations)).toBeUndefined();
    expect(finishProblem('state:delivered', destinations)).toBe('All deliveries have finished');
    expect(finishProblem('a state:paused', destinations)).toBe('Destination disabled');
    expect(finishProblem('destination=dst_9', destinations)).toContain('not found');
  });
});
