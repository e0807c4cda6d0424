/** Responses that wait: for a slow client, or for their time. */
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { Clock } from '#main/kit/ports.ts';
import { createConnection } from '#main/mocks/connection.ts';
import type { Decision } from '#main/mocks/decide.ts';
import { sendResponse, wait } from '#main/mocks/response.ts';

/** A pause takes one turn of the event loop. */
const hastyClock: Clock = {
  now: () => 0,
  at(_time, run) {
    const turn = setImmediate(run);
    return () => clearImmediate(turn);
  },
  subscribe: () => () => undefined,
};

const endless: Decision = {
  cause: 'step',
  step: 0,
  status: 200,
  headers: [],
  body: '',
  forward: null,
  delayMs: 0,
  fault: 'endless_body',
  bytesPerSecond: 10_000_000,
};

async function startEndless() {
  const served = Promise.withResolvers<{ socket: Socket; response: http.ServerResponse }>();
  let given = Promise.resolve();
  const server = http.createServer((request, response) => {
    served.resolve({ socket: request.socket, response });
    const connection = createConnection(request.socket);
    given = sendResponse(hastyClock, endless, { connection, request, response });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return { client, ...(await served.promise), given: () => given };
}

it('repeated waits leave no listeners on the connection', async () => {
  const { client, socket } = await startEndless();
  const before = socket.listenerCount('close');
  let bytes = 0;
  client.on('data', (chunk) => {
    bytes += chunk.length;
    client.pause();
    setImmediate(() => client.resume());
  });
  await expect.poll(() => bytes).toBeGreaterThan(20_000_000);
  expect(socket.listenerCount('close')).toBeLessThan(before + 3);
});

it('a wait ends when the client disconnects', async () => {
  const { client, response, given } = await startEndless();
  client.pause();
  await expect.poll(() => response.listenerCount('drain')).toBeGreaterThan(0);
  client.destroy();
  await given();
  expect(response.listenerCount('drain')).toBe(0);
});

it('any number of waiting responses leave one listener on their connection', async () => {
  const server = http.createServer();
  const served = once(server, 'request') as Promise<[http.IncomingMessage, http.ServerResponse]>;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [request, response] = await served;
  const before = request.socket.listenerCount('close');
  const connection = createConnection(request.socket);
  const neverClock: Clock = { ...hastyClock, at: () => () => undefined };
  const waits = Array.from({ length: 1_000 }, () =>
    wait(neverClock, 1, { connection, request, response }),
  );
  expect(request.socket.listenerCount('close')).toBe(before + 1);
  client.destroy();
  expect(new Set(await Promise.all(waits))).toEqual(new Set([false]));
});
