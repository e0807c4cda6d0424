import { expect, it } from 'vitest';
import { targetUrl } from '#main/kit/target-url.ts';

it.each([
  ['http://h', '/mock/a', '/'],
  ['http://h/', '/mock/a/b', '/b'],
  ['http://h/x', '/mock/a', '/x'],
  ['http://h/x/', '/mock/a', '/x/'],
  ['http://h/x/', '/mock/a/', '/x/'],
  ['http://h/x', '/mock/a/%2eb/./c//d', '/x/%2eb/./c//d'],
  ['http://h/x', '/mock/a?', '/x?'],
  ['http://h/x?', '/mock/a', '/x?'],
  ['http://h/x?', '/mock/a?k=1', '/x?k=1'],
  ['http://h/x?k=1', '/mock/a?', '/x?k=1'],
  ['http://h/x?k=1', '/mock/a/b?l={2}?', '/x/b?k=1&l={2}?'],
])('%s with %s is %s, byte for byte', (url, received, target) => {
  expect(targetUrl({ url }, received)).toEqual({ origin: 'http://h', target });
});
