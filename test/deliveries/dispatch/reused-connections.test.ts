/** When a connection is used again, and what a close means for the attempt (D74). */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createConnection } from '#main/kit/http-client/connection.ts';
import { openGate } from '#main/kit/http-client/send-gate.ts';
import { createTrust } from '#main/kit/http-client/trusted-certificates.ts';
import { hangUp, type Responder, reply, reset } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';

/** A connection whose time only the test moves. */
async function open(...responders: readonly Responder[]) {
  const target = await startTarget();
  target.respond(...responders);
  const sockets: Socket[] = [];
  target.onConnection((socket) => void sockets.push(socket));
  let now = 0;
  const connection = createConnection(`http://127.0.0.1:${target.port}`, {
    trust: createTrust(() => []),
    gate: openGate,
    time: { elapsedMs: () => now, after: () => () => undefined },
  });
  onTestFinished(connection.close);
  return {
    target,
    sockets,
    post: () => connection.send('POST', '/hook', [], Buffer.from('{}')),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

it.each([
  [0, 1],
  [999, 1],
  [1_000, 2],
  [3_600_000, 2],
])('after %d ms of idleness, two requests need %d connections', async (idleMs, connections) => {
  const { target, post, pass } = await open(reply(200, '', { 'Keep-Alive': 'timeout=600' }));
  await post();
  pass(idleMs);
  expect((await post()).response?.status).toBe(200);
  expect([target.requests.length, target.connections]).toEqual([2, connections]);
});

it.each([
  ['closed', (socket: Socket) => socket.end()],
  ['reset', (socket: Socket) => socket.resetAndDestroy()],
])('a connection that was %s while idle is replaced for the same attempt', async (_, close) => {
  const { target, sockets, post } = await open();
  await post();
  const [socket] = sockets;
  if (socket === undefined) throw new Error('Nothing connected.');
  const closed = once(socket, 'close');
  close(socket);
  await closed;
  const { result, response } = await post();
  expect([result, response?.status]).toEqual([
    { outcome: 'accepted', code: null, params: {} },
    200,
  ]);
  expect([target.requests.length, target.connections]).toEqual([2, 2]);
});

it.each([
  ['closes', hangUp],
  ['resets', reset],
])(
  'a server that %s the connection once it has the request fails the attempt',
  async (_, close) => {
    const { target, post } = await open(reply(200), close, close);
    await post();
    const [reused, first] = [await post(), await post()];
    expect(reused.result).toMatchObject({
      outcome: 'failed',
      code: 'connection_reset',
      params: { reusedConnection: true },
    });
    expect(first.result).toMatchObject({ outcome: 'failed', code: 'connection_reset' });
    expect(first.result.params.reusedConnection).toBeUndefined();
    expect([target.requests.length, target.connections]).toEqual([3, 2]);
  },
);
