import { expect, it } from 'vitest';
import { remoteHosts } from '#renderer/pages/settings/remote-hosts.ts';
import { ReceiverForward } from '#shared/schemas/receiver-step.ts';

const webhook = (url: string) => ({ url, headers: {} });

const forwardTo = (url: string) => ({ forward: ReceiverForward.parse({ url }) });

it('lists each host of destinations and receivers once, sorted', () => {
  const destinations = [
    { webhookUrl: 'https://HOOKS.example.com:8443/a', webhooks: [] },
    {
      webhookUrl: '',
      webhooks: [webhook('https://hooks.example.com/b'), webhook('http://192.0.2.1:9/')],
    },
  ];
  const receivers = [{ forward: null }, forwardTo('https://api.example.com/in?token=1')];
  expect(remoteHosts(destinations, receivers)).toEqual([
    '192.0.2.1',
    'api.example.com',
    'hooks.example.com',
  ]);
});

it('leaves out this machine and invalid URLs, and shows what a lookalike is', () => {
  const webhooks = [
    'http://localhost:3000/',
    'http://app.localhost./',
    'http://127.1/',
    'http://[::1]:3000/',
    'not a URL',
    'http://127.example.com/',
    // The first letter is Cyrillic.
    'http://аpi.example.com/',
  ].map(webhook);
  expect(remoteHosts([{ webhookUrl: '', webhooks }], [])).toEqual([
    '127.example.com',
    'xn--pi-6kc.example.com',
  ]);
});
