/** Mock endpoints that forward: what arrives at the target, what is returned, and what the log keeps (D54). */
import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { z } from 'zod';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';
import { type Mock, NewMock } from '#shared/mocks/mock.ts';
import type { MockEntryDetail } from '#shared/mocks/request.ts';
import { makeCertificate } from '#test/support/certificate.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { makeMock, speak, urlOf } from '#test/support/mock-client.ts';
import { sign } from '#test/support/sign.ts';
import { sharedCore, startCore } from '#test/support/start-core.ts';
import { bytes, bytesThenEnd, hang, reply, type when } from '#test/support/target-responses.ts';
import { deadUrl, startTarget } from '#test/support/target-server.ts';

const starting = sharedCore();

type Settings = Partial<z.input<typeof NewMock>>;

async function forwardingTo(url: string, settings: Settings = {}): Promise<Mock> {
  const { core } = await starting;
  return makeMock(core, { forward: { url }, ...settings });
}

const post = (mock: Mock, body: string | Uint8Array<ArrayBuffer> = 'hi', rest = '') =>
  fetch(`${urlOf(mock)}${rest}`, { method: 'POST', body, redirect: 'manual' });

/** The newest entry, once this many are in the log. */
async function logged(mock: Mock, count = 1): Promise<MockEntryDetail> {
  const { core, followed } = await starting;
  const [entry] = await followed.until(() => {
    const { items } = core.mockRequests.list({ id: mock.id, limit: count });
    return items.length === count && items;
  });
  return core.mockRequests.get({ id: mock.id, requestId: entry?.id ?? 0 });
}

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Header lines that don't depend on the connection or on how the body is framed. */
const endToEnd = (raw: readonly string[]): readonly string[] =>
  Array.from({ length: raw.length / 2 }, (_, line) => `${raw[2 * line]}: ${raw[2 * line + 1]}`)
    .filter(
      (line) => !/^(host|connection|keep-alive|transfer-encoding|content-length):/i.test(line),
    )
    .sort();

/** A target that keeps what it received and responds as given. */
async function startServer(respond: (response: ServerResponse, seen: Seen) => void) {
  const requests: Seen[] = [];
  const server = http.createServer(async (request, response) => {
    const seen = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.rawHeaders,
      body: await bodyOf(request),
    };
    requests.push(seen);
    respond(response, seen);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/base`, requests };
}

it('nothing of a request stays with the connection of its sender', async () => {
  const { url } = await startServer((response) => void response.end());
  const mock = await forwardingTo(url, { steps: [{ forward: { times: 2 } }] });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const listeners: number[] = [];
  const sockets = new Set<Socket>();
  const count = (message: unknown) => {
    const { request, socket } = message as { request: IncomingMessage; socket: Socket };
    if (request.url !== new URL(urlOf(mock)).pathname) return;
    sockets.add(socket);
    listeners.push(socket.listenerCount('close'));
  };
  diagnostics.subscribe('http.server.request.start', count);
  onTestFinished(() => void diagnostics.unsubscribe('http.server.request.start', count));
  for (let sent = 0; sent < 20; sent += 1) {
    const request = http.request(urlOf(mock), { method: 'POST', agent }).end('hi');
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await bodyOf(response);
  }
  expect(sockets.size).toBe(1);
  // Node adds its own with the first request.
  expect(new Set(listeners.slice(1)).size).toBe(1);
});

describe('rules', () => {
  it('apply to matching bodies, as often as they say, before the steps', async () => {
    const { url, requests } = await startServer((response) => void response.end());
    const mock = await forwardingTo(url, {
      rules: [
        { match: { id: 'b' }, status: 503, forward: null, times: 2 },
        { match: { id: 'b' }, status: 418, forward: { response: 'step' } },
        { match: { user: { $any: 'string' } }, forward: { times: 2 } },
      ],
      steps: [{ times: 1 }, { status: 202, forward: null }],
    });
    const send = async (body: object) => (await post(mock, JSON.stringify(body))).status;
    expect(await send({ id: 'a' })).toBe(200);
    expect(await send({ id: 'b' })).toBe(503);
    expect(await send({ id: 'b' })).toBe(503);
    expect(await send({ id: 'b' })).toBe(418);
    expect(await send({ user: 'u' })).toBe(200);
    expect(await send({ id: 'b' })).toBe(202);
    expect((await post(mock, 'not JSON')).status).toBe(202);
    expect(requests.map(({ body }) => body.toString())).toEqual([
      '{"id":"a"}',
      '{"id":"b"}',
      '{"user":"u"}',
      '{"user":"u"}',
    ]);
    const entry = await logged(mock, 7);
    expect(entry.cause).toBe('step');
  });

  describe('with a pattern', () => {
    const matching = (pattern: string) => ({
      rules: [{ match: { text: { $match: pattern } }, status: 418, times: 9 }],
      steps: [{ status: 202 }],
    });
    const textOf = (text: string) => JSON.stringify({ text });

    it('decide on bodies that would make other engines backtrack', async () => {
      const { core } = await starting;
      const mock = await makeMock(core, matching('\\s+$'));
      const spaces = ' '.repeat(200_000);
      expect((await post(mock, textOf(`${spaces}x`))).status).toBe(202);
      expect((await post(mock, textOf(spaces))).status).toBe(418);
    });

    it.each([
      ['a text that is too long for the pattern', textOf('x'.repeat(500_000))],
      ['a body that is too long to parse', textOf('x'.repeat(512_000))],
    ])('return 500 with the reason for %s', async (_, body) => {
      const { core } = await starting;
      const mock = await makeMock(core, matching('a.{500}b'));
      const response = await post(mock, body);
      expect(response.status).toBe(500);
      expect(await logged(mock)).toMatchObject({
        status: 500,
        cause: 'rule_unchecked',
        response: { step: null, body: { text: await response.text() } },
      });
      // A mock endpoint whose rules are used up doesn't need them.
      const plain = await makeMock(core, { ...matching('a'), rules: [] });
      expect((await post(plain, body)).status).toBe(202);
    });

    it('keep the position of a pattern that cannot run', () => {
      const { error } = NewMock.safeParse({ name: 'x', ...matching('(?=a)') });
      expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([
        'rules.0.match.text.$match',
      ]);
    });

    it('do not stop at nested bodies', async () => {
      const { core } = await starting;
      const mock = await makeMock(core, matching('a'));
      const nested = `{"text":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
      expect((await post(mock, nested)).status).toBe(202);
    });
  });

  it('start again when the steps are reset', async () => {
    const { core } = await starting;
    const mock = await makeMock(core, { rules: [{ match: { id: 1 }, status: 500 }] });
    const send = async () => (await post(mock, '{"id":1}')).status;
    expect([await send(), await send()]).toEqual([500, 200]);
    await core.mocks.resetSteps({ id: mock.id });
    expect(await send()).toBe(500);
  });

  it("can't have a fault before the body", () => {
    const result = NewMock.safeParse({
      name: 'x',
      rules: [{ match: { id: 1 }, fault: 'reset_during_request' }],
    });
    expect(result.error?.issues.map(({ path }) => path.join('.'))).toEqual(['rules.0.fault']);
  });
});

it('sends concurrent copies at the same time', async () => {
  const waiting: ServerResponse[] = [];
  const { url } = await startServer((response) => {
    waiting.push(response);
    // Ends only when all have arrived.
    if (waiting.length === 3) for (const one of waiting) one.end();
  });
  const mock = await forwardingTo(url, {
    steps: [{ forward: { times: 3, concurrent: true } }],
  });
  expect((await post(mock)).status).toBe(200);
  const { forwarded } = await logged(mock);
  expect(forwarded?.exchanges.map(({ response }) => response?.status)).toEqual([200, 200, 200]);
});

describe('a mock endpoint that forwards', () => {
  it('changes nothing in 300 random requests and responses', async () => {
    let draws = 0;
    const draw = (below: number): number => {
      draws += 1;
      return Math.floor(seededFraction(20, draws) * below);
    };
    const pick = <Value>(values: readonly Value[]): Value => values[draw(values.length)] as Value;
    const drawBody = (): Buffer =>
      Buffer.from(Array.from({ length: pick([0, 1, 100, 3_000]) }, () => draw(256)));
    const drawHeaders = (): [string, string][] =>
      Array.from({ length: draw(6) }, (_, index) => [
        `${pick(['X-Odd', 'x-odd', 'ETag', 'Cookie', 'X_y'])}${pick(['', `-${index}`])}`,
        Array.from({ length: draw(40) }, () => String.fromCharCode(33 + draw(94))).join(''),
      ]);
    let next: { status: number; headers: [string, string][]; body: Buffer } | undefined;
    const target = await startServer((response) => {
      response.sendDate = false;
      response.writeHead(next?.status ?? 500, (next?.headers ?? []).flat());
      response.end(next?.body);
    });
    const mock = await forwardingTo(target.url);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    for (let count = 1; count <= 300; count += 1) {
      const method = pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']);
      const hasBody = !['GET', 'HEAD'].includes(method);
      const body = hasBody ? drawBody() : Buffer.alloc(0);
      const rest = pick(['', '/', '/a%20b/c', '?x=1&x=%2F', '/deep?y']);
      const headers = [
        ...drawHeaders(),
        ...(hasBody
          ? [
              pick([
                ['Content-Length', String(body.length)],
                ['Transfer-Encoding', 'chunked'],
              ]),
            ]
          : []),
      ] as [string, string][];
      const status = pick([200, 201, 204, 301, 304, 400, 401, 500, 503]);
      const isBodiless = status === 204 || status === 304;
      next = { status, headers: drawHeaders(), body: isBodiless ? Buffer.alloc(0) : drawBody() };
      const request = http.request(`${urlOf(mock)}${rest}`, {
        method,
        agent,
        headers: [...headers, ['Host', new URL(urlOf(mock)).host]].flat(),
      });
      request.end(body);
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const returned = await bodyOf(response);
      const seen = target.requests[count - 1];
      expect(seen).toMatchObject({ method, path: `/base${rest}` });
      expect(seen?.body.equals(body), `body of request ${count}`).toBe(true);
      expect(endToEnd(seen?.headers ?? [])).toEqual(endToEnd(headers.flat()));
      expect(response.statusCode).toBe(status);
      expect(returned.equals(method === 'HEAD' ? Buffer.alloc(0) : next.body)).toBe(true);
      expect(endToEnd(response.rawHeaders)).toEqual(endToEnd(next.headers.flat()));
    }
    expect(target.requests).toHaveLength(300);
  });

  it('streams bodies in both directions', async () => {
    const target = await startTarget();
    const whole = 'x'.repeat(20);
    let respondRest: () => void = () => undefined;
    target.onConnection((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n');
        respondRest = () => void socket.write('4\r\nrest\r\n0\r\n\r\n');
      });
    });
    const mock = await forwardingTo(target.url);
    const request = http.request(urlOf(mock), {
      method: 'POST',
      headers: { 'Content-Length': whole.length },
    });
    request.write(whole.slice(0, 10));
    // The target responds to the first part of the body, and the sender sees it.
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const [first] = await once(response, 'data');
    expect(String(first)).toBe('first');
    request.end(whole.slice(10));
    respondRest();
    expect((await bodyOf(response)).toString()).toBe('rest');
    expect((await logged(mock)).body.text).toBe(whole);
  });

  it('passes on 20 MB, and logs the beginning and the size', async () => {
    const big = Buffer.alloc(20_000_000, 'ab');
    const target = await startServer((response, { body }) => response.end(body));
    const mock = await forwardingTo(target.url);
    const response = await post(mock, big);
    expect(Buffer.from(await response.arrayBuffer()).equals(big)).toBe(true);
    const entry = await logged(mock);
    expect(entry).toMatchObject({ bodyBytes: big.length, body: { truncated: true } });
    expect(entry.response?.body).toMatchObject({ byteLength: big.length, truncated: true });
    expect(JSON.stringify(entry).length).toBeLessThan(300_000);
  });

  it('returns a response that comes before the end of the request', async () => {
    const target = await startTarget();
    target.onConnection((socket) => {
      socket.once('data', () =>
        socket.end('HTTP/1.1 413 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
      );
    });
    const mock = await forwardingTo(target.url);
    const head = 'Content-Length: 1000000\r\n\r\nbeginning';
    const { text } = await speak(urlOf(mock), {
      bytes: (host, path) => `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${head}`,
      enough: /^HTTP\/1\.1 413/,
    });
    expect(text).toContain('413');
  });

  it('passes on a status text of any characters', async () => {
    const target = await startTarget();
    const mock = await forwardingTo(target.url);
    const text = '完了 Zoë';
    const sent = Buffer.from(text).toString('latin1');
    target.respond(bytes(`HTTP/1.1 201 ${sent}\x01\r\nContent-Length: 2\r\n\r\nok`));
    const response = await post(mock);
    expect([response.status, response.statusText, await response.text()]).toEqual([
      ...[201, text, 'ok'],
    ]);
  });

  it('takes any number of requests on a connection', async () => {
    const warned: string[] = [];
    const warn = ({ name }: Error): void => void warned.push(name);
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    const target = await startServer((response) => response.end());
    const mock = await forwardingTo(target.url);
    const { text } = await speak(urlOf(mock), {
      bytes: (host, path) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(20),
      enough: /(?:HTTP\/1\.1 200.*){20}/s,
    });
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(20);
    expect(warned).toEqual([]);
  });

  it('logs both sides', async () => {
    const target = await startTarget();
    target.respond(reply(202, 'done', { 'X-Server': 'mine' }));
    const mock = await forwardingTo(target.url);
    const response = await post(mock, 'hi', '?x=1');
    expect([response.status, await response.text()]).toEqual([202, 'done']);
    expect(await logged(mock)).toMatchObject({
      status: 202,
      cause: 'server',
      body: { text: 'hi' },
      response: { status: 202, body: { text: 'done' } },
      forwarded: {
        url: `${target.url}?x=1`,
        corrupted: false,
        headers: expect.arrayContaining([['host', `127.0.0.1:${target.port}`]]),
        exchanges: [{ error: null, response: { status: 202, body: { text: 'done' } } }],
      },
    });
  });

  it('adds no CORS headers', async () => {
    const target = await startServer((response) => response.end());
    const mock = await forwardingTo(target.url);
    const response = await fetch(urlOf(mock), { headers: { Origin: 'https://example.com' } });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-'))).toEqual([]);
  });

  const sendPath = (mock: Mock, rest: string) => {
    const { host, hostname, port, pathname } = new URL(urlOf(mock));
    return new Promise<number>((resolve, reject) => {
      const request = http.request({
        ...{ hostname, port, method: 'POST', path: `${pathname}${rest}` },
        headers: { host },
      });
      request.once('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.once('error', reject).end();
    });
  };

  it.each([
    ...['/..', '/../admin', '/../../admin', '/a/../../admin', '/./../admin', '/../base-2/admin'],
    ...['/%2e%2e/admin', '/.%2E/admin', '/%2e./admin', '/..\\..\\admin', '/a\\..\\..\\admin'],
    ...['/..%2fadmin', '/..%5Cadmin', '/a%2f..%2f..%2fadmin', '/a%2fb/../../admin'],
    ...['/%252e%252e/admin', '/%252e%252e%252fadmin', '/..%25252Fadmin', '/%25252e%2e/admin'],
    ...['/a/../b', '/a/%2e%2e/b', '/..;/admin', '/..;x=1/admin', '/..%3b/admin', '/a/..%2f'],
    ...['/..%00/admin', '/..%09/admin', '/..%20/admin', '/..%2520/admin', '/%2e%2e%00'],
    ...['/%u002e%u002e/admin', '/.%U002E/admin', '/..%u002fadmin', '/a%u005c..%u0000'],
    ...['/%25%32%65%25%32%65/x', '/%252%65%252%65/x', '/%25u002e./x', '/..%2%66x'],
    ...['/..%23', '/..%3f', '/..%253Fx', '/.%09./x', '/.%0a%0d./x', '/.%2509./x'],
    ...['/%c0%ae%c0%ae/x', '/..%c0%af', '/%25c0%25ae./x', '/%ff', '/%25252525252541'],
    ...['#', '#/admin', '/a#b', '/a#b?c', '/#/../admin'],
  ])('does not forward a path that may leave that of its target: %s', async (rest) => {
    const { url, requests } = await startServer((response) => response.end());
    const mock = await forwardingTo(url);
    expect(await sendPath(mock, rest)).toBe(403);
    expect(await logged(mock)).toMatchObject({ cause: 'not_forwarded', forwarded: null });
    expect(requests).toEqual([]);
  });

  it.each([
    ['/./a', '/base/./a'],
    ['/..a/b..c/...', '/base/..a/b..c/...'],
    ['/a..%20b/%20..a/.%20.', '/base/a..%20b/%20..a/.%20.'],
    ['/a%2fb/50%25', '/base/a%2fb/50%25'],
    ['/%c3%a9/%25c3%25a9/5%/%2525', '/base/%c3%a9/%25c3%25a9/5%/%2525'],
    ['/?path=/../..', '/base/?path=/../..'],
    ['/a%23b', '/base/a%23b'],
  ])('forwards a path that stays below that of its target: %s', async (rest, path) => {
    const { url, requests } = await startServer((response) => response.end());
    expect(await sendPath(await forwardingTo(url), rest)).toBe(200);
    expect(requests.map((request) => request.path)).toEqual([path]);
  });

  it('checks signatures before it forwards if it is strict', async () => {
    const target = await startTarget();
    const mock = await forwardingTo(target.url, { strict: true, secret: 'secret' });
    expect((await post(mock)).status).toBe(401);
    const headers = { 'X-Signature': sign('secret', 'hi') };
    const signed = await fetch(urlOf(mock), { method: 'POST', body: 'hi', headers });
    expect(signed.status).toBe(200);
    expect(target.requests.map(({ body }) => body.toString())).toEqual(['hi']);
  });

  it('forwards nothing during an outage', async () => {
    const target = await startTarget();
    const outage = { durationMs: 3_600_000, status: 503 };
    const mock = await forwardingTo(target.url, { outage });
    expect((await post(mock)).status).toBe(503);
    expect(target.requests).toEqual([]);
    expect(await logged(mock)).toMatchObject({ cause: 'outage', forwarded: null });
  });
});

describe('a step of a mock endpoint that forwards', () => {
  it.each(['close', 'reset_after_request'] as const)(
    'drops the response after the target processed the request: %s',
    async (fault) => {
      const target = await startTarget();
      target.always(reply(200, 'processed'));
      const mock = await forwardingTo(target.url, { steps: [{ fault, times: 1 }, {}] });
      const { text } = await speak(urlOf(mock));
      expect(text).toBe('');
      expect(target.requests).toHaveLength(1);
      expect(await logged(mock)).toMatchObject({
        fault,
        status: null,
        response: null,
        forwarded: { exchanges: [{ response: { status: 200, body: { text: 'processed' } } }] },
      });
      expect(await (await post(mock)).text()).toBe('processed');
    },
  );

  it('returns its own response if asked to, with or without forwarding', async () => {
    const target = await startTarget();
    const mock = await forwardingTo(target.url, {
      steps: [
        { status: 500, body: 'lost', forward: { response: 'step' } },
        { status: 503, body: 'no', forward: null },
        {},
      ],
    });
    const first = await post(mock);
    expect([first.status, await first.text()]).toEqual([500, 'lost']);
    expect(target.requests).toHaveLength(1);
    const second = await post(mock);
    expect([second.status, await second.text()]).toEqual([503, 'no']);
    expect(target.requests).toHaveLength(1);
    expect(await logged(mock, 2)).toMatchObject({ cause: 'step', forwarded: null });
  });

  it('sends copies, all before the response is complete', async () => {
    const target = await startTarget();
    target.respond(reply(201, 'one'), reply(409, 'two'), reply(409, 'three'));
    const mock = await forwardingTo(target.url, { steps: [{ forward: { times: 3 } }] });
    const response = await post(mock, 'same');
    expect([response.status, await response.text()]).toEqual([201, 'one']);
    const entry = await logged(mock);
    expect(target.requests.map(({ body }) => body.toString())).toEqual(['same', 'same', 'same']);
    expect(entry.forwarded?.exchanges.map((exchange) => exchange.response?.status)).toEqual([
      201, 409, 409,
    ]);
  });

  it.each(['request', 'response'] as const)('changes one bit of the %s', async (corrupt) => {
    const target = await startTarget();
    target.always(reply(200, 'response'));
    const mock = await forwardingTo(target.url, { steps: [{ forward: { corrupt } }] });
    const returned = Buffer.from(await (await post(mock, 'request!')).arrayBuffer());
    const pairs = {
      request: [target.requests[0]?.body, 'request!'],
      response: [returned, 'response'],
    };
    for (const [side, [got, sent]] of Object.entries(pairs)) {
      const flipped = Buffer.from(sent as string).reduce(
        (bits, byte, index) =>
          bits + (byte ^ ((got as Buffer)[index] ?? 0)).toString(2).replaceAll('0', '').length,
        0,
      );
      expect(flipped).toBe(side === corrupt ? 1 : 0);
      expect((got as Buffer).length).toBe(8);
    }
    expect((await logged(mock)).forwarded?.corrupted).toBe(corrupt === 'request');
  });

  it('rejects bodies above 4 MB that it would have to keep', async () => {
    const target = await startTarget();
    const mock = await forwardingTo(target.url, { steps: [{ forward: { times: 2 } }] });
    expect((await post(mock, Buffer.alloc(4 * 1024 * 1024 + 1))).status).toBe(413);
    expect(target.requests).toEqual([]);
    expect(await logged(mock)).toMatchObject({ cause: 'not_forwarded' });
  });

  it('delays the request, or the response', async () => {
    const clock = new FakeClock();
    const { core } = await startCore({ clock });
    const target = await startTarget();
    const mock = await makeMock(core, {
      forward: { url: target.url },
      steps: [{ delayMs: 500, forward: { delayMs: 2_000 } }],
    });
    const start = clock.now();
    const response = post(mock);
    await clock.scheduled(start + 2_000);
    expect(target.requests).toEqual([]);
    clock.advanceTo(start + 2_000);
    await target.received(1);
    await clock.scheduled(start + 2_500);
    clock.advanceTo(start + 2_500);
    expect((await response).status).toBe(200);
  });

  it('lets the next request overtake, but waits for it 3 s at most', async () => {
    const clock = new FakeClock();
    const { core } = await startCore({ clock });
    const target = await startTarget();
    const mock = await makeMock(core, {
      forward: { url: target.url },
      steps: [{ forward: { afterNext: true } }, {}],
      then: 'repeat',
    });
    const start = clock.now();
    const overtaken = post(mock, 'first');
    await clock.scheduled(start + 3_000);
    await post(mock, 'second');
    await overtaken;
    const alone = post(mock, 'third');
    await clock.scheduled(start + 3_000);
    clock.advance(3_000);
    await alone;
    expect(target.requests.map(({ body }) => body.toString())).toEqual([
      'second',
      'first',
      'third',
    ]);
  });
});

describe('a target that fails', () => {
  it.each([
    ['connection_refused', 502, deadUrl],
    ['malformed_response', 502, () => targetWith(bytes('nonsense\r\n\r\n'))],
    ['connection_reset', 502, () => targetWith(({ socket }) => void socket.resetAndDestroy())],
  ] as const)('%s becomes %i', async (code, status, start) => {
    const mock = await forwardingTo(await start());
    const response = await post(mock);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(code);
    expect(await logged(mock)).toMatchObject({
      cause: 'server_failed',
      forwarded: { exchanges: [{ response: null, error: { code } }] },
    });
  });

  it('is given up after the time limit, which counts from the last byte', async () => {
    const clock = new FakeClock();
    const { core } = await startCore({ clock });
    const target = await startTarget();
    const mock = await makeMock(core, { forward: { url: target.url, timeoutMs: 700 } });
    const start = clock.now();
    target.respond(hang);
    const late = post(mock);
    await target.received(1);
    clock.advanceTo(start + 699);
    clock.advanceTo(start + 700);
    expect((await late).status).toBe(504);
  });

  it('has its certificate verified', async () => {
    const target = await startTarget({ tls: makeCertificate() });
    const mock = await forwardingTo(target.url);
    expect((await post(mock)).status).toBe(502);
    expect(target.requests).toEqual([]);
    expect((await logged(mock)).forwarded?.exchanges).toMatchObject([
      { error: { outcome: 'blocked', code: 'self_signed' } },
    ]);
  });

  it('leaves the sender with an incomplete response if it stops in the middle', async () => {
    const target = await startTarget();
    target.respond(bytesThenEnd('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'));
    const mock = await forwardingTo(target.url);
    const { text, ended } = await speak(urlOf(mock));
    expect(text).toContain('half');
    expect(ended).not.toBe('enough');
    expect((await logged(mock)).forwarded?.exchanges).toMatchObject([
      {
        response: { status: 200, body: { text: 'half', truncated: true } },
        error: { outcome: 'failed' },
      },
    ]);
  });

  it('fails alone: a fault of the step still applies', async () => {
    const mock = await forwardingTo(await deadUrl(), { steps: [{ fault: 'close' }] });
    expect((await speak(urlOf(mock))).text).toBe('');
  });
});

async function targetWith(responder: Parameters<typeof when>[1]): Promise<string> {
  const target = await startTarget();
  target.always(responder);
  return target.url;
}

describe('a response that does not end', () => {
  /** Writes as fast as it is read. Resolves when the connection is closed. */
  async function startEndless() {
    const closed = Promise.withResolvers<void>();
    const target = await startTarget();
    target.always(({ socket }) => {
      const chunk = Buffer.alloc(65_536, 'x');
      const fill = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', fill).once('close', () => closed.resolve());
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      fill();
    });
    return { url: target.url, closed: closed.promise };
  }
  const response = { status: 200, body: { truncated: true } };

  /** What this process reads on the connections that it opens to an address from now on. */
  function bytesReadFrom(url: string): () => number {
    const opened: Socket[] = [];
    const add = (message: unknown) => void opened.push((message as { socket: Socket }).socket);
    diagnostics.subscribe('net.client.socket', add);
    onTestFinished(() => void diagnostics.unsubscribe('net.client.socket', add));
    const port = Number(new URL(url).port);
    return () =>
      opened
        .filter(({ remotePort }) => remotePort === port)
        .reduce((sum, socket) => sum + socket.bytesRead, 0);
  }

  it('is ended once its sender has left and its beginning is recorded', async () => {
    const { url, closed } = await startEndless();
    const mock = await forwardingTo(url);
    await speak(urlOf(mock), { enough: /xx/ });
    await closed;
    expect(await logged(mock)).toMatchObject({
      forwarded: { exchanges: [{ response, error: null }] },
    });
  });

  it('is ended if it is only recorded', async () => {
    const { url, closed } = await startEndless();
    const mock = await forwardingTo(url, {
      steps: [{ status: 202, forward: { response: 'step', times: 2, concurrent: true } }],
    });
    expect((await post(mock)).status).toBe(202);
    await closed;
    expect(await logged(mock)).toMatchObject({
      forwarded: {
        exchanges: [
          { response, error: null },
          { response, error: null },
        ],
      },
    });
  });

  it('has limited time once its sender has left', async () => {
    const clock = new FakeClock();
    const { core, followed } = await startCore({ clock });
    const target = await startTarget();
    const socket = Promise.withResolvers<Socket>();
    target.always((exchange) => {
      exchange.socket.write('HTTP/1.1 200 OK\r\n\r\na');
      socket.resolve(exchange.socket);
    });
    const mock = await makeMock(core, { forward: { url: target.url, timeoutMs: 700 } });
    const bytesRead = bytesReadFrom(target.url);
    const start = clock.now();
    const spoken = speak(urlOf(mock), { enough: /\r\n1\r\na/ });
    const slow = await socket.promise;
    const closed = once(slow, 'close');
    clock.advanceTo(start + 100);
    await spoken;
    await clock.scheduled(start + 800);
    clock.advanceTo(start + 400);
    const readBefore = bytesRead();
    slow.write('b');
    await expect.poll(bytesRead).toBe(readBefore + 1);
    clock.advanceTo(start + 800);
    await closed;
    const [entry] = await followed.until(() => {
      const { items } = core.mockRequests.list({ id: mock.id, limit: 1 });
      return items.length === 1 && items;
    });
    expect(core.mockRequests.get({ id: mock.id, requestId: entry?.id ?? 0 })).toMatchObject({
      forwarded: {
        exchanges: [{ response, error: { code: 'timeout', params: { limitMs: 700 } } }],
      },
    });
  });
});

describe('requests that are not forwarded', () => {
  const withHost = (host: string, more = '') => ({
    bytes: (_: string, path: string) =>
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}Content-Length: 2\r\n\r\nhi`,
    enough: /^HTTP\/1\.1 \d+ /,
  });

  it.each([
    ['127.0.0.1:8379', 200],
    ['localhost', 200],
    ['app.localhost:1', 200],
    ['[::1]:99', 200],
    ['192.168.1.7', 200],
    ['Tunnel.Example.com', 200],
    ['example.com', 403],
    ['tunnel.example.com.evil.test', 403],
    ['localhost.evil.test', 403],
  ])('Host %s returns %i', async (host, status) => {
    const target = await startTarget();
    const mock = await forwardingTo(target.url, {
      forward: { url: target.url, allowedHosts: ['tunnel.example.com'] },
    });
    const { text } = await speak(urlOf(mock), withHost(host));
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(target.requests).toHaveLength(status === 200 ? 1 : 0);
  });

  it.each([
    ['http://localhost:8379', 200],
    ['http://tunnel.example.com', 200],
    ['HTTPS://127.0.0.1', 200],
    ['http://example.com', 403],
  ])('a request line with %s returns %i, whatever Host says', async (origin, status) => {
    const target = await startTarget();
    const mock = await forwardingTo(target.url, {
      forward: { url: target.url, allowedHosts: ['tunnel.example.com'] },
    });
    const host = status === 200 ? 'example.com' : 'localhost';
    const { text } = await speak(urlOf(mock), {
      bytes: (_, path) =>
        `POST ${origin}${path}/a/./b? HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\n\r\nhi`,
      enough: /^HTTP\/1\.1 \d+ /,
    });
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(target.requests.map(({ path }) => path)).toEqual(status === 200 ? ['/hook/a/./b?'] : []);
  });

  it('an upgrade returns 501', async () => {
    const target = await startTarget();
    const mock = await forwardingTo(target.url);
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
    const { text } = await speak(urlOf(mock), withHost('127.0.0.1', upgrade));
    expect(text).toMatch(/^HTTP\/1\.1 501 /);
    expect(target.requests).toEqual([]);
  });

  it('two mock endpoints that forward to each other stop at a limit', async () => {
    const { core } = await starting;
    const one = await makeMock(core);
    const two = await forwardingTo(urlOf(one));
    await core.mocks.update({
      id: one.id,
      forward: { url: urlOf(two), timeoutMs: 30_000, allowedHosts: [] },
    });
    expect((await post(one)).status).toBe(503);
  });
});

describe('the settings of a mock endpoint that forwards', () => {
  it.each([
    ['forward.url', { forward: { url: 'ftp://example.com' } }],
    ['forward.timeoutMs', { forward: { url: 'http://127.0.0.1:1', timeoutMs: 0 } }],
    ['steps.0.forward', { steps: [{ forward: { times: 2 } }] }],
    ['steps.0.status', { forward: { url: 'http://127.0.0.1:1' }, steps: [{ status: 503 }] }],
    ['steps.0.body', { forward: { url: 'http://127.0.0.1:1' }, steps: [{ body: 'x' }] }],
  ] as const)('name the field %s', async (field, settings) => {
    const result = NewMock.safeParse({ name: 'bad', ...settings });
    expect(result.error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });

  it('reject the mock endpoint itself and the endpoint for SDKs', async () => {
    const { core } = await starting;
    const mock = await makeMock(core);
    for (const url of [urlOf(mock), `${urlOf(mock)}/more`, `${core.ingestUrl}/v1/track`])
      await expect(
        core.mocks.update({ id: mock.id, forward: { url, timeoutMs: 1, allowedHosts: [] } }),
      ).rejects.toMatchObject({ field: 'forward.url' });
    const url = urlOf(mock).replace(mock.name, 'new-one');
    const created = NewMock.parse({ name: 'new-one', forward: { url } });
    await expect(core.mocks.create(created)).rejects.toMatchObject({ field: 'forward.url' });
  });

  it('are kept in the configuration file', async () => {
    const { core } = await starting;
    const steps = [{ forward: { times: 2 } }];
    const mock = await forwardingTo('http://127.0.0.1:1/kept', { steps });
    const file = await core.configuration.get({ secrets: false });
    expect(file.mocks.find(({ name }) => name === mock.name)).toMatchObject({
      forward: { url: 'http://127.0.0.1:1/kept', timeoutMs: 30_000 },
      steps: [{ forward: { times: 2, response: 'server' } }],
    });
  });
});
