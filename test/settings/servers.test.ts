import { expect, it } from 'vitest';
import { MockForward } from '#shared/mocks/step.ts';
import { serversOf } from '#shared/settings/servers.ts';

const webhook = (url: string) => ({ url, headers: {} });

const forwardTo = (url: string) => ({ forward: MockForward.parse({ url }) });

it('lists each server of destinations and mock endpoints once, sorted', () => {
  const destinations = [
    { webhookUrl: 'https://HOOKS.example.com:8443/a', webhooks: [] },
    {
      webhookUrl: '',
      webhooks: [webhook('https://hooks.example.com/b'), webhook('http://192.0.2.1:9/')],
    },
  ];
  const mocks = [{ forward: null }, forwardTo('https://api.example.com/in?token=1')];
  expect(serversOf({ destinations, mocks }, [])).toEqual([
    '192.0.2.1',
    'api.example.com',
    'hooks.example.com',
  ]);
});

it('names servers on this machine with their port, leaves out mock endpoints and invalid URLs, and shows what a lookalike is', () => {
  const webhooks = [
    'http://localhost:3000/',
    'http://app.localhost./',
    'http://127.0.0.1:8379/mock/shop',
    'http://[::1]:3000/',
    'not a URL',
    'http://127.example.com/',
    // The first letter is Cyrillic.
    'http://аpi.example.com/',
  ].map(webhook);
  const own = 'http://127.0.0.1:8379/mock/shop';
  expect(
    serversOf({ destinations: [{ webhookUrl: '', webhooks }], mocks: [] }, [own, null]),
  ).toEqual([
    '127.example.com',
    '[::1]:3000',
    'app.localhost.',
    'localhost:3000',
    'xn--pi-6kc.example.com',
  ]);
});
