/** Explores receivers that show their state, with payloads of providers. */
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { NotExplorable } from '#main/scenarios/explore/variant.ts';
import { runText } from '#test/support/run-scenario.ts';
import { serve } from '#test/support/serve.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { exploreText } from './support/explore-text.ts';

beforeAll(ensureBuild);

interface Webhook {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** Virtual time in the requests, by URL without query. */
const times = new Map<string, string[]>();

/**
 * Keeps the ID of each effect; ignores a webhook whose ID it has, unless it forgets them. If it is busy, it rejects the
 * first webhook with an ID. Returns its origin.
 */
async function startReceiver(
  idOf: (webhook: Webhook) => string,
  { forgets = false, isBusy = false } = {},
): Promise<string> {
  const effects: string[] = [];
  const seen = new Set<string>();
  return serve(async (request, response) => {
    const { origin, pathname, searchParams } = new URL(
      request.url ?? '',
      `http://${request.headers.host}`,
    );
    times.set(`${origin}${pathname}`, [
      ...(times.get(`${origin}${pathname}`) ?? []),
      String(request.headers['x-now']),
    ]);
    const webhook = { body: await text(request), headers: request.headers };
    if (pathname === '/reset') {
      effects.length = 0;
      seen.clear();
    } else if (pathname === '/count') {
      const id = searchParams.get('id');
      return void response.end(String(effects.filter((one) => one === id).length));
    } else if (pathname === '/effects') {
      return void response.end(JSON.stringify({ effects }));
    } else if (pathname === '/deep') {
      return void response.end(`${'['.repeat(100)}${']'.repeat(100)}`);
    } else if (pathname === '/state') {
      return void response.end(`{"total":${effects.length},"big":9007199254740993}`);
    } else {
      const id = idOf(webhook);
      if (isBusy && !seen.has(id)) response.statusCode = 503;
      else if (forgets || !effects.includes(id)) effects.push(id);
      seen.add(id);
    }
    response.end();
  });
}

interface Parts {
  readonly profile?: string;
  readonly body?: string;
  readonly server?: string;
  readonly then: string;
}

const scenario = (
  origin: string,
  { profile = 'stripe', body = '{"id":"evt_{n}"}', server = '', then }: Parts,
): string => `scenario: 1
name: Payloads
given:
  servers: [{ name: shop, url: '${origin}/hook', reset: { url: '${origin}/reset' }${server} }]
  destinations: [{ name: Hooks, profile: ${profile}, sharedSecret: s3cret, webhooks: [{ server: shop }] }]
when:
  - { id: sent, payload: { destination: Hooks, event: event, body: '${body}', count: 2, over: 1m } }
  - { finish: {} }
then:
  - ${then}
`;

const stripeId = ({ body }: Webhook): string => JSON.parse(body).id;
const probe = (origin: string, predicates: string) =>
  `{ name: state, probe: shop, url: '${origin}/state', timeout: 1ms, ${predicates} }`;

describe('a receiver that shows its state', () => {
  it('is compared with the run without disturbances', async () => {
    const right = await startReceiver(stripeId);
    const then = probe(right, 'asUndisturbed: true');
    const { report } = await exploreText(scenario(right, { then }), { kinds: ['duplicate'] });
    expect(report).toMatchObject({
      verdict: 'passed',
      isComplete: true,
      unchecked: ['server_clock'],
    });
  });

  it('is found if it ends in another state, with a file that fails by itself', async () => {
    const origin = await startReceiver(stripeId, { forgets: true });
    const then = probe(origin, 'asUndisturbed: true');
    const { report } = await exploreText(scenario(origin, { then }), { kinds: ['duplicate'] });
    expect(report.finding).toMatchObject({
      disturbances: [{ kind: 'duplicate' }],
      failures: [
        { name: 'state', found: expect.stringContaining('response.total is 3, expected 2') },
      ],
    });
    const text = report.finding?.text ?? '';
    expect(text).not.toContain('asUndisturbed');
    expect(text).toContain('9007199254740993');
    await fetch(`${origin}/reset`);
    expect((await runText(text)).failing).toEqual(['state']);
  });

  it('is compared as it is, also if it looks like a placeholder', async () => {
    const explored = async (forgets: boolean) => {
      const origin = await startReceiver((webhook) => `\${${stripeId(webhook)}}`, { forgets });
      const then = `{ name: state, probe: shop, url: '${origin}/effects', timeout: 1ms, asUndisturbed: true }`;
      const { report } = await exploreText(scenario(origin, { then }), { kinds: ['duplicate'] });
      return { origin, report };
    };
    expect((await explored(false)).report).toMatchObject({ verdict: 'passed' });
    const { origin, report } = await explored(true);
    await fetch(`${origin}/reset`);
    expect((await runText(report.finding?.text ?? '')).failing).toEqual(['state']);
  });

  it('must be a value that a scenario can have', async () => {
    const origin = await startReceiver(stripeId);
    const then = `{ name: state, probe: shop, url: '${origin}/deep', timeout: 1ms, asUndisturbed: true }`;
    await expect(
      exploreText(scenario(origin, { then }), { kinds: ['duplicate'] }),
    ).rejects.toBeInstanceOf(NotExplorable);
  });

  it('is compared for each message, with a file that fails by itself', async () => {
    const explored = async (forgets: boolean) => {
      const origin = await startReceiver(stripeId, { forgets });
      const then = `{ name: once, probe: shop, url: '${origin}/count?id={body.id}', timeout: 1ms, asUndisturbed: true }`;
      const { report } = await exploreText(scenario(origin, { then }), { kinds: ['duplicate'] });
      return { origin, report };
    };
    expect((await explored(false)).report).toMatchObject({ verdict: 'passed', isComplete: true });
    const { origin, report } = await explored(true);
    const messageId = report.finding?.disturbances[0]?.messageId;
    expect(report.finding).toMatchObject({
      disturbances: [{ kind: 'duplicate' }],
      failures: [{ name: 'once', messageId }],
    });
    const text = report.finding?.text ?? '';
    expect(text).toMatch(/asUndisturbed: \{ sent-1: 1, sent-2: 1 \}/);
    await fetch(`${origin}/reset`);
    expect((await runText(text)).failing).toEqual(['once']);
  });

  it('gets virtual time with each probe and lookup', async () => {
    const origin = await startReceiver(stripeId);
    const server = `, lookUp: '${origin}/count?id={body.id}'`;
    const once = '{ lookUp: shop, count: 1, timeout: 1ms }';
    const then = `${probe(origin, 'holds: always, field: total, monotonic: up')}\n  - ${once}`;
    const { failing } = await runText(
      `${scenario(origin, { server, then })}clock: { header: X-Now, start: '2026-01-01T00:00Z' }\n`,
    );
    expect(failing).toEqual([]);
    const timesOf = (path: string) => times.get(`${origin}${path}`) ?? [];
    const sent = timesOf('/hook');
    expect(sent).toHaveLength(2);
    const [first = '', last = ''] = sent;
    // The state is read after each webhook, and looked up at the end. A slow server takes virtual time.
    expect(timesOf('/state').some((time) => time >= first && time < last)).toBe(true);
    expect(timesOf('/state').some((time) => time >= last)).toBe(true);
    expect(timesOf('/count').filter((time) => time < last)).toEqual([]);
    for (const time of [...timesOf('/state'), ...timesOf('/count')])
      expect(time).toMatch(/^2026-01-01T\d/);
    expect(timesOf('/count')).not.toEqual([]);
  });

  it('is judged by it, whatever its responses', async () => {
    const origin = await startReceiver(stripeId, { isBusy: true });
    const then = probe(origin, 'field: total, equals: 2');
    const { report } = await exploreText(scenario(origin, { then }), { kinds: ['late_retry'] });
    expect(report).toMatchObject({ verdict: 'passed', isComplete: true });
  });

  it('needs an exploration to compare', async () => {
    const origin = await startReceiver(stripeId);
    const then = probe(origin, 'asUndisturbed: true');
    const { report } = await runText(scenario(origin, { then }));
    expect(report).toMatchObject({
      verdict: 'inconclusive',
      inconclusive: [
        {
          code: 'not_explored',
          message: expect.stringContaining('asUndisturbed'),
          place: { line: 10 },
        },
      ],
    });
  });
});

describe('messages are recognized by what is the same in every run', () => {
  const found = async (body: string, variables = '') => {
    const origin = await startReceiver(stripeId, { forgets: true });
    const then = probe(origin, 'field: total, equals: 2');
    const text = `${scenario(origin, { body, then })}${variables}`;
    return (await exploreText(text, { kinds: ['duplicate'] })).report;
  };

  it.each([
    ['not a time in milliseconds', '{"at":{now:ms},"id":"evt_{n}"}', ''],
    ['not a time in seconds, as text', '{"at":"{now:s}","id":"evt_{n}"}', ''],
    [
      'also if it looks like a placeholder',
      `{"id":"\${odd} {n}"}`,
      `variables: { odd: '$\${no}' }\n`,
    ],
  ])('%s', async (_, body, variables) => {
    expect(await found(body, variables)).toMatchObject({
      finding: { disturbances: [{ kind: 'duplicate' }], failures: [{ name: 'state' }] },
    });
  });

  it('or not at all', async () => {
    expect(await found('{"at":{now:ms},"id":"evt_1"}')).toMatchObject({
      reason: { code: 'equal_messages' },
    });
    expect(await found('{"at":"Sent at {now}","id":"evt_1"}')).toMatchObject({
      reason: { code: 'not_disturbed' },
    });
  });
});

describe('a destination with the profile', () => {
  const profiles: Readonly<
    Record<string, readonly [string, string, (webhook: Webhook) => string]>
  > = {
    stripe: ['{"id":"evt_{n}"}', '{body.id}', stripeId],
    github: [
      '{"after":"{n}"}',
      '{header[X-GitHub-Delivery]}',
      ({ headers }) => String(headers['x-github-delivery']),
    ],
    shopify: [
      '{"id":{n}}',
      '{header[X-Shopify-Webhook-Id]}',
      ({ headers }) => String(headers['x-shopify-webhook-id']),
    ],
    twilio: [
      'MessageSid=SM{n}&Body=Hi',
      '{body.MessageSid}',
      ({ body }) => new URLSearchParams(body).get('MessageSid') ?? '',
    ],
  };
  it.each(Object.entries(profiles))(
    'is explored by its own IDs: %s',
    async (profile, [body, id, idOf]) => {
      const found = async (forgets: boolean) => {
        const origin = await startReceiver(idOf, { forgets });
        const server = `, lookUp: '${origin}/count?id=${id}'`;
        const then = '{ name: once, lookUp: shop, count: 1, timeout: 1ms }';
        const text = scenario(origin, { profile, body, server, then });
        return (await exploreText(text, { kinds: ['duplicate'] })).report;
      };
      expect(await found(true)).toMatchObject({
        verdict: 'failed',
        finding: { disturbances: [{ kind: 'duplicate' }], failures: [{ name: 'once' }] },
      });
      expect(await found(false)).toMatchObject({ verdict: 'passed', isComplete: true });
    },
  );
});
