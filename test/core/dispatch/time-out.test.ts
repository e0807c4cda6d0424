/** The only tests in real time: five seconds, all cases in parallel. */
import { expect, it } from 'vitest';
import { createTimeoutLog, timeoutLogIntervalMs } from '#core/dispatch/timeout-log.ts';
import type { DeliveryDetail } from '#shared/schemas/delivery.ts';
import { connect } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { createRecordedLog } from '#test/support/recorded-log.ts';
import { startCore } from '#test/support/start-core.ts';
import { bytes, hang, type Responder, reply } from '#test/support/target-responses.ts';
import { startTarget, type Target } from '#test/support/target-server.ts';

const timeOutMs = 5_000;
/** A slow receiver, far enough from the limit for a busy machine. */
const slowMs = 2_000;
/** Timers fire late under load, never early. */
const slackMs = 3_000;

/** A server that accepts connections but never speaks TLS. */
const mute = async (): Promise<string> => {
  const target = await startTarget();
  return target.url.replace('http:', 'https:');
};

const to = async (response: Responder): Promise<string> => {
  const target: Target = await startTarget();
  target.always(response);
  return target.url;
};

/** Writes a chunk repeatedly and very slowly. */
const drip =
  (head: string, piece: string): Responder =>
  ({ socket }) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(piece), 200);
    socket.on('close', () => clearInterval(timer));
  };

it('an attempt times out five seconds after its start, in every phase', async () => {
  const { core, followed, log } = await startCore({ clock: new FakeClock() });
  const ok = 'HTTP/1.1 200 OK\r\n';
  const cases: Readonly<Record<string, string>> = {
    'no answer': await to(hang),
    'no TLS': await mute(),
    'half a head': await to(bytes('HTTP/1.1 200 OK\r\nX-A')),
    'a head byte by byte': await to(drip(ok, 'X-Filler: a\r\n')),
    'a head without its body': await to(bytes(`${ok}Content-Length: 5\r\n\r\n`)),
    'a body bit by bit': await to(drip(`${ok}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n')),
    'a 503 without its body': await to(bytes('HTTP/1.1 503 No\r\nContent-Length: 5\r\n\r\n')),
    'one byte too late': await to(({ socket }) => {
      setTimeout(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'), 5_200);
    }),
    'slow, but in time': await to((exchange) => {
      setTimeout(() => void reply(200)(exchange), slowMs);
    }),
  };
  for (const [name, url] of Object.entries(cases)) await connect(core, { name, urls: [url] });
  const { deliveries } = await send(core, track());
  await Promise.all(
    deliveries.map(({ id }) => followed.until(() => followed.deliveries.get(id)?.attempts === 1)),
  );
  const details: Readonly<Record<string, DeliveryDetail>> = Object.fromEntries(
    deliveries.map(({ id, destinationName }) => [destinationName, core.deliveries.get(id)]),
  );

  for (const [name, { attemptList }] of Object.entries(details)) {
    const totalMs = attemptList[0]?.timings.totalMs ?? 0;
    const expectedMs = name === 'slow, but in time' ? slowMs : timeOutMs;
    expect(totalMs, name).toBeGreaterThan(expectedMs - 20);
    expect(totalMs, name).toBeLessThan(expectedMs + slackMs);
  }
  const timedOut = [
    'no answer',
    'no TLS',
    'half a head',
    'a head byte by byte',
    'one byte too late',
  ];
  for (const name of timedOut)
    expect(details[name], name).toMatchObject({
      state: 'retrying',
      lastStatus: null,
      lastFailure: 'timeout',
      attemptList: [{ response: null, result: { outcome: 'failed', code: 'timeout' } }],
    });
  for (const name of ['a head without its body', 'a body bit by bit'])
    expect(details[name], name).toMatchObject({
      state: 'delivered',
      lastStatus: 200,
      attemptList: [{ response: { status: 200, body: { truncated: true } } }],
    });
  expect(details['a 503 without its body']).toMatchObject({ state: 'retrying', lastStatus: 503 });
  expect(details['slow, but in time']).toMatchObject({ state: 'delivered', lastStatus: 200 });
  const logged = log.records.filter(({ details }) => details.code === 'timeout');
  expect(logged.map(({ details }) => details.destination).sort()).toEqual(timedOut.toSorted());
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
