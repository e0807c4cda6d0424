/** The time limit of an attempt, in every phase. */
import { expect, it } from 'vitest';
import { createTimeoutLog, timeoutLogIntervalMs } from '#main/deliveries/dispatch/timeout-log.ts';
import { realSocketTime } from '#main/kit/http-client/socket-time.ts';
import type { DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { connect } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { createRecordedLog } from '#test/support/recorded-log.ts';
import { startCore } from '#test/support/start-core.ts';
import { bytes, hang, type Responder, reply } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';

const timeLimitMs = 5_000;
const secondMs = 1_000;

it('an attempt times out five seconds after its start, in every phase', async () => {
  const { core, followed, log, socketTime } = await startCore({ clock: new FakeClock() });
  const everySecond: (() => void)[] = [];
  /** Writes the head, and a piece every second. */
  const drip =
    (head: string, piece: string): Responder =>
    ({ socket }) => {
      socket.write(head);
      everySecond.push(() => void socket.write(piece));
    };
  let replySlowly: () => void = () => undefined;
  const slow: Responder = (exchange) => {
    replySlowly = () => void reply(200)(exchange);
  };
  const ok = 'HTTP/1.1 200 OK\r\n';
  const cases: Readonly<Record<string, Responder>> = {
    'no response': hang,
    'half a head': bytes('HTTP/1.1 200 OK\r\nX-A'),
    'a head byte by byte': drip(ok, 'X-Filler: a\r\n'),
    'a head without its body': bytes(`${ok}Content-Length: 5\r\n\r\n`),
    'a body bit by bit': drip(`${ok}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n'),
    'a 503 without its body': bytes('HTTP/1.1 503 No\r\nContent-Length: 5\r\n\r\n'),
    'slow, but in time': slow,
  };
  const arrived: Promise<unknown>[] = [];
  for (const [name, responder] of Object.entries(cases)) {
    const target = await startTarget();
    target.always(responder);
    arrived.push(target.received(1));
    await connect(core, { name, urls: [target.url] });
  }
  // Accepts connections, but never speaks TLS.
  const mute = await startTarget();
  const contacted = new Promise<void>((resolve) => mute.onConnection(() => resolve()));
  await connect(core, { name: 'no TLS', urls: [mute.url.replace('http:', 'https:')] });

  const { deliveries } = await send(core, track());
  const attempted = (name: string) =>
    followed.until(() =>
      [...followed.deliveries.values()].some(
        ({ destinationName, attempts }) => destinationName === name && attempts === 1,
      ),
    );
  await Promise.all([...arrived, contacted]);
  for (let second = 1; second < timeLimitMs / secondMs; second += 1) {
    socketTime.pass(secondMs);
    for (const write of everySecond) write();
  }
  replySlowly();
  await attempted('slow, but in time');
  socketTime.pass(secondMs - 1);
  await new Promise((resolve) => setImmediate(resolve));
  const waiting = deliveries.filter(({ id }) => core.deliveries.get({ id }).attempts === 0);
  expect(waiting).toHaveLength(deliveries.length - 1);
  socketTime.pass(1);
  for (const { destinationName } of waiting) await attempted(destinationName);

  const details: Readonly<Record<string, DeliveryDetail>> = Object.fromEntries(
    deliveries.map(({ id, destinationName }) => [destinationName, core.deliveries.get({ id })]),
  );
  for (const { destinationName } of waiting)
    expect(details[destinationName]?.attemptList[0]?.timings.totalMs, destinationName).toBe(
      timeLimitMs,
    );
  const timedOut = ['no response', 'no TLS', 'half a head', 'a head byte by byte'];
  for (const name of timedOut)
    expect(details[name], name).toMatchObject({
      state: 'waiting',
      lastStatus: null,
      lastCode: 'timeout',
      attemptList: [{ response: null, result: { outcome: 'failed', code: 'timeout' } }],
    });
  for (const name of ['a head without its body', 'a body bit by bit'])
    expect(details[name], name).toMatchObject({
      state: 'delivered',
      lastStatus: 200,
      attemptList: [{ response: { status: 200, body: { truncated: true } } }],
    });
  expect(details['a 503 without its body']).toMatchObject({ state: 'waiting', lastStatus: 503 });
  expect(details['slow, but in time']).toMatchObject({ state: 'delivered', lastStatus: 200 });
  const logged = log.records.filter(({ details }) => details.code === 'timeout');
  expect(logged.map(({ details }) => details.destination).sort()).toEqual(timedOut.toSorted());
});

it('takes real seconds outside of tests', async () => {
  const { core, followed } = await startCore({
    clock: new FakeClock(),
    socketTime: realSocketTime,
  });
  const target = await startTarget();
  target.always(hang);
  await connect(core, { urls: [target.url] });
  const { delivery } = await send(core, track());
  expect(await followed.waitsForRetry(delivery.id)).toMatchObject({ lastCode: 'timeout' });
  const [attempt] = core.deliveries.get({ id: delivery.id }).attemptList;
  // Node's timers may be a millisecond early.
  expect(attempt?.timings.totalMs).toBeGreaterThan(timeLimitMs - 10);
});

it('logs the first timeout immediately, then one line per minute and webhook', () => {
  const clock = new FakeClock();
  const { log, records } = createRecordedLog();
  const timeouts = createTimeoutLog(log, clock);
  const counts = () => records.map(({ level, details }) => [level, details.attempts]);
  for (let count = 0; count < 100_000; count += 1)
    timeouts.record('Hooks', 'http://a.test/?token=s3cret');
  timeouts.record('Other', 'http://a.test/');
  expect(counts()).toEqual([
    ['warn', 1],
    ['warn', 1],
  ]);
  clock.advance(timeoutLogIntervalMs);
  expect(counts().slice(2)).toEqual([['warn', 99_999]]);
  clock.advance(3 * timeoutLogIntervalMs);
  timeouts.record('Hooks', 'http://a.test/?token=s3cret');
  timeouts.record('Hooks', 'http://a.test/?token=s3cret');
  timeouts.stop();
  expect(counts().slice(3)).toEqual([
    ['warn', 1],
    ['warn', 1],
  ]);
  expect(JSON.stringify(records)).not.toContain('s3cret');
});
