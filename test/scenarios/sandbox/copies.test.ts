/** Copies that a mock endpoint forwards to a server. */
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { runText } from '#test/support/run-scenario.ts';
import { serve } from '#test/support/serve.ts';

it('end in time if a server responds to none of them', async () => {
  let requests = 0;
  const origin = await serve(async (request, response) => {
    if (request.method !== 'POST') return void response.end();
    await text(request);
    requests += 1;
    if (requests === 1) response.end();
  });
  const { report } = await runText(`scenario: 1
name: Copies
given:
  sources: [{ name: Shop }]
  mocks:
    - { name: proxy, forward: { url: '${origin}', timeoutMs: 1000 }, rules: [{ match: { messageId: sent-1 }, forward: { times: 3 } }] }
  destinations: [{ name: Orders, payloadShape: full, sources: [Shop], webhooks: [{ mock: proxy }] }]
when:
  - { id: sent, send: { source: Shop, message: { type: track, userId: u1, event: Paid } } }
then:
  - { requests: 'timeouts=2', mock: proxy, count: 1 }
`);
  expect(report).toMatchObject({ verdict: 'passed', inconclusive: [] });
  expect(requests).toBe(3);
});
