/** What scenarios ask a server about its own state, over real HTTP. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { runText } from '#test/support/run-scenario.ts';
import { serve } from '#test/support/serve.ts';

interface Webhook {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

interface Receiver {
  /** Takes a webhook; what it returns is the status. */
  readonly takes?: (webhook: Webhook) => number;
  /** Responds to GET. */
  readonly asked: (path: string, response: ServerResponse) => void;
}

/** Returns its origin. */
async function startReceiver({ takes = () => 200, asked }: Receiver): Promise<string> {
  return serve(async (request, response) => {
    if (request.method === 'GET') return asked(request.url ?? '', response);
    const status = takes({ body: await text(request), headers: request.headers });
    response.writeHead(status).end();
  });
}

describe('a lookup by a value of the payload', () => {
  const scenario = (origin: string, placeholder: string) => `
scenario: 1
name: Payloads
given:
  servers: [{ name: shop, url: '${origin}/hook', lookUp: '${origin}/count?id=${placeholder}' }]
  destinations: [{ name: Hooks, profile: github, sharedSecret: s3cret, webhooks: [{ server: shop }] }]
when:
  - { id: pushes, payload: { destination: Hooks, event: push, body: '{"after":"sha/{n}"}', count: 2 } }
  - finish: {}
then:
  - { name: once, lookUp: shop, count: 1, timeout: 1s }`;

  const values: readonly (readonly [string, (webhook: Webhook) => string])[] = [
    ['{body.after}', ({ body }) => JSON.parse(body).after],
    ['{header[X-GitHub-Delivery]}', ({ headers }) => String(headers['x-github-delivery'])],
  ];

  it.each(values)('counts effects: %s', async (placeholder, idOf) => {
    const effects: string[] = [];
    let perWebhook = 1;
    const origin = await startReceiver({
      takes(webhook) {
        for (let n = 0; n < perWebhook; n += 1) effects.push(idOf(webhook));
        return 200;
      },
      asked(path, response) {
        const id = new URL(path, 'http://localhost').searchParams.get('id');
        response.end(String(effects.filter((one) => one === id).length));
      },
    });
    const right = await runText(scenario(origin, placeholder));
    expect(right.report).toMatchObject({ verdict: 'passed', inconclusive: [] });
    effects.length = 0;
    perWebhook = 2;
    expect((await runText(scenario(origin, placeholder))).failing).toEqual(['once']);
  });

  it('is inconclusive for a message without it', async () => {
    const origin = await startReceiver({ asked: (_, response) => response.end('1') });
    const { report } = await runText(scenario(origin, '{body.none}'));
    expect(report.inconclusive).toMatchObject([
      { code: 'look_up_failed', message: expect.stringContaining('{body.none}') },
    ]);
  });
});

/** Accounts that each webhook adds to; if they are queued, one is taken from the queue after each response to GET. */
async function startAccounts({ isQueued = false } = {}) {
  type Event = { readonly user: string; readonly amount: number };
  const events: Event[] = [];
  const queue: Event[] = [];
  const requests: string[] = [];
  const origin = await startReceiver({
    takes({ body }) {
      const { userId: user, properties } = JSON.parse(body);
      (isQueued ? queue : events).push({ user, amount: properties.amount });
      return 200;
    },
    asked(path, response) {
      requests.push(path);
      const { pathname, searchParams } = new URL(path, 'http://localhost');
      const isOwn = ({ user }: Event) => pathname === '/all' || user === searchParams.get('user');
      const own = events.filter(isOwn);
      const total = own.reduce((sum, { amount }) => sum + amount, 0);
      const paid = own.map(({ amount }) => ({ amount }));
      if (pathname === '/text') response.end('paid in full');
      else if (pathname === '/total') response.end(String(total));
      else response.end(JSON.stringify({ total, paid, big: null }));
      events.push(...queue.splice(0, 1));
    },
  });
  return { origin, requests };
}

/** Three payments: 1 and 3 of user_1, 2 of user_2. */
const payments = (origin: string, ...probes: readonly string[]) => `
scenario: 1
name: Payments
given:
  sources: [{ name: Shop }]
  servers: [{ name: shop, url: '${origin}/hook' }]
  destinations: [{ name: Hooks, payloadShape: full, sources: [Shop], webhooks: [{ server: shop }] }]
when:
  - { id: a, send: { source: Shop, message: { type: track, userId: user_1, event: Paid, properties: { amount: 1 } } } }
  - { id: b, at: 1m, send: { source: Shop, message: { type: track, userId: user_2, event: Paid, properties: { amount: 2 } } } }
  - { id: c, at: 2m, send: { source: Shop, message: { type: track, userId: user_1, event: Paid, properties: { amount: 3 } } } }
then:
${probes
  .map(
    (probe) => `  - { probe: shop, ${probe} }
`,
  )
  .join('')}`;

/** No real time to wait for what is expected. */
const now = 'timeout: 1ms';

/** The checks of probes, with the reasons of those that are inconclusive. */
async function probed(text: string) {
  const { report } = await runText(text);
  return report.checks
    .filter(({ kind }) => kind === 'expectation')
    .map(({ verdict, name, found, reference, decidedAt }) => ({
      ...{ verdict, name, found, messageId: reference?.messageId, decidedAt },
      code: report.inconclusive.find(({ message }) => message.startsWith(name))?.code,
    }));
}

describe('a probe', () => {
  it('compares the response, or a value in it', async () => {
    const expected: readonly (readonly [path: string, predicates: string, verdict: string])[] = [
      ['/all', 'field: total, equals: 6', 'passed'],
      ['/all', 'field: total, equals: 5', 'failed'],
      ['/all', 'field: none, equals: 6', 'failed'],
      ['/all', 'field: big, equals: null', 'passed'],
      ['/all', 'field: paid, equals: [{ amount: 1 }, { amount: 2 }, { amount: 3 }]', 'passed'],
      ['/all', 'field: paid, equals: [{ amount: 1 }, { amount: 2 }]', 'failed'],
      ['/all', 'equals: { total: 6, big: null }', 'failed'],
      ['/all', 'field: total, equals: { $any: number }', 'failed'],
      ['/all', 'contains: { total: 6 }', 'passed'],
      ['/all', 'contains: { total: { $any: number } }', 'passed'],
      ['/all', 'contains: { total: { $any: string } }', 'failed'],
      ['/all', 'field: paid, contains: { amount: 3 }', 'passed'],
      ['/all', 'field: paid, contains: [{ amount: 3 }, { amount: 1 }]', 'passed'],
      ['/all', 'field: paid, contains: [{ amount: 3 }, { amount: 4 }]', 'failed'],
      ['/all', "field: 'paid[1].amount', matches: '^2$'", 'passed'],
      ['/all', "field: 'paid[1].amount', matches: '^3$'", 'failed'],
      ['/all', "field: none, matches: ''", 'failed'],
      ['/all', `contains: '"total":6'`, 'passed'],
      ['/text', 'contains: in', 'passed'],
      ['/text', 'contains: out', 'failed'],
      ['/text', "equals: 'paid in full'", 'passed'],
      ['/text', "matches: 'in (full|part)$'", 'passed'],
      ['/text', "matches: '^in'", 'failed'],
      ['/text', "contains: in, matches: '^in'", 'failed'],
    ];
    const { origin } = await startAccounts();
    const checks = await probed(
      payments(
        origin,
        ...expected.map(
          ([path, predicates], index) =>
            `name: '${index}', url: '${origin}${path}', ${now}, ${predicates}`,
        ),
      ),
    );
    expect(
      checks.map(({ verdict }, index) => [...(expected[index]?.slice(0, 2) ?? []), verdict]),
    ).toEqual(expected);
  });

  it('names what was read, expected and found', async () => {
    const { origin } = await startAccounts();
    const url = `${origin}/total?user={body.userId}`;
    const [check] = await probed(
      payments(origin, `url: '${url}', messages: 'step:c', equals: 3, ${now}`),
    );
    expect(check).toMatchObject({ verdict: 'failed', messageId: 'c-1' });
    expect(check?.name).toBe('shop /total?user={body.userId} equals 3');
    expect(check?.found).toContain(`GET ${origin}/total?user=user_1`);
    expect(check?.found).toContain('is 4, expected 3');
  });

  it.each(['at end', 'eventually'])(
    'waits for a receiver that responds before its work is done: %s',
    async (holds) => {
      const { origin } = await startAccounts({ isQueued: true });
      const url = `url: '${origin}/total?user=user_1', holds: ${holds}`;
      expect(await probed(payments(origin, `${url}, equals: 4`))).toMatchObject([
        { verdict: 'passed' },
      ]);
    },
  );

  it('is read for each URL', async () => {
    const { origin, requests } = await startAccounts();
    const url = `${origin}/total?user={body.userId}`;
    const checks = await probed(payments(origin, `url: '${url}', contains: 4, ${now}`));
    expect(checks).toMatchObject([{ verdict: 'failed', messageId: 'b-1' }]);
    expect(new Set(requests)).toEqual(new Set(['/total?user=user_1', '/total?user=user_2']));
  });

  it('holds eventually if it held after an attempt in its period', async () => {
    const { origin } = await startAccounts();
    const url = `url: '${origin}/total?user=user_1', holds: eventually, ${now}`;
    const checks = await probed(
      payments(
        origin,
        `${url}, equals: 1`,
        `${url}, equals: 1, within: 90s`,
        `${url}, equals: 1, since: c`,
        `${url}, equals: 2`,
      ),
    );
    expect(checks.map(({ verdict }) => verdict)).toEqual(['passed', 'passed', 'failed', 'failed']);
  });

  const responses: Readonly<Record<string, (response: ServerResponse) => void>> = {
    redirected: (response) => response.writeHead(302, { location: '/other' }).end(),
    missing: (response) => response.writeHead(404).end('6'),
    'too large': (response) => response.end(JSON.stringify('x'.repeat(65_536))),
    'nested too deep': (response) => response.end('['.repeat(10_000)),
    'closed without a response': (response) => response.destroy(),
  };
  it.each(Object.entries(responses))('is inconclusive if it is %s', async (name, respond) => {
    const code = name === 'nested too deep' ? 'body_too_large' : 'probe_failed';
    const paths: string[] = [];
    const origin = await startReceiver({
      asked(path, response) {
        paths.push(path);
        respond(response);
      },
    });
    const checks = await probed(payments(origin, `url: '${origin}/state', equals: 6, ${now}`));
    expect(checks).toMatchObject([{ verdict: 'inconclusive', code }]);
    expect(new Set(paths)).toEqual(new Set(['/state']));
  });

  it.each([
    ['"paid"', "matches: '^paid$'", 'passed'],
    ['"error: twice"', "matches: '^error', holds: never", 'failed'],
    ['"caf\\u00e9"', 'contains: café', 'passed'],
    ['"a\\"b"', `contains: 'a"b'`, 'passed'],
    ['{"name": "caf\\u00e9"}', 'contains: café', 'passed'],
    ['{"name": "caf\\u00e9"}', 'contains: café, holds: never', 'failed'],
    ['{"status": "ok"}', `contains: '"status": "ok"'`, 'passed'],
    ['{"status": "ok"}', `matches: '^\\{"status":"ok"\\}$'`, 'passed'],
    ['{"n": 1}', 'field: n, equals: 2, holds: never', 'passed'],
    ['<p>Not found</p>', 'field: n, equals: 2, holds: never', 'inconclusive'],
    ['<p>Not found</p>', 'field: n, monotonic: up', 'inconclusive'],
  ])('compares %s with %s: %s', async (response, predicates, verdict) => {
    const origin = await startReceiver({ asked: (_, sent) => sent.end(response) });
    const checks = await probed(payments(origin, `url: '${origin}/state', ${predicates}, ${now}`));
    expect(checks).toMatchObject([{ verdict }]);
  });

  it('reads 64 KB', async () => {
    const text = JSON.stringify('x'.repeat(65_534));
    const origin = await startReceiver({ asked: (_, response) => response.end(text) });
    const checks = await probed(payments(origin, `url: '${origin}/state', contains: xx`));
    expect(checks).toMatchObject([{ verdict: 'passed' }]);
  });

  it('holds always or never, as read after each attempt and at the end', async () => {
    const { origin } = await startAccounts();
    const url = `url: '${origin}/total?user=user_1', ${now}`;
    const checks = await probed(
      payments(
        origin,
        `${url}, holds: always, matches: '[14]'`,
        `${url}, holds: always, equals: 1`,
        `${url}, holds: always, equals: 1, until: 90s`,
        `${url}, holds: never, equals: 2`,
        `${url}, holds: never, equals: 1`,
        `${url}, holds: never, equals: 1, since: c`,
        `${url}, holds: always, equals: 4, from: 119s, until: 2m`,
        `${url}, holds: never, equals: 4, from: 119s, until: 2m`,
      ),
    );
    expect(
      checks.map(({ verdict, messageId, decidedAt }) => [verdict, messageId, decidedAt]),
    ).toEqual([
      ['passed', undefined, checks[0]?.decidedAt],
      ['failed', 'c-1', 120_000],
      ['passed', undefined, checks[0]?.decidedAt],
      ['passed', undefined, checks[0]?.decidedAt],
      ['failed', 'a-1', 0],
      ['passed', undefined, checks[0]?.decidedAt],
      ['inconclusive', undefined, checks[0]?.decidedAt],
      ['inconclusive', undefined, checks[0]?.decidedAt],
    ]);
    // Nothing was read then.
    expect(checks.slice(-2).map(({ code }) => code)).toEqual(['probe_unread', 'probe_unread']);
  });

  it('is read for the messages of the attempts that ended', async () => {
    const { origin, requests } = await startAccounts();
    const url = `${origin}/total?user={body.userId}`;
    const checks = await probed(
      payments(origin, `url: '${url}', holds: always, matches: '[124]', until: 3m, ${now}`),
    );
    expect(checks).toMatchObject([{ verdict: 'passed' }]);
    const [one, two] = ['/total?user=user_1', '/total?user=user_2'];
    expect(requests.slice(0, 3)).toEqual([one, two, one]);
  });

  it.each([
    ['up', ['1', '2', '2', '3.5'], 'passed'],
    ['up', ['1', '3', '2', '4'], 'failed'],
    ['down', ['9007199254740993', '9007199254740992', '1'], 'passed'],
    ['down', ['9007199254740992', '9007199254740993', '1'], 'failed'],
    ['up', ['"2026-01-01T01:00:00+01:00"', '"2026-01-01T00:30:00.5Z"'], 'passed'],
    ['up', ['"2026-01-01T03:00:00+03:00"', '"2025-12-31T23:59:59Z"'], 'failed'],
    ['up', ['null', '1', 'null', '2'], 'passed'],
    ['up', ['2', 'null', '1'], 'failed'],
    ['up', ['null', 'null'], 'failed'],
    ['up', ['1', '"two"'], 'failed'],
    ['up', ['1', '"2026-01-01T00:00:00Z"'], 'failed'],
  ] as const)('is monotonic %s or not: %j has %s', async (direction, values, verdict) => {
    let reads = 0;
    const origin = await startReceiver({
      asked(_, response) {
        response.end(`{"version":${values[Math.min(reads, values.length - 1)]}}`);
        reads += 1;
      },
    });
    const probe = `url: '${origin}/state', field: version, monotonic: ${direction}, ${now}`;
    const [check] = await probed(payments(origin, probe));
    expect(check?.verdict).toBe(verdict);
    // After each attempt, and at least once at the end.
    expect(reads).toBeGreaterThanOrEqual(4);
  });

  it.each([
    ['goes down with the last message', 'monotonic: up', [1, 3, -2]],
    ['is wrong until the next message', 'holds: never, matches: "^-"', [1, -3, 4]],
    ['is wrong after messages that change nothing', 'holds: never, matches: "^-"', [0, 0, -3, 4]],
    ['is wrong in the end', 'holds: always, matches: "^[0-9]"', [1, 1, -3]],
  ])('fails if a receiver responds first, and its state %s', async (_, predicate, amounts) => {
    let total = 0;
    const origin = await startReceiver({
      takes({ body }) {
        setTimeout(() => {
          total += JSON.parse(body).properties.amount;
        }, 300);
        return 202;
      },
      asked: (_, response) => response.end(String(total)),
    });
    const steps = amounts.map(
      (amount, index) =>
        `  - { at: ${index}m, send: { source: Shop, message: { type: track, userId: u, event: Paid, properties: { amount: ${amount} } } } }`,
    );
    const [check] = await probed(`
scenario: 1
name: Late
given:
  sources: [{ name: Shop }]
  servers: [{ name: shop, url: '${origin}/hook' }]
  destinations: [{ name: Hooks, payloadShape: full, sources: [Shop], webhooks: [{ server: shop }] }]
when:
${steps.join('\n')}
then:
  - { probe: shop, url: '${origin}/state', ${predicate} }`);
    expect(check?.verdict).toBe('failed');
  });

  it('fails if the second of two servers is slow', async () => {
    const start = async (processingMs: number) => {
      let total = 0;
      return startReceiver({
        takes({ body }) {
          setTimeout(() => {
            total += JSON.parse(body).properties.amount;
          }, processingMs);
          return 202;
        },
        asked: (_, response) => response.end(String(total)),
      });
    };
    const [fast, slow] = [await start(0), await start(300)];
    const checks = await probed(`
scenario: 1
name: Two
given:
  sources: [{ name: Shop }]
  servers: [{ name: fast, url: '${fast}/hook' }, { name: slow, url: '${slow}/hook' }]
  destinations:
    - { name: One, payloadShape: full, sources: [Shop], webhooks: [{ server: fast }] }
    - { name: Two, payloadShape: full, sources: [Shop], webhooks: [{ server: slow }] }
when:
${[1, -3, 4].map((amount, index) => `  - { at: ${index}m, send: { source: Shop, message: { type: track, userId: u, event: Paid, properties: { amount: ${amount} } } } }`).join('\n')}
then:
  - { probe: fast, url: '${fast}/state', holds: never, equals: 99 }
  - { probe: slow, url: '${slow}/state', holds: never, matches: '^-' }`);
    expect(checks.map(({ verdict }) => verdict)).toEqual(['passed', 'failed']);
  });

  it('counts `within` from the acceptance of the message that its URL is for', async () => {
    const { origin } = await startAccounts();
    const url = `url: '${origin}/total?user={body.userId}&of={messageId}', ${now}`;
    const checks = await probed(
      payments(
        origin,
        `${url}, holds: eventually, matches: '[124]', within: 1s`,
        `${url}, holds: eventually, equals: 2, messages: 'user:user_2', within: 1s`,
        `${url}, holds: eventually, equals: 1, within: 1s`,
      ),
    );
    expect(checks.map(({ verdict }) => verdict)).toEqual(['passed', 'passed', 'failed']);
  });

  it('is inconclusive if 1,000 readings do not decide', async () => {
    const { origin, requests } = await startAccounts();
    const checks = await probed(`
scenario: 1
name: Many
given:
  sources: [{ name: Shop }]
  servers: [{ name: shop, url: '${origin}/hook' }]
  destinations: [{ name: Hooks, payloadShape: full, sources: [Shop], webhooks: [{ server: shop }] }]
when:
  - { send: { source: Shop, count: 1001, message: { type: track, userId: u, event: Paid, properties: { amount: 1 } } } }
  - { wait: { for: 1m } }
then:
  - { probe: shop, url: '${origin}/total?of={messageId}', holds: always, until: 1m, equals: 0, ${now} }`);
    expect(requests).toHaveLength(1_000);
    expect(checks).toMatchObject([{ verdict: 'inconclusive', code: 'probe_limit' }]);
  });
});
