import { once } from 'node:events';
import net from 'node:net';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { WebSocket } from 'undici';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { isRpcMessage } from '#main/hosts/headless/rpc-message.ts';
import type { Contract } from '#shared/contract.ts';
import { ExactNumber, exactNumbers } from '#shared/kit/exact-json.ts';
import { makeTrait } from '#test/support/audiences.ts';
import { connect } from '#test/support/builders.ts';
import { startInterface, token } from './support/start-interface.ts';

function open(port: number, headers: Record<string, string>): WebSocket {
  return new WebSocket(`ws://127.0.0.1:${port}/rpc`, { headers });
}

async function closeCode(socket: WebSocket): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  socket.addEventListener('close', ({ code }) => resolve(code));
  return promise;
}

function client(socket: WebSocket): ContractRouterClient<Contract> {
  // Two declarations of the same event types.
  const websocket = socket as unknown as globalThis.WebSocket;
  return createORPCClient(new RPCLink({ websocket, customJsonSerializers: exactNumbers }));
}

const message = (headers: unknown) =>
  JSON.stringify({ i: '1', p: { u: '/clock/get', h: headers } });

test.each([
  ['text', { a: 'b', c: ['d'] }, true],
  ['a number', { a: 1 }, false],
  ['a number in a list', { a: ['b', 1] }, false],
  ['nothing', null, false],
])('a message whose headers are %s can be decoded: %j, %s', (_, headers, isValid) => {
  expect(isRpcMessage(message(headers))).toBe(isValid);
});

test('the check of a message ends at the first wrong header', () => {
  let visits = 0;
  const counted = Array.from({ length: 1_000 }, () => 1);
  const parse = vi.spyOn(JSON, 'parse').mockReturnValueOnce({
    ...{ i: '1', t: 1 },
    p: {
      u: '/clock/get',
      h: {
        a: new Proxy(counted, {
          get(target, name, receiver) {
            visits += 1;
            return Reflect.get(target, name, receiver);
          },
        }),
      },
    },
  });
  expect(isRpcMessage('{}')).toBe(false);
  parse.mockRestore();
  expect(visits).toBeLessThan(20);
});

const handshake = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.alloc(16).toString('base64'),
};

/** Connects like the page: the token is the first message. */
function openAsPage(port: number, sentToken: string): WebSocket {
  const socket = open(port, { origin: `http://127.0.0.1:${port}` });
  socket.addEventListener('open', () => socket.send(JSON.stringify({ token: sentToken })));
  return socket;
}

const opened = (socket: WebSocket): Promise<unknown> =>
  new Promise((resolve) => socket.addEventListener('open', resolve));

describe('the socket', () => {
  test('serves a page that sends the token first', async () => {
    const { port } = await startInterface();
    const socket = openAsPage(port, token);
    expect(await client(socket).ledger.get()).toMatchObject({ accepted: 0 });
    socket.close();
  });

  test('serves a program that sends the token in the handshake', async () => {
    const { port } = await startInterface();
    const socket = open(port, { authorization: `Bearer ${token}` });
    expect(await client(socket).ledger.get()).toMatchObject({ accepted: 0 });
    socket.close();
  });

  test('closes with 4401 after a wrong token and serves nothing before', async () => {
    const { port } = await startInterface();
    expect(await closeCode(open(port, { authorization: 'Bearer wrong' }))).toBe(4401);
    expect(await closeCode(openAsPage(port, 'wrong'))).toBe(4401);
    const called = open(port, { cookie: `hookwright-${port}=${token}` });
    const code = closeCode(called);
    const call = client(called).ledger.get();
    await expect(call).rejects.toThrow();
    expect(await code).toBe(4401);
  });

  test('closes with 4401 when no token comes in time', async () => {
    const { port } = await startInterface();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const socket = open(port, {});
    const code = closeCode(socket);
    await opened(socket);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await code).toBe(4401);
  });

  test('disconnects after a first message that is too large for a token', async () => {
    const { port } = await startInterface();
    const socket = open(port, {});
    const code = closeCode(socket);
    await opened(socket);
    socket.send('x'.repeat(200_000));
    expect(await code).toBe(1006);
  });

  test('allows 64 connections without a token, and rejects the next one', async () => {
    const { port } = await startInterface();
    const waiting = Array.from({ length: 64 }, () => open(port, {}));
    await Promise.all(waiting.map(opened));
    expect(await closeCode(open(port, {}))).toBe(1013);
    const gone = waiting.map(closeCode);
    for (const socket of waiting) socket.close();
    await Promise.all(gone);
    const socket = openAsPage(port, token);
    expect(await client(socket).ledger.get()).toMatchObject({ accepted: 0 });
    socket.close();
  });

  test.each([
    ['a page of another origin', { origin: 'http://evil.example' }],
    ['a page that reached it under another name', { host: 'evil.example' }],
  ])('rejects the handshake of %s', async (_name, headers) => {
    const { get } = await startInterface();
    const response = await get('/rpc', {
      headers: { ...handshake, authorization: `Bearer ${token}`, ...headers },
    });
    expect(response.status).toBe(403);
  });

  test('ends streams when the server stops', async () => {
    const { port, server } = await startInterface();
    const socket = open(port, { authorization: `Bearer ${token}` });
    const changes = await client(socket).changes.follow({});
    await changes.next();
    const closed = closeCode(socket);
    await server.close();
    expect(await closed).toBe(1001);
  });

  test('keeps the digits of numbers that a double cannot represent, both ways', async () => {
    const { port, core } = await startInterface();
    const { id } = await makeTrait(core);
    const socket = open(port, { authorization: `Bearer ${token}` });
    const { traits, send } = client(socket);
    const value = { a: [new ExactNumber('9007199254740993'), 1] };
    await traits.values.set({ id, values: [{ userId: 'u', value }] });
    const { items } = await traits.values.list({ id });
    expect(items.map((item) => item.value)).toEqual([value]);
    const message = { type: 'track', userId: value.a[0] ?? '', event: 'E', properties: value };
    await connect(core, { urls: ['http://127.0.0.1:9'], enabled: true });
    const { deliveries } = await send.preview({ source: 'Web', message });
    expect(deliveries[0]?.bodyText).toContain('"properties":{"a":[9007199254740993,1]}');
    socket.close();
  });

  test('rejects input that is nested too deep, and continues', async () => {
    const { port } = await startInterface();
    const socket = open(port, { authorization: `Bearer ${token}` });
    const { send, ledger } = client(socket);
    const message = { deep: JSON.parse('['.repeat(600) + ']'.repeat(600)) };
    for (const ask of [() => send.now({ message }), () => send.preview({ source: 'Web', message })])
      await expect(ask()).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining('500 levels'),
      });
    expect(await ledger.get()).toMatchObject({ accepted: 0 });
    socket.close();
  });

  test('closes a connection whose handshake follows a request without a response yet', async () => {
    const { port } = await startInterface();
    const head = `Host: 127.0.0.1:${port}\r\n`;
    const handshake = `GET /rpc HTTP/1.1\r\n${head}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;
    const socket = net.connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined).resume();
    socket.write(`GET /nothing HTTP/1.1\r\n${head}\r\n${handshake}`);
    await once(socket, 'close');
    // Stopping would wait for the connection otherwise.
    expect(socket.destroyed).toBe(true);
  });

  test('returns 404 for plain requests at its address', async () => {
    const { get } = await startInterface();
    expect((await get('/rpc')).status).toBe(404);
  });
});

describe('closing', () => {
  test('does not wait for a REST stream', async () => {
    const { port, server } = await startInterface();
    const response = await fetch(`http://127.0.0.1:${port}/api/changes`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const reader = response.body?.getReader();
    await reader?.read();
    await server.close();
    const end = await reader?.read().then(
      ({ done }) => done,
      () => 'cut off',
    );
    expect(end).toSatisfy((how) => how === true || how === 'cut off');
  });
});

test('messages that are not calls are ignored, without stack traces in the log', async () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => written.mockRestore());
  const { port } = await startInterface();
  const socket = open(port, { authorization: `Bearer ${token}` });
  await opened(socket);
  for (const message of ['', 'x', 'null', '[]', '{}', '{"i":"1"}', '{"i":"1","p":{"u":1}}'])
    socket.send(message);
  for (const message of ['{"i":"1","p":{"u":"x"}}', '{"i":"1","t":3}', '{"i":{},"t":4}'])
    socket.send(message);
  socket.send(new Uint8Array([123, 0xff, 1]));
  // Served after them.
  expect(await client(socket).ledger.get()).toMatchObject({ accepted: 0 });
  expect(written).not.toHaveBeenCalled();
  socket.close();
});
