import { describe, expect, it } from 'vitest';
import { connect } from '#test/support/builders.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { type Responder, responseText } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';

describe('a request to a webhook', () => {
  it('is a POST with the fixed User-Agent and Content-Type', async () => {
    const { core } = await startCore();
    const target = await startTarget();
    await connect(core, { urls: [target.url] });
    await send(core, track());
    const { method, path, header, body } = await target.received(1);
    expect(method).toBe('POST');
    expect(path).toBe('/hook');
    expect(header('user-agent')).toBe('Hookwright/1.0');
    expect(header('content-type')).toBe('application/json');
    expect(header('content-length')).toBe(String(body.length));
  });

  it('has the static headers of its webhook, spelled as entered', async () => {
    const { core } = await startCore();
    const target = await startTarget();
    const headers = {
      'X-Env': 'prod',
      'x-lower': 'a b\tc',
      AUTHORIZATION: 'Bearer t',
      'X-Latin': 'é',
    };
    await connect(core, { webhooks: [{ url: target.url, headers }] });
    await send(core, track());
    const sent = (await target.received(1)).headers;
    for (const line of Object.entries(headers)) expect(sent).toContainEqual(line);
  });

  it('is recorded with the exact header lines, in their order', async () => {
    const { core, followed } = await startCore();
    const target = await startTarget();
    await connect(core, {
      sharedSecret: 's',
      webhooks: [{ url: target.url, headers: { 'X-B': '2', 'X-A': '1', 'X-Empty': '' } }],
    });
    const { delivery } = await send(core, track());
    const { headers } = await target.received(1);
    await followed.state(delivery.id, 'delivered');
    const [attempt] = core.deliveries.get({ id: delivery.id }).attemptList;
    expect(attempt?.request.headers).toEqual(headers);
    expect(headers.map(([name]) => name)).toEqual([
      'host',
      'connection',
      'User-Agent',
      'Content-Type',
      'X-Signature',
      'X-B',
      'X-A',
      'X-Empty',
      'content-length',
    ]);
  });

  it('keeps the path and query as entered', async () => {
    const { core } = await startCore();
    const target = await startTarget();
    const { origin } = new URL(target.url);
    await connect(core, { urls: [`${origin}/a%2Fb/%C3%BC//?q=1&q=a%20b&empty=`] });
    await send(core, track());
    expect((await target.received(1)).path).toBe('/a%2Fb/%C3%BC//?q=1&q=a%20b&empty=');
  });

  it('uses the root if the URL has no path', async () => {
    const { core } = await startCore();
    const target = await startTarget();
    await connect(core, { urls: [new URL(target.url).origin] });
    await send(core, track());
    expect((await target.received(1)).path).toBe('/');
  });

  it('reaches an IPv6 address', async () => {
    const { core } = await startCore();
    const target = await startTarget({ host: '::1' });
    await connect(core, { urls: [target.url] });
    await send(core, track());
    expect((await target.received(1)).header('host')).toBe(`[::1]:${target.port}`);
  });

  it('reuses a connection', async () => {
    const { core, followed } = await startCore();
    const target = await startTarget();
    await connect(core, { urls: [target.url] });
    for (let count = 0; count < 3; count += 1) {
      const { delivery } = await send(core, track());
      await followed.state(delivery.id, 'delivered');
    }
    expect(target.connections).toBe(1);
  });

  it('opens a new connection where the server closes it after each response, without a failure', async () => {
    const { core, followed } = await startCore();
    const target = await startTarget();
    const respondAndClose: Responder = ({ socket }) => void socket.end(responseText(200));
    target.always(respondAndClose);
    await connect(core, { urls: [target.url] });
    for (let count = 0; count < 3; count += 1) {
      const { delivery } = await send(core, track());
      const { attempts } = await followed.state(delivery.id, 'delivered');
      expect(attempts).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
    }
  });

  it('never shares its connection with another request in flight', async () => {
    const { core } = await startCore();
    const target = await startTarget();
    const pendingResponses: (() => void)[] = [];
    target.always(({ socket }) => {
      pendingResponses.push(() => void socket.write(responseText(200)));
    });
    await connect(core, { urls: [target.url] });
    await Promise.all([send(core, track()), send(core, track()), send(core, track())]);
    await target.received(3);
    expect(target.connections).toBe(3);
    for (const response of pendingResponses) response();
  });
});
