/** Runs against servers that respond first and process a message afterwards. */
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runText } from '#test/support/run-scenario.ts';
import { serve } from '#test/support/serve.ts';

interface Behavior {
  /** By type of message. */
  readonly processingMs: Readonly<Record<string, number>>;
  /** Of requests while it processes another one. */
  readonly busyStatus?: number;
}

/** Stores messages, and forgets those of a deleted user. Returns its origin. */
function startServer({ processingMs, busyStatus = 200 }: Behavior): Promise<string> {
  const stored = new Map<string, string>();
  let processing = 0;
  async function perform(type: string, id: string, user: string): Promise<void> {
    processing += 1;
    await pause(processingMs[type] ?? 0);
    processing -= 1;
    if (type !== 'delete') stored.set(id, user);
    else for (const [other, owner] of stored) if (owner === user) stored.delete(other);
  }
  return serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://server');
    if (pathname === '/count')
      return void response.end(stored.has(searchParams.get('id') ?? '') ? '1' : '0');
    if (pathname === '/total') return void response.end(String(stored.size));
    const { type, messageId, userId } = JSON.parse(await text(request));
    response.statusCode = processing > 0 ? busyStatus : 200;
    if (response.statusCode === 200) void perform(type, messageId, userId);
    response.end();
  });
}

const scenario = (origin: string, steps: readonly string[], then: string, server = ''): string => `
scenario: 1
name: Orders
given:
  sources: [{ name: Shop }]
  servers: [{ name: shop, url: '${origin}/hook', lookUp: '${origin}/count?id={messageId}'${server} }]
  destinations: [{ name: Orders, payloadShape: full, sources: [Shop], webhooks: [{ server: shop }] }]
when:
${steps.map((step) => `  - { ${step} }\n`).join('')}
then: [${then}]`;

const send = (id: string, type: string, more = ''): string =>
  `id: ${id}, send: { source: Shop${more}, message: { type: ${type}, userId: u1, event: Paid } }`;

const verdictOf = async (file: string) => (await runText(file)).report.verdict;

it('waits until a user is deleted', async () => {
  const steps = [send('order', 'track'), 'after: 1m, delete: { users: [u1] }'];
  const then = '{ lookUp: shop, messages: "type:track", count: 0 }';
  const late = await startServer({ processingMs: { delete: 100 } });
  expect(await verdictOf(scenario(late, steps, then))).toBe('passed');
  const never = await startServer({ processingMs: { delete: 3_600_000 } });
  const soon = then.replace('count', 'timeout: 200ms, count');
  expect(await verdictOf(scenario(never, steps, soon))).toBe('failed');
  const longer = scenario(late, steps, soon.replace('200ms', '1ms'), ', processesWithin: 1s');
  expect(await verdictOf(longer)).toBe('passed');
  const check = `after: 1m, check: [${soon.replace('200ms', '1ms')}]`;
  const inStep = scenario(late, [...steps, check], '{ lost: 0 }', ', processesWithin: 1s');
  expect(await verdictOf(inStep)).toBe('passed');
});

it('reads the state again as late as the server may process a message, whatever the others took', async () => {
  const origin = await startServer({ processingMs: { identify: 500 } });
  const steps = [
    send('orders', 'track', ', count: 6, over: 1m'),
    send('user', 'identify').replace('send:', 'after: 1m, send:'),
    send('later', 'track').replace('send:', 'after: 1h, send:'),
  ];
  const probe = `probe: shop, url: '${origin}/total', matches: '^7$', holds: eventually, since: user, within: 10s`;
  const file = scenario(origin, steps, `{ ${probe} }`, ', processesWithin: 1s');
  expect(await verdictOf(file)).toBe('passed');
});

it('leaves a busy server time to process a message before its next attempt', async () => {
  const origin = await startServer({ processingMs: { track: 1_000 }, busyStatus: 503 });
  const file = scenario(
    origin,
    [send('orders', 'track', ', count: 3')],
    '{ lost: 0 }, { lookUp: shop, count: 1 }',
    ', processesWithin: 2s',
  );
  expect(await verdictOf(file)).toBe('passed');
});
