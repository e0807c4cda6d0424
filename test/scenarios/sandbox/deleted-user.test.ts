/** A receiver that responds with 404 to messages of a user whose deletion it accepted. */
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { runText } from '#test/support/run-scenario.ts';
import { serve } from '#test/support/serve.ts';

/** Refuses the first request, so that its message comes again. Returns its origin. */
function startReceiver(): Promise<string> {
  let requests = 0;
  let isDeleted = false;
  return serve(async (request, response) => {
    const { type } = JSON.parse(await text(request));
    requests += 1;
    if (requests === 1) response.statusCode = 503;
    else if (isDeleted) response.statusCode = 404;
    else isDeleted = type === 'delete';
    response.end();
  });
}

async function lostWith(
  webhook: string,
  lastStep: string,
  rules = '',
): Promise<string | undefined> {
  const origin = await startReceiver();
  const { report } = await runText(`
scenario: 1
name: Deletion
given:
  sources: [{ name: Shop }]
  servers: [{ name: shop, url: '${origin}/hook' }]
  mocks: [{ name: proxy, forward: { url: '${origin}/hook' }${rules} }]
  destinations: [{ name: Orders, sources: [Shop], webhooks: [${webhook}] }]
when:
  - { id: first, send: { source: Shop, message: { type: track, userId: u1, event: Paid } } }
  - { after: 1s, delete: { users: [u1] } }
  - { after: 1h, ${lastStep} }
then: [{ lost: 0 }]`);
  return report.checks.find(({ kind }) => kind === 'expectation')?.verdict;
}

it.each(['{ mock: proxy }', '{ server: shop }'])(
  'loses no message that was sent before the deletion: %s',
  async (webhook) => {
    expect(
      await lostWith(
        webhook,
        'send: { source: Shop, message: { type: track, userId: u2, event: Paid } }',
      ),
    ).toBe('failed');
    expect(await lostWith(webhook, 'wait: { for: 1m }')).toBe('passed');
  },
);

it.each(['{ mock: proxy }', '{ server: shop }'])(
  'loses a message of the user who came back: %s',
  async (webhook) => {
    const again = 'send: { source: Shop, message: { type: track, userId: u1, event: Paid } }';
    expect(await lostWith(webhook, again)).toBe('failed');
  },
);

it('loses nothing if the response to the deletion is lost', async () => {
  const rules =
    ', rules: [{ match: { type: delete }, times: 1, fault: reset_after_request }, { match: { type: delete } }]';
  expect(await lostWith('{ mock: proxy }', 'wait: { for: 1m }', rules)).toBe('passed');
});
