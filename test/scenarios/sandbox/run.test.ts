/** Scenarios in virtual time: real processes, sockets and SQLite; only the clock is stepped. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createProductProcesses, type Product } from '#main/hosts/sandbox/product.ts';
import { historyHashOf } from '#main/scenarios/history/history-hash.ts';
import { runLines } from '#shared/report/scenario-text.ts';
import type { RunChecks } from '#shared/scenarios/schema/run.ts';
import { forkBuilt } from '#test/support/fork-built.ts';
import { runText } from '#test/support/run-scenario.ts';
import { until } from '#test/support/until.ts';

const shop = (mock: string, more = '') => `
scenario: 1
name: Test
given:
  sources: [{ name: Shop }]
  mocks: [{ name: shop, secret: s3cret, ${mock} }]
  destinations: [{ name: Orders, sharedSecret: s3cret, sources: [Shop], webhooks: [{ mock: shop }] }]
${more}`;

const send = (count: number, over: string) =>
  `  - { id: orders, send: { source: Shop, count: ${count}, over: ${over}, message: { type: track, userId: 'user_{n}', event: Paid } } }`;

const outage = shop(
  'strict: true',
  `when:
${send(20, '2h')}
  - { at: 30m, outage: { mock: shop, for: 1h, status: 503 } }
then:
  - lost: 0
  - duplicates: 0
  - { name: none during the outage, requests: 'status<300', mock: shop, from: 30m, until: 1h30m, count: 0 }
  - { name: spaced by the backoff, attempts: 'code:server_error', spacing: backoff }`,
);

describe('a run', () => {
  it('delivers everything after an outage, and repeats exactly', async () => {
    const first = await runText(outage);
    expect(first.failing).toEqual([]);
    expect(first.report).toMatchObject({ verdict: 'passed', inconclusive: [] });
    expect(first.report.counts).toMatchObject({ messages: 20, deliveries: 20, open: 0 });
    expect(first.report.counts.attempts).toBeGreaterThan(60);
    const second = await runText(outage);
    expect(second.report.historyHash).toBe(first.report.historyHash);
    expect(second.events).toEqual(first.events);
  });

  it('gives attempts and copies a header with virtual time', async () => {
    const { failing, events } = await runText(`${shop(
      'steps: [{ status: 503 }]',
      `when:
${send(1, '1s')}
  - finish: {}
  - { id: again, after: 1h, copy: { filter: 'step:orders' } }`,
    )}
clock: { header: X-Now, start: '2026-01-01T00:00Z' }
`);
    expect(failing).toEqual([]);
    const startsAt = Date.UTC(2026, 0, 1);
    const sent = events.flatMap((event) => (event.kind === 'request' ? [event] : []));
    expect(sent.map(({ copiedBy }) => copiedBy)).toContain('again');
    for (const { at, headers } of sent)
      expect(headers.filter(([name]) => name === 'X-Now')).toEqual([
        ['X-Now', new Date(startsAt + at).toISOString()],
      ]);
    expect(new Set(sent.map(({ at }) => at)).size).toBeGreaterThan(2);
  });

  it('starts a step at its time, whatever steps before it in the file wait for', async () => {
    const { events, failing } = await runText(
      shop(
        '',
        `when:
  - { wait: { for: 2h } }
${send(1, '1s')}
  - { id: early, at: 1h, send: { source: Shop, sample: track } }
`,
      ),
    );
    expect(failing).toEqual([]);
    const started = events.flatMap((event) =>
      event.kind === 'step' && event.phase === 'started' ? [[event.step, event.at]] : [],
    );
    expect(started).toEqual([
      ['step-1', 0],
      ['early', 3_600_000],
      ['orders', 7_200_000],
    ]);
  });

  it('decides an expectation when its time has passed, as at the end', async () => {
    const seen: RunChecks[] = [];
    const { report } = await runText(outage, {
      progress: (_, details) => void seen.push(details().checks),
    });
    const { name, verdict, decidedAt } = report.checks[2] ?? {};
    expect(decidedAt).toBe(5_400_000);
    expect(seen[0]).toEqual({ count: report.checks.length, decided: [] });
    expect(seen.at(-1)?.decided).toEqual([{ name, verdict, decidedAt }]);
  });

  it.each([
    ['is disabled', 'enabled: false'],
    ['drops all events', 'trackFilter: { mode: allow, events: [Another] }'],
    ['has no source', 'sources: []'],
  ])('loses something if nothing was due, since the destination %s', async (_, setting) => {
    const text = shop('', `when:\n${send(1, '1s')}\nthen:\n  - lost: 0`);
    const destination = /(sharedSecret: s3cret, )(sources: \[Shop\], )/;
    const { failing } = await runText(
      text.replace(
        destination,
        setting.startsWith('sources') ? `$1${setting}, ` : `$1$2${setting}, `,
      ),
    );
    expect(failing).toEqual(['no lost messages']);
  });

  it('is inconclusive after an invalid message, also if a step disables its source', async () => {
    const invalid =
      '  - { send: { source: Shop, count: 1, message: { type: track, userId: u } } }\n';
    const disabled = '  - { source: { name: Shop, enabled: false } }\n';
    const then = 'then:\n  - lost: 0';
    const run = (steps: string) => runText(shop('', `when:\n${send(1, '1s')}\n${steps}${then}`));
    const { report } = await run(invalid + disabled);
    expect(report).toMatchObject({
      verdict: 'inconclusive',
      inconclusive: [{ code: 'message_rejected' }],
    });
    expect((await run(`${disabled + send(1, '1s').replace('orders', 'later')}\n`)).failing).toEqual(
      [],
    );
  });

  it.each([
    ['a crash that does not happen', '  - { id: last, crash: { point: sent, nth: 99 } }'],
    [
      'a wait for what never comes',
      "  - { id: last, wait: { until: { messages: 'event=Typo', count: 1 } } }",
    ],
    [
      'a step after the horizon',
      `  - { id: last, after: 25h, send: { source: Shop, sample: track } }`,
    ],
  ])('is inconclusive if a step has not ended at the horizon: %s', async (_what, step) => {
    const { report } = await runText(
      shop('', `when:\n${send(1, '1s')}\n${step}\nthen:\n  - lost: 0`),
    );
    expect(report).toMatchObject({
      verdict: 'inconclusive',
      inconclusive: [{ code: 'step_not_ended', message: expect.stringContaining('last') }],
    });
    expect(report.checks.find(({ kind }) => kind === 'expectation')).toMatchObject({
      verdict: 'passed',
    });
  });

  it.each([
    [
      'event=Typo',
      'inconclusive',
      [{ code: 'condition_not_met', place: { line: expect.any(Number) } }],
    ],
    ['event=Paid', 'passed', []],
  ])('goes on after a wait for %s within 10m, and is %s', async (filter, verdict, inconclusive) => {
    const wait = `  - { wait: { until: { messages: '${filter}', count: 1 }, within: 10m } }`;
    const last = send(1, '1s').replace('orders', 'last');
    const text = `when:\n${send(1, '1s')}\n${wait}\n${last}\nthen:\n  - { messages: 'event=Paid', count: 2 }`;
    const { report } = await runText(shop('', text));
    expect(report).toMatchObject({ verdict, inconclusive });
    expect(report.checks.find(({ kind }) => kind === 'expectation')).toMatchObject({
      verdict: 'passed',
    });
  });

  it('takes exactly five seconds of virtual time for a timeout', async () => {
    const { events, failing } = await runText(
      shop(
        'steps: [{ fault: hang, times: 1 }, { status: 200 }]',
        `when:\n${send(1, '1s')}\nthen:\n  - lost: 0\n  - { attempts: 'code:timeout', every: 'duration=5s' }`,
      ),
    );
    expect(failing).toEqual([]);
    const attempts = events.filter(({ kind }) => kind === 'attempt');
    expect(attempts.map((one) => one.kind === 'attempt' && [one.code, one.durationMs])).toEqual([
      ['timeout', 5_000],
      [null, 0],
    ]);
  });

  it('repeats exactly with responses that wait, break off or are reset', async () => {
    const faults = shop(
      `then: random, steps: [{ status: 200, times: 3 }, { status: 200, delayMs: 700 }, { fault: close }, { fault: reset_during_request }, { fault: reset_before_request }, { fault: truncated_body }, { fault: slow_body, body: 'slow body' }]`,
      `when:\n${send(40, '1s')}\nthen:\n  - lost: 0`,
    );
    const [first, second] = [await runText(faults), await runText(faults)];
    expect(first.failing).toEqual([]);
    expect(second.events).toEqual(first.events);
    expect(second.report.historyHash).toBe(first.report.historyHash);
    expect(new Set(first.events.map((event) => event.kind === 'request' && event.fault)).size).toBe(
      7,
    );
  });

  it('knows the attempt of a connection that is reset before the product notices that it is open', async () => {
    const preload = pathToFileURL(join(import.meta.dirname, '../../support/late-connect.mjs'));
    const products = createProductProcesses((name, options) =>
      forkBuilt(name, { ...options, env: { NODE_OPTIONS: `--import ${preload}` } }),
    );
    const { events } = await runText(
      shop(
        'steps: [{ fault: reset_before_request, times: 3 }, { status: 200 }]',
        `when:\n${send(1, '1s')}\nthen:\n  - lost: 0`,
      ),
      { products },
    ).finally(products.close);
    const requests = events.filter(({ kind }) => kind === 'request');
    expect(requests).toMatchObject([
      { fault: 'reset_before_request', messageId: 'orders-1', attempt: 1 },
      { fault: 'reset_before_request', messageId: 'orders-1', attempt: 2 },
      { fault: 'reset_before_request', messageId: 'orders-1', attempt: 3 },
      { status: 200, messageId: 'orders-1', attempt: 4 },
    ]);
  });

  it('sends a request again that was sent before a crash, and loses nothing', async () => {
    const { report, events, failing } = await runText(
      shop(
        '',
        `when:\n${send(4, '4m')}\n  - { at: 2m, crash: { point: sent, down: 30s } }\nthen:\n  - lost: 0\n  - duplicates: 0`,
      ),
    );
    expect(failing).toEqual([]);
    expect(report.counts).toMatchObject({ messages: 4, attempts: 4, requests: 5 });
    const repeated = events.filter(
      (event) => event.kind === 'request' && event.messageId === 'orders-3',
    );
    expect(repeated.map(({ at }) => at)).toEqual([120_000, 150_000]);
  });

  it.each([
    ['in the middle of a run', '30s'],
    ['in its first moment', '0s'],
  ])('loses nothing by a crash between requests of one moment, %s', async (_, at) => {
    const orders = `  - { id: orders, at: ${at}, send: { source: Shop, sample: track, count: 10 } }`;
    const crash = `  - { at: ${at}, crash: { point: sent, nth: 5, down: 3s } }`;
    const { report, failing } = await runText(
      shop('', `when:\n${orders}\n${crash}\nthen:\n  - lost: 0\n  - duplicates: 0`),
    );
    expect(failing).toEqual([]);
    expect(report.counts).toMatchObject({ messages: 10, attempts: 10, requests: 11 });
  });

  it('stops cleanly and starts again', async () => {
    const { report, failing } = await runText(
      shop(
        'steps: [{ status: 200, delayMs: 2000 }]',
        `when:\n${send(6, '1m')}\n  - { at: 30s, restart: { down: 10s } }\nthen:\n  - lost: 0\n  - { requests: 'status=200', per: message, count: 1 }`,
      ),
    );
    expect(failing).toEqual([]);
    expect(report).toMatchObject({ verdict: 'passed' });
  });

  it('ends at its time limit, also in slow motion', async () => {
    const { report } = await runText(shop('', `when:\n${send(2, '2h')}\nthen:\n  - lost: 0`), {
      limitMs: 500,
      speed: 1,
    });
    expect(report).toMatchObject({
      verdict: 'inconclusive',
      inconclusive: [{ code: 'time_limit' }],
    });
  });

  it('fails with the message concerned when something is lost', async () => {
    const { report, failing } = await runText(
      shop(
        'steps: [{ status: 400, times: 1 }, { status: 200 }], then: stay',
        `when:\n${send(3, '3s')}\nthen:\n  - lost: 0\n  - { name: each once, requests: 'status<300', per: message, count: 1 }`,
      ),
    );
    expect(report.verdict).toBe('failed');
    expect(failing).toEqual(['no lost messages', 'each once']);
    const [lost] = report.checks;
    expect(lost?.found).toContain('orders-1');
    expect(lost?.place).toMatchObject({ line: 11 });
  });

  it('quotes the first line of the last failed response, without secrets and outside of the hash', async () => {
    const run = (body: string) =>
      runText(
        `${shop(
          `steps: [{ status: 500, body: "earlier" }, { status: 500, body: ${JSON.stringify(body)} }], then: stay`,
          `when:\n${send(1, '1s')}\n  - { wait: { for: 1h } }\nthen:\n  - { requests: 'status<300', per: message, count: 1, within: 30m }`,
        )}\nvariables: { key: { secret: true, env: KEY } }\n`,
        { environment: { KEY: 'k3y-of-shop' } },
      );
    const [first, second] = [await run('Locked by k3y-of-shop\nat a.ts:1'), await run('Busy')];
    expect(first.report.checks[0]?.history).toContain('"Locked by (key)"');
    expect(second.report.checks[0]?.history).toContain('"Busy"');
    const withoutLines = second.events.map((event) => ({ ...event, responseLine: undefined }));
    expect(historyHashOf(withoutLines, new Set())).toBe(second.report.historyHash);
    expect(runLines(second.report).join('\n')).toContain('"Busy"');
  });

  it.each([
    ['http_step_failed', (url: string) => ['', `  - { http: { method: POST, url: '${url}' } }`]],
    [
      'reset_failed',
      (url: string) => [
        `  servers: [{ name: own, url: '${url}', reset: { method: POST, url: '${url}' } }]`,
        send(1, '1s'),
      ],
    ],
  ] as const)('quotes the first line of the response with %s', async (code, partsOf) => {
    const server = createServer((_request, response) => {
      response.writeHead(500).end('Locked by k3y-of-shop\nat a.ts:1');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const [given = '', when = ''] = partsOf(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    );
    const { report } = await runText(
      shop(
        'strict: true',
        `${given}\nwhen:\n${when}\nvariables: { key: { secret: true, env: KEY } }\n`,
      ),
      { environment: { KEY: 'k3y-of-shop' } },
    );
    server.close();
    expect(report.inconclusive).toMatchObject([{ code, message: expect.stringContaining('500') }]);
    expect(report.inconclusive[0]?.message).toContain('"Locked by (key)"');
  });

  it('lets time pass while a server behind a mock endpoint responds late', async () => {
    const product = Promise.withResolvers<Product>();
    const virtualNow = async () => (await (await product.promise).client.clock.get()).now;
    const server = createServer(async (_request, response) => {
      const receivedAt = await virtualNow();
      await until(async () => expect(await virtualNow()).toBeGreaterThanOrEqual(receivedAt + 200));
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { events, failing } = await runText(
      shop(
        `forward: { url: 'http://127.0.0.1:${port}/hook' }`,
        `when:\n${send(1, '1s')}\nthen:\n  - lost: 0\n  - duplicates: 0`,
      ),
      {
        change(started) {
          product.resolve(started);
          return {};
        },
      },
    );
    server.close();
    expect(failing).toEqual([]);
    const durations = events.flatMap((one) => (one.kind === 'attempt' ? [one.durationMs] : []));
    expect(durations).toHaveLength(1);
    expect(durations[0]).toBeGreaterThanOrEqual(200);
  });

  it('syncs an audience at its rate of virtual time', async () => {
    const { events, failing } = await runText(`
scenario: 1
name: Test
given:
  sources: [{ name: Engage }]
  mocks: [{ name: crm, secret: s3cret }]
  destinations: [{ name: CRM, sharedSecret: s3cret, sources: [Engage], webhooks: [{ mock: crm }] }]
  audiences: [{ name: Buyers, source: Engage, members: { generate: 30 } }]
when:
  - { id: first, sync: { audience: Buyers, perSecond: 10 } }
  - finish: {}
  - { members: { audience: Buyers, remove: [user_1] } }
  - { id: second, sync: { audience: Buyers } }
then:
  - lost: 0
  - { messages: 'step:first', count: 30 }
  - { messages: 'step:second', count: 1 }
  - { membership: Buyers, mock: crm }`);
    expect(failing).toEqual([]);
    const times = events.flatMap((event) => (event.kind === 'message' ? [event.at] : []));
    expect(times.slice(0, 30).every((at, index) => at >= index * 100)).toBe(true);
  });
});
