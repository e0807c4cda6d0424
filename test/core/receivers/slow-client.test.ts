/** An endless body for a client that reads more slowly than it is written. */
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { Clock } from '#core/ports.ts';
import { createConnection } from '#core/receivers/connection.ts';
import type { Decision } from '#core/receivers/decide.ts';
import { sendResponse } from '#core/receivers/response.ts';

/** A pause takes one turn of the event loop; `pauses` counts them. */
function createHastyClock(): Clock & { pauses: number } {
  return {
    pauses: 0,
    now: () => 0,
    at(_time, run) {
      this.pauses += 1;
      const turn = setImmediate(run);
      return () => clearImmediate(turn);
    },
    subscribe: () => () => undefined,
  };
}

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
  const machine = createHastyClock();
  const served = Promise.withResolvers<Socket>();
  let given = Promise.resolve();
  const server = http.createServer((request, response) => {
    served.resolve(request.socket);
    const connection = createConnection(request.socket);
    given = sendResponse(machine, endless, { connection, request, response });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return { machine, client, socket: await served.promise, given: () => given };
}

/** Polled every few milliseconds. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

it('repeated waits leave no listeners on the connection', async () => {
  const { client, socket } = await startEndless();
  const before = socket.listenerCount('close');
  let bytes = 0;
  client.on('data', (chunk) => {
    bytes += chunk.length;
    client.pause();
    setTimeout(() => client.resume(), 1);
  });
  await until(() => bytes > 20_000_000);
  expect(socket.listenerCount('close')).toBeLessThan(before + 3);
});

it('a wait ends when the client disconnects', async () => {
  const { machine, client, socket, given } = await startEndless();
  client.pause();
  await until(() => socket.writableNeedDrain && socket.writableLength > 0);
  let pauses = -1;
  // Until writing stops for a client that does not read.
  await until(() => {
    const isStill = pauses === machine.pauses;
    pauses = machine.pauses;
    return isStill;
  });
  client.destroy();
  await until(() => socket.closed);
  await given();
  expect(machine.pauses).toBe(pauses);
});
