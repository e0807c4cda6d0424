/** Writes test/fixtures/signature-bugs.json. Requires Python, PHP, Ruby with ActionPack, and Go. */
import { writeFileSync } from 'node:fs';
import { programs, run, versionOf } from './programs.ts';

const message = (userId: string, event: string, properties: Readonly<Record<string, unknown>>) =>
  JSON.stringify({
    version: 1,
    type: 'track',
    userId,
    event,
    properties,
    timestamp: '2012-12-02T00:30:08.276Z',
    context: {},
  });

const bodies = [
  message('u1', 'Order Completed', { shippingMethod: '2-day', currency: 'USD', quantity: 2 }),
  message('Zoë 😀', 'Käse & "Brot" <b>’s', {
    text: 'Zürich – naïve café, 日本語のテキスト, Привет мир. '.repeat(24),
    tags: ['ü', '日本', '🚀'],
  }),
  message('u2', 'Priced', {
    price: 39.95,
    tax: 0.1,
    total: 1234567.891,
    tiny: 1e-7,
    huge: 1e21,
    half: [0.5, 3.3],
  }),
  message('u3', 'Counted', {
    exact: 1,
    max: 2 ** 53 - 1,
    ids: [10000000000, 123456789012345],
  }).replace('"exact":1', '"exact":9007199254740993,"long":9223372036854775807'),
  message('u4', 'Viewed', {
    url: 'https://example.com/a/b?x=1&y=2',
    path: '/a/b/',
    html: "<a href='/'>it's</a>",
  }),
  message('u5', 'Empty', { a: {}, b: [], c: null, d: { e: {} }, f: [{}], g: '' }),
];

const task = {
  bodies,
  secrets: {
    plain: 'sekrét-🔑',
    ascii: 'secret-of-ascii',
    whsec: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    base64: 'c2VjcmV0LWtleS0wMTIzNDU2Nzg5',
    hex: '00ff10a5deadbeef0123456789abcdef',
    odd: 'my-secret_key.2024!',
  },
  url: 'https://hooks.example.com/hooks/in?source=7',
  path: '/hooks/in',
  query: '?source=7',
  seconds: 1354408209,
};

const recordings = programs.map((program) => {
  const by = versionOf(program);
  if (by === null) throw new Error(`${program.name} is not installed here.`);
  return { by, name: program.name, language: program.language, digests: run(program, task) };
});

writeFileSync(
  `${import.meta.dirname}/../../../fixtures/signature-bugs.json`,
  `${JSON.stringify({ task, recordings }, null, 1)}\n`,
);
