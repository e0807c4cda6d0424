/** Copies with an invalid signature. */
import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { serve } from '#test/support/serve.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { exploreText } from './support/explore-text.ts';
import { ordersScenario } from './support/orders.ts';

beforeAll(ensureBuild);

const secret = 's3cret';

/** Processes each message once. `checks`: when it checks the signature. */
async function startServer(checks: 'first' | 'last' | 'never'): Promise<string> {
  const processed = new Set<string>();
  return serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const body = await text(request);
    if (pathname === '/test/reset') processed.clear();
    else if (pathname === '/test/processed')
      response.write(processed.has(searchParams.get('id') ?? '') ? '1' : '0');
    else {
      const digest = createHmac('sha1', secret).update(body).digest('hex');
      const isValid = request.headers['x-signature'] === digest;
      if (checks !== 'first' || isValid) processed.add(JSON.parse(body).messageId);
      if (checks !== 'never' && !isValid) response.statusCode = 401;
    }
    response.end();
  });
}

const signed = `payloadShape: full, sharedSecret: ${secret}`;

/** The first attempt is rejected in front of the server, so that the copy arrives before the message. */
const then = `
  - { name: nothing is rejected, attempts: 'status:503', count: 0 }
  - { name: once, lookUp: orders, messages: 'message:sent-2', count: 1, timeout: 1s }`;

const explore = async (
  checks: 'first' | 'last' | 'never',
  destination = signed,
  options: Parameters<typeof exploreText>[1] = {},
) => {
  const text = ordersScenario(await startServer(checks), { destination, then });
  return (await exploreText(text, { kinds: ['forged'], ...options })).report;
};

it('finds a server that rejects them too late, and leaves out what fails in any case', async () => {
  const report = await explore('last');
  expect(report).toMatchObject({
    // Only messages that are looked up.
    coverage: { kinds: [{ kind: 'forged', possible: 1 }] },
    finding: {
      disturbances: [{ kind: 'forged', messageId: 'sent-2' }],
      failures: [{ expected: expect.stringContaining('0 in orders'), processed: 1 }],
    },
  });
  expect(report.finding?.text).toContain('name: once');
  expect(report.finding?.text).not.toContain('name: nothing is rejected');
});

it('notes that a server accepts them', async () => {
  expect(await explore('first')).toMatchObject({ verdict: 'passed', unchecked: ['server_clock'] });
  expect(await explore('never')).toMatchObject({
    ...{ verdict: 'passed', isComplete: true },
    unchecked: ['server_clock', 'signatures'],
  });
});

it('loses the response to the message, not to its copy', async () => {
  const kinds = ['forged', 'lost_response'] as const;
  expect(await explore('never', signed, { kinds })).toMatchObject({
    ...{ verdict: 'passed', isComplete: true, coverage: { pairs: { tried: 3 } } },
    unchecked: ['server_clock', 'signatures'],
  });
});

it('keeps in mind that a server accepts them when it goes on', async () => {
  const went = { position: 1, unchecked: ['signatures'] as const };
  const report = await explore('never', signed, went);
  expect(new Set(report.unchecked)).toEqual(new Set(['signatures', 'server_clock', 'resumed']));
});

it('needs signed requests', async () => {
  expect(await explore('never', 'payloadShape: full')).toMatchObject({
    reason: { code: 'no_disturbances' },
    coverage: { kinds: [{ kind: 'forged', possible: 0, notApplicable: 'no_forgery' }] },
  });
});
