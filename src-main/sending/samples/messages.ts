import type { SampleMessage } from '#shared/sending/send.ts';

/** One sample event per type, based on the specification's examples where available. */
const samples: readonly Omit<SampleMessage, 'kind' | 'profile'>[] = [
  {
    name: 'track',
    title: 'Order Completed',
    type: 'track',
    message: {
      type: 'track',
      userId: '019mr8mf4r',
      event: 'Order Completed',
      properties: {
        orderId: '9f1c-22',
        total: 129.9,
        currency: 'EUR',
        shippingMethod: '2-day',
        items: 3,
      },
      context: { ip: '203.0.113.9', library: { name: 'hookwright', version: '1.0.0' } },
    },
  },
  {
    name: 'identify',
    title: 'User signed up',
    type: 'identify',
    message: {
      type: 'identify',
      userId: '019mr8mf4r',
      traits: { email: 'jane@example.com', name: 'Jane Kim', plan: 'team', logins: 5 },
      context: { ip: '203.0.113.9', locale: 'en-GB' },
    },
  },
  {
    name: 'page',
    title: 'Pricing viewed',
    type: 'page',
    message: {
      type: 'page',
      userId: '019mr8mf4r',
      name: 'Pricing',
      properties: {
        path: '/pricing',
        referrer: 'https://example.com/',
        title: 'Pricing',
        url: 'https://example.com/pricing',
      },
      context: { userAgent: 'Mozilla/5.0', page: { path: '/pricing' } },
    },
  },
  {
    name: 'screen',
    title: 'Main screen shown',
    type: 'screen',
    message: {
      type: 'screen',
      userId: '019mr8mf4r',
      name: 'Main Screen',
      context: {
        device: { model: 'Pixel 9', type: 'android' },
        os: { name: 'Android', version: '16' },
        app: { build: '412', name: 'Storefront', version: '4.1.2' },
      },
    },
  },
  {
    name: 'group',
    title: 'Joined a company',
    type: 'group',
    message: {
      type: 'group',
      userId: '019mr8mf4r',
      groupId: '0e8c78ea9d97a7b8185e8632',
      traits: { name: 'Initech', industry: 'Technology', employees: 329, plan: 'enterprise' },
      context: { ip: '203.0.113.9' },
    },
  },
  {
    name: 'alias',
    title: 'Visitor became a user',
    type: 'alias',
    message: {
      type: 'alias',
      previousId: 'anon_77',
      userId: '019mr8mf4r',
      context: { ip: '203.0.113.9' },
    },
  },
  {
    name: 'anonymous-track',
    title: 'Anonymous product view',
    type: 'track',
    message: {
      type: 'track',
      anonymousId: 'anon_77',
      event: 'Product Viewed',
      properties: { sku: 'G-32', name: 'Monopoly: 3rd Edition', price: 18.99 },
      context: { ip: '203.0.113.9' },
    },
  },
];

export const messageSamples: readonly SampleMessage[] = samples.map((sample) => ({
  ...sample,
  kind: 'message',
  profile: null,
}));
