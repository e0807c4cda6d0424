import { expect, it } from 'vitest';
import { targetUrl } from '#core/receivers/target-url.ts';

it.each([
  ['http://h', '/r/a', '/'],
  ['http://h/', '/r/a/b', '/b'],
  ['http://h/x', '/r/a', '/x'],
  ['http://h/x/', '/r/a', '/x/'],
  ['http://h/x/', '/r/a/', '/x/'],
  ['http://h/x', '/r/a/%2eb/./c//d', '/x/%2eb/./c//d'],
  ['http://h/x', '/r/a?', '/x?'],
  ['http://h/x?', '/r/a', '/x?'],
  ['http://h/x?', '/r/a?k=1', '/x?k=1'],
  ['http://h/x?k=1', '/r/a?', '/x?k=1'],
  ['http://h/x?k=1', '/r/a/b?l={2}?', '/x/b?k=1&l={2}?'],
])('%s with %s is %s, byte for byte', (url, received, target) => {
  expect(targetUrl({ url }, received)).toEqual({ origin: 'http://h', target });
});
