import { describe, expect, it } from 'vitest';
import {
  chosenFilter,
  filterChips,
  filterSuggestions,
  settleProblem,
  settleTargetOf,
} from '#renderer/features/inspector/delivery-filter.ts';
import { inspectorRoute, viewOf } from '#renderer/features/inspector/inspector-route.ts';
import { formatRoute, parseRoute } from '#renderer/stores/route.ts';

const destinations = [
  { id: 'dst_1', name: 'Staging hooks' },
  { id: 'dst_2', name: 'Billing' },
];

describe('the inspector in the address', () => {
  it('keeps list, row and filter', () => {
    const view = {
      list: 'deliveries',
      id: 12,
      filter: { state: 'retrying', destinationId: 'dst_1' },
    } as const;
    const { place, path = [], query = {} } = inspectorRoute(view);
    const address = formatRoute({ place, path, query });
    expect(address).toBe('#/inspector/deliveries/12?state=retrying&destination=dst_1');
    expect(viewOf(parseRoute(address))).toEqual(view);
  });

  it.each([
    '#/inspector',
    '#/inspector/nonsense',
    '#/inspector/deliveries/-1',
    '#/inspector/deliveries/1e9?state=unheard-of',
  ])('shows all deliveries for %s', (address) => {
    expect(viewOf(parseRoute(address))).toEqual({ list: 'deliveries', id: null, filter: {} });
  });
});

describe('the filter of deliveries', () => {
  it('stands as chips, each of which can be taken away', () => {
    expect(filterChips({ state: 'paused', destinationId: 'dst_1' }, destinations)).toEqual([
      { text: 'state:paused', without: { destinationId: 'dst_1' } },
      { text: 'destination:Staging hooks', without: { state: 'paused' } },
    ]);
  });

  it('shows a destination that no longer exists by its id', () => {
    expect(filterChips({ destinationId: 'dst_9' }, destinations)[0]?.text).toBe(
      'destination:dst_9',
    );
  });

  it('is extended by a suggestion, and by nothing else that is typed', () => {
    const suggestions = filterSuggestions({ state: 'paused' }, destinations);
    expect(suggestions.map(({ text }) => text)).not.toContain('state:paused');
    expect(chosenFilter({ state: 'paused' }, suggestions, 'destination:Billing')).toEqual({
      state: 'paused',
      destinationId: 'dst_2',
    });
    expect(chosenFilter({}, suggestions, 'state:deliv')).toBeNull();
  });
});

describe('jumping until what is listed has settled', () => {
  it('means what goes to the destination of the filter, else everything', () => {
    expect(settleTargetOf({}, destinations)).toEqual({ kind: 'everything' });
    expect(settleTargetOf({ state: 'retrying', destinationId: 'dst_1' }, destinations)).toEqual({
      kind: 'destination',
      id: 'dst_1',
      name: 'Staging hooks',
    });
  });

  it('says why nothing of it can settle', () => {
    for (const state of [undefined, 'pending', 'sending', 'retrying'] as const)
      expect(settleProblem(state === undefined ? {} : { state }, destinations)).toBeUndefined();
    expect(settleProblem({ state: 'delivered' }, destinations)).toBe('What is listed has ended');
    expect(settleProblem({ state: 'paused' }, destinations)).toContain('switched on');
    expect(settleProblem({ destinationId: 'dst_9' }, destinations)).toContain('was deleted');
  });
});
