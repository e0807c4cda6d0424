/** A process that is stalled for longer than the time limit of its attempts (D53). */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';

const inFlight = 50;

/** A receiver on its own thread, which responds to all requests while the test's thread is stalled. */
const receiver = `
  const http = require('node:http');
  const { parentPort, workerData } = require('node:worker_threads');
  const { inFlight, hasResponded } = workerData;
  const waiting = [];
  const server = http.createServer((request, response) => {
    request.resume().once('end', () => {
      waiting.push(response);
      if (waiting.length === inFlight) parentPort.postMessage('received');
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
  parentPort.once('message', async () => {
    await Promise.all(waiting.map((response) => new Promise((done) => response.end(done))));
    Atomics.store(hasResponded, 0, 1);
    Atomics.notify(hasResponded, 0);
  });`;

it('counts a response that arrived while the process was stalled, and sends nothing twice', async () => {
  const hasResponded = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(receiver, { eval: true, workerData: { inFlight, hasResponded } });
  onTestFinished(async () => void (await worker.terminate()));
  const [port] = await once(worker, 'message');
  const { core, followed, socketTime } = await startCore({ clock: new FakeClock() });
  await connect(core, { urls: [`http://127.0.0.1:${port}/`], retry: steadyRetry });
  const received = once(worker, 'message');
  await Promise.all(Array.from({ length: inFlight }, () => send(core, track())));
  await received;

  // As at the end of a stall, the time limits end before the sockets are read.
  setTimeout(() => {
    worker.postMessage('respond');
    Atomics.wait(hasResponded, 0, 0);
    socketTime.pass(5_000);
  });
  await followed.ledger(({ delivered }) => delivered === inFlight);
  expect(core.ledger.get()).toMatchObject({ accepted: inFlight, waiting: 0 });
  for (const { attempts } of followed.deliveries.values()) expect(attempts).toBe(1);
});
