import { describe, expect, it } from 'vitest';
import { firstRoute, formatRoute, parseRoute, type Route } from '#renderer/stores/route.ts';

describe('a route', () => {
  it.each<Route>([
    { page: 'inspector', path: ['deliveries', '12'], query: { state: 'retrying' } },
    { page: 'destinations', path: ['dst_1'], query: {} },
    { page: 'sources', path: ['a/b', '100%'], query: { q: 'a&b=c' } },
  ])('survives being written into the address and read again', (route) => {
    expect(parseRoute(formatRoute(route))).toEqual(route);
  });

  it.each(['', '#', '#/', '#/nowhere', '#content', '#/%E0%A4%A'])(
    'falls back to the first page when the address is %j',
    (hash) => expect(parseRoute(hash)).toEqual(firstRoute),
  );

  it('keeps a part that cannot be decoded', () => {
    expect(parseRoute('#/sources/%E0%A4%A').path).toEqual(['%E0%A4%A']);
  });
});
