/** Whatever is sent: never a 5xx, always JSON that SDKs understand, and nothing fails unseen (D6). */
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { connect } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { startCore } from '#test/support/start-core.ts';
import { anyRequest, type GeneratedRequest, toBytes } from './support/generated-requests.ts';
import { keepAliveClient, type RawAnswer, sendAll } from './support/keep-alive-client.ts';

const runs = 210;
const requestsPerRun = 100;

const allowed = [200, 204, 400, 401, 403, 404, 413];
const sentence = expect.stringMatching(/^\S.*[.…]$/s);

function expectUnderstandable(
  { method, path }: GeneratedRequest,
  { status, head, body }: RawAnswer,
) {
  expect(allowed).toContain(status);
  if (status === 204) return expect(method).toBe('OPTIONS');
  if (head.includes('image/gif')) return expect(path).toContain('/pixel/');
  expect(head).toContain('content-type: application/json');
  const answer = JSON.parse(body.toString());
  if (status !== 200)
    return expect(answer).toMatchObject({
      success: false,
      code: expect.stringMatching(/^[a-z_]+$/),
      message: sentence,
      error: answer.message,
    });
  if (method === 'GET') return expect(answer).toHaveProperty('integrations');
  expect(answer.success).toBe(true);
  for (const item of answer.rejected ?? [])
    expect(item).toEqual({
      index: expect.any(Number),
      code: expect.stringMatching(/^[a-z_]+$/),
      message: sentence,
    });
}

/** Messages that the answer says were accepted; metrics are taken, but are none. */
function acceptedBy({ method, path }: GeneratedRequest, { status, body }: RawAnswer): number {
  if (method !== 'POST' || status !== 200 || /^\/+v1\/+m\/*(\?|$)/.test(path)) return 0;
  return JSON.parse(body.toString()).accepted ?? 1;
}

it('more than 20,000 generated requests are answered as SDKs understand, and counted exactly', {
  timeout: 300_000,
}, async () => {
  expect(runs * requestsPerRun).toBeGreaterThan(20_000);
  const { core, log } = await startCore({ clock: new FakeClock() });
  // Bodies are built for it; sending them is another matter.
  await connect(core);
  const clients = Array.from({ length: 8 }, () => keepAliveClient(core.ingestUrl ?? ''));
  onTestFinished(() => {
    for (const client of clients) client.close();
  });
  let accepted = 0;
  let images = 0;
  const seen = new Set<number>();

  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRequest, { minLength: requestsPerRun, maxLength: requestsPerRun, size: 'max' }),
      async (requests) => {
        const answers = await sendAll(clients, requests.map(toBytes));
        for (const [index, request] of requests.entries()) {
          const answer = answers[index];
          if (answer === undefined) throw new Error(`Request ${index} was not answered.`);
          expectUnderstandable(request, answer);
          accepted += acceptedBy(request, answer);
          images += Number(answer.head.includes('image/gif'));
          seen.add(answer.status);
        }
      },
    ),
    { numRuns: runs },
  );

  // Many requests came over each connection, and of each kind there were some.
  const connections = clients.reduce((sum, client) => sum + client.connections(), 0);
  expect(connections).toBeLessThan((runs * requestsPerRun) / 4);
  expect([...seen]).toEqual(expect.arrayContaining([200, 204, 400, 401, 404]));
  const ledger = core.ledger.get();
  // An image does not tell what became of its event.
  const taken = ledger.accepted + ledger.duplicates;
  expect(taken).toBeGreaterThanOrEqual(accepted);
  expect(taken).toBeLessThanOrEqual(accepted + images);
  for (const count of [accepted, ledger.rejected]) expect(count).toBeGreaterThan(3_000);
  expect(log.errors()).toEqual([]);
});
