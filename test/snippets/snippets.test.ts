/** Every snippet that this machine can run, with real deliveries and forged ones. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { verificationSnippets } from '#shared/lib/verification/verification-snippets.ts';
import { connect } from '#test/support/builders.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { canRun, runSnippet } from './run-snippet.ts';
import { runners } from './runners.ts';

const secret = 'sekrét-🔑 ';

const events = [
  track({ event: 'Order Completed', properties: {} }),
  track({ event: 'Zoë 😀 </b> & "x" \\ / \u2028', properties: { '10': 1, '2': 2, é: 'ß' } }),
  track({ properties: { big: 1e21, small: 1e-7, none: null, list: [[], {}] } }),
];

const body = JSON.stringify({ type: 'track', userId: 'ü', event: 'Forged?' });
const digest = createHmac('sha1', secret).update(body).digest('hex');
const signature = (value: string) => ({ 'x-signature': value });

const forged: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  unsigned: {},
  'with an empty signature': signature(''),
  'signed with another secret': signature(
    createHmac('sha1', secret.trim()).update(body).digest('hex'),
  ),
  'with the signature in upper case': signature(digest.toUpperCase()),
  'with half of the signature': signature(digest.slice(0, 20)),
  'with the signature and more': signature(`${digest}00`),
  'with a prefix before the signature': signature(`sha1=${digest}`),
  'with something else in the header': signature('ünsinn'),
};

async function post(url: string, headers: Readonly<Record<string, string>>, content = body) {
  const response = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: content,
  });
  await response.body.dump();
  return response.statusCode;
}

/** In the middle of a body; resolves when the server has received it. */
async function hangUp(url: string): Promise<void> {
  const { hostname, port, pathname } = new URL(url);
  const socket = createConnection(Number(port), hostname);
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
  );
  await once(socket, 'connect');
  // A response to a second request shows that the first was received.
  await post(url, {});
  socket.resetAndDestroy();
  await once(socket, 'close');
}

describe('verification snippets', () => {
  it('exist for each framework, and all but two can be run', () => {
    const ids = verificationSnippets.map(({ id }) => id);
    expect(ids).toEqual([...Object.keys(runners), 'aspnet', 'axum']);
  });

  for (const snippet of verificationSnippets)
    it(`${snippet.id} uses the secret's variable, and a constant-time comparison`, () => {
      const code = snippet.code('STAGING_SECRET');
      expect(code).toContain('STAGING_SECRET');
      expect(code).not.toContain('WEBHOOK_SECRET');
      expect(code).toMatch(
        /timingSafeEqual|compare_digest|hmac\.Equal|secure_compare|hash_equals|MessageDigest\.isEqual|FixedTimeEquals|verify_slice/,
      );
    });
});

for (const snippet of verificationSnippets) {
  const runner = runners[snippet.id];
  describe(`the snippet for ${snippet.title}`, () => {
    if (runner !== undefined && canRun(runner.probe)) {
      it('accepts real deliveries and rejects forged ones', async () => {
        const url = await runSnippet(snippet, runner, secret);
        const { core, followed } = await startCore();
        await connect(core, { urls: [url], sharedSecret: secret });
        for (const event of events) {
          const { deliveries } = await send(core, event);
          const { lastStatus } = await followed.state(deliveries[0]?.id ?? 0, 'delivered');
          expect(lastStatus).toBe(200);
        }
        for (const [what, headers] of Object.entries(forged))
          expect([what, await post(url, headers)]).toEqual([what, 401]);
        expect(await post(url, signature(digest), body.replace('?', '!'))).toBe(401);
        expect(await post(url, signature(digest))).toBe(200);
      });

      it('accepts nothing without a secret', async () => {
        const withoutKey = signature(createHmac('sha1', '').update(body).digest('hex'));
        const responded = runSnippet(snippet, runner, '').then((url) => post(url, withoutKey));
        // It does not start, or it rejects.
        expect(await responded.catch(() => 'ended')).toSatisfy(
          (response) => response === 'ended' || response === 401 || response === 500,
        );
      });

      // Others run in our own hosts, or in servers that handle one request at a time.
      if (snippet.language === 'node' && runner.beside === undefined)
        it('survives a client that disconnects in the middle of a body', async () => {
          const url = await runSnippet(snippet, runner, secret);
          await hangUp(url);
          // Both may arrive in one turn of the event loop; the second is handled after the first.
          await post(url, {});
          expect(await post(url, signature(digest))).toBe(200);
        });
    } else it.skip(`is skipped: ${runner?.needs ?? 'a way to run it offline'} is missing`);
  });
}
