/** `localhost` and the names below it are this machine, over IPv4 and IPv6 (D66). */
import { expect, it } from 'vitest';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { makeAuthority, makeCertificate } from '#test/support/certificate.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { hang, hangUp, reply, reset } from '#test/support/target-responses.ts';
import { deadUrl, startTarget } from '#test/support/target-server.ts';

async function attemptTo(url: string, authority?: { readonly cert: string }) {
  const { core, followed } = await startCore({ clock: new FakeClock() });
  if (authority) await core.certificateAuthorities.create({ pem: authority.cert });
  await connect(core, { urls: [url], retry: steadyRetry });
  const { delivery } = await send(core, track());
  await followed.until(() => (followed.deliveries.get(delivery.id)?.attempts ?? 0) > 0);
  const [attempt] = core.deliveries.get({ id: delivery.id }).attemptList;
  return attempt;
}

/** A target whose port is unused at the other address: another program may have the same port there. */
async function startAlone(options: Parameters<typeof startTarget>[0]) {
  const port = Number(new URL(await deadUrl()).port);
  return startTarget({ ...options, port });
}

it.each([
  ['localhost', '127.0.0.1'],
  ['localhost', '::1'],
  ['app.localhost', '::1'],
  ['deep.app.localhost.', '127.0.0.1'],
])('%s reaches a server on %s', async (name, host) => {
  const target = await startAlone({ host });
  const attempt = await attemptTo(`http://${name}:${target.port}/hook`);
  expect(attempt).toMatchObject({ result: { outcome: 'accepted' }, timings: { dnsMs: null } });
  const [request] = target.requests;
  expect(request?.header('host')).toBe(`${name}:${target.port}`);
});

it('verifies the name over https, on either address', async () => {
  const authority = makeAuthority();
  const tls = makeCertificate({ issuer: authority, hosts: ['localhost'] });
  const target = await startAlone({ host: '::1', tls });
  const attempt = await attemptTo(`https://localhost:${target.port}/hook`, authority);
  expect(attempt?.result).toMatchObject({ outcome: 'accepted' });
});

it('is a refused connection if nothing listens on either address', async () => {
  const url = (await deadUrl()).replace('127.0.0.1', 'localhost');
  expect((await attemptTo(url))?.result).toMatchObject({ code: 'connection_refused' });
});

it.each([
  ['responds with an error', reply(503)],
  ['closes the connection', hangUp],
  ['resets the connection', reset],
])('the second address gets nothing if the first %s', async (_, responder) => {
  const first = await startTarget();
  const second = await startTarget({ host: '::1', port: first.port });
  first.always(responder);
  second.always(hang);
  const attempt = await attemptTo(`http://localhost:${first.port}/hook`);
  expect(attempt?.result.outcome).toBe('failed');
  expect([first.requests.length, second.connections]).toEqual([1, 0]);
});
