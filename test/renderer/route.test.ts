import { describe, expect, it } from 'vitest';
import { firstRoute, formatRoute, parseRoute, type Route } from '#renderer/kit/routing/route.ts';

describe('a route', () => {
  it.each<Route>([
    { page: 'deliveries', path: ['12'], query: { state: 'waiting' } },
    { page: 'destinations', path: ['dst_1'], query: {} },
    { page: 'sources', path: ['a/b', '100%'], query: {} },
    { page: 'deliveries', path: [], query: { activity: 'full', filter: 'a&b=c' } },
    { page: 'signatures', path: [], query: { destination: 'dst_1' } },
  ])('survives being written into the address and read again', (route) => {
    expect(parseRoute(formatRoute(route))).toEqual(route);
  });

  it.each(['', '#', '#/'])('is the first page when the address is %j', (hash) =>
    expect(parseRoute(hash)).toEqual(firstRoute),
  );

  it.each(['#/nowhere/1', '#/unknown', '#/%25E0'])('keeps an unknown address: %s', (address) => {
    expect(parseRoute(address).page).toBe('unknown');
    expect(formatRoute(parseRoute(address))).toBe(address);
  });

  it.each([
    ['#/deliveries?attempt=1e3&message=m', { message: 'm' }],
    ['#/deliveries?activity=half&filter=a', { filter: 'a' }],
    ['#/sources?filter=a', {}],
  ])('ignores unknown and invalid parameters: %s', (address, query) => {
    expect(parseRoute(address).query).toEqual(query);
    expect(parseRoute(formatRoute(parseRoute(address))).query).toEqual(query);
  });

  it('keeps a part that cannot be decoded', () => {
    expect(parseRoute('#/sources/%E0%A4%A').path).toEqual(['%E0%A4%A']);
  });
});
