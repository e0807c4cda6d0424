/** A server that checks signed timestamps, with its own clock or with that of the scenario. */
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { serve } from '#test/support/serve.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { exploreText } from './support/explore-text.ts';
import { ordersScenario } from './support/orders.ts';

beforeAll(ensureBuild);

/** As official libraries of Standard Webhooks. */
const toleranceMs = 300_000;

/** Processes each message once, unless its timestamp differs too much from `now`. */
async function startServer(now: (headers: IncomingHttpHeaders) => number): Promise<string> {
  const processed = new Set<string>();
  return serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const body = await text(request);
    if (pathname === '/test/reset') processed.clear();
    else if (pathname === '/test/processed')
      response.write(processed.has(searchParams.get('id') ?? '') ? '1' : '0');
    else {
      const signedAt = Number(request.headers['webhook-timestamp']) * 1_000;
      if (Math.abs(now(request.headers) - signedAt) > toleranceMs) response.statusCode = 400;
      else processed.add(JSON.parse(body).data.messageId);
    }
    response.end();
  });
}

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const destination = `profile: standard-webhooks, payloadShape: full, sharedSecret: ${secret}`;

/** The first message arrives with its retry after five minutes. */
const explore = async (now: (headers: IncomingHttpHeaders) => number, more = '') =>
  (
    await exploreText(ordersScenario(await startServer(now), { destination }) + more, {
      kinds: ['reorder'],
    })
  ).report;

it('is not accused of rejecting timestamps in the future of its clock, which did not move', async () => {
  expect(await explore(() => Date.now())).toMatchObject({
    ...{ verdict: 'inconclusive', finding: null },
    reason: { code: 'server_clock', message: expect.stringContaining('clock.header') },
  });
});

it('is explored with the time of the scenario', async () => {
  const report = await explore(
    ({ 'x-now': now }) => Date.parse(String(now)),
    'clock: { header: X-Now }\n',
  );
  expect(report).toMatchObject({ verdict: 'passed', isComplete: true });
});

it('is accused of what it rejects in time', async () => {
  expect(await explore(() => Date.now() - 2 * toleranceMs)).toMatchObject({ verdict: 'failed' });
});
