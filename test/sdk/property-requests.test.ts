/** Any request gets JSON that SDKs understand, never a 5xx, and every failure is visible (D6). */
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { connect } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { startCore } from '#test/support/start-core.ts';
import { anyRequest, type GeneratedRequest, toBytes } from './support/generated-requests.ts';
import { keepAliveClient, type RawResponse, sendAll } from './support/keep-alive-client.ts';

const runs = 40;
const requestsPerRun = 100;

const allowed = [200, 204, 400, 401, 403, 404, 413];
const sentence = expect.stringMatching(/^\S.*[.…]$/s);

function expectUnderstandable(
  { method, path }: GeneratedRequest,
  { status, head, body }: RawResponse,
) {
  expect(allowed).toContain(status);
  if (status === 204) return expect(method).toBe('OPTIONS');
  if (head.includes('image/gif')) return expect(path).toContain('/pixel/');
  expect(head).toContain('content-type: application/json');
  const response = JSON.parse(body.toString());
  if (status !== 200)
    return expect(response).toMatchObject({
      success: false,
      code: expect.stringMatching(/^[a-z_]+$/),
      message: sentence,
      error: response.message,
    });
  if (method === 'GET') return expect(response).toHaveProperty('integrations');
  expect(response.success).toBe(true);
  for (const item of response.rejected ?? [])
    expect(item).toEqual({
      index: expect.any(Number),
      code: expect.stringMatching(/^[a-z_]+$/),
      message: sentence,
    });
}

/** Messages accepted by the response; metrics are accepted but are not messages. */
function acceptedBy({ method, path }: GeneratedRequest, { status, body }: RawResponse): number {
  if (method !== 'POST' || status !== 200 || /^\/+v1\/+m\/*(\?|$)/.test(path)) return 0;
  return JSON.parse(body.toString()).accepted ?? 1;
}

it('generated requests get valid responses and exact counts', async () => {
  const { core, log } = await startCore({ clock: new FakeClock() });
  // Bodies are generated for it, with any framing.
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
        const responses = await sendAll(clients, requests.map(toBytes));
        for (const [index, request] of requests.entries()) {
          const response = responses[index];
          if (response === undefined) throw new Error(`Request ${index} got no response.`);
          expectUnderstandable(request, response);
          accepted += acceptedBy(request, response);
          images += Number(response.head.includes('image/gif'));
          seen.add(response.status);
        }
      },
    ),
    // A fixed seed, since the test demands every kind.
    { numRuns: runs, seed: 1 },
  );

  // Every connection had many requests, and every kind occurred.
  const connections = clients.reduce((sum, client) => sum + client.connections(), 0);
  expect(connections).toBeLessThan((runs * requestsPerRun) / 4);
  expect([...seen]).toEqual(expect.arrayContaining([200, 204, 400, 401, 404]));
  const ledger = core.ledger.get();
  // An image response does not show whether its event was accepted.
  const taken = ledger.accepted + ledger.duplicates;
  expect(taken).toBeGreaterThanOrEqual(accepted);
  expect(taken).toBeLessThanOrEqual(accepted + images);
  for (const count of [accepted, ledger.rejected])
    expect(count).toBeGreaterThan((runs * requestsPerRun) / 8);
  expect(log.errors()).toEqual([]);
});
