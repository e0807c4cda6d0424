import { expect, it } from 'vitest';
import { wrongMockPorts } from '#main/hosts/headless/mock-ports.ts';
import { Configuration } from '#shared/settings/configuration.ts';

const listening = [
  { name: 'shop', url: 'http://127.0.0.1:8400/mock/shop' },
  { name: 'older', url: 'http://127.0.0.1:8400/mock/older' },
  { name: 'broken', url: null },
];

it.each([
  ['http://127.0.0.1:8379/mock/shop', 1],
  ['http://localhost:8379/mock/shop?x=1', 1],
  ['http://127.0.0.1:8400/mock/shop', 0],
  // Not of this file.
  ['http://127.0.0.1:8379/mock/older', 0],
  ['http://127.0.0.1:8379/mock/broken', 0],
  ['http://127.0.0.1:8379/hook', 0],
  ['https://example.com/mock/shop', 0],
])('%s gets %i warnings', (webhookUrl, count) => {
  const configuration = Configuration.parse({
    destinations: [{ name: 'Hooks', webhookUrl }],
    mocks: [{ name: 'shop' }, { name: 'broken' }],
  });
  expect(wrongMockPorts(configuration, listening)).toHaveLength(count);
});
