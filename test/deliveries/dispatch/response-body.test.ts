import { expect, it } from 'vitest';
import { connect } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { bytes, type Responder, reply } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';

const keptBytes = 65_536;

async function responded(response: Responder) {
  const { core, followed } = await startCore({ clock: new FakeClock() });
  const target = await startTarget();
  target.respond(response);
  await connect(core, { urls: [target.url] });
  const { delivery } = await send(core, track());
  await followed.state(delivery.id, 'delivered');
  const [attempt] = core.deliveries.get({ id: delivery.id }).attemptList;
  if (!attempt?.response) throw new Error('There is no response.');
  return attempt.response;
}

it('a body of 64 KB is kept completely', async () => {
  const { body } = await responded(reply(200, 'x'.repeat(keptBytes)));
  expect(body).toMatchObject({ byteLength: keptBytes, truncated: false });
  expect(body.text).toHaveLength(keptBytes);
});

it('a body of one byte more is cut off at 64 KB, with the same outcome', async () => {
  const { body, status } = await responded(reply(200, 'x'.repeat(keptBytes + 1)));
  expect(status).toBe(200);
  expect(body.truncated).toBe(true);
  expect(body.text).toHaveLength(keptBytes);
});

// The time limit never passes here.
it('an endless body is cut off without waiting for the time limit', async () => {
  const endless: Responder = ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const more = () => {
      while (!socket.destroyed && socket.write(chunk));
      if (!socket.destroyed) socket.once('drain', more);
    };
    more();
  };
  const { body } = await responded(endless);
  expect(body).toMatchObject({ truncated: true });
  expect(body.text).toHaveLength(keptBytes);
});

it('a character cut by the limit leaves the text readable', async () => {
  const { body } = await responded(reply(200, `${'x'.repeat(keptBytes - 1)}é and more`));
  expect(body.text).toBe('x'.repeat(keptBytes - 1));
  expect(body.base64).toBeNull();
});

it('a body that is not UTF-8 is kept as base64', async () => {
  const binary = Buffer.from([0xff, 0xfe, 0x00, 0x01]);
  const { body } = await responded(reply(200, binary));
  expect(body).toEqual({
    text: null,
    base64: binary.toString('base64'),
    byteLength: 4,
    truncated: false,
  });
});

it('response header lines keep their order, spelling and duplicates', async () => {
  const { headers } = await responded(
    bytes(
      'HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nX-Odd-CASE: \xe9\r\nset-cookie: b=2\r\nContent-Length: 0\r\n\r\n',
    ),
  );
  expect(headers).toEqual([
    ['Set-Cookie', 'a=1'],
    ['X-Odd-CASE', 'é'],
    ['set-cookie', 'b=2'],
    ['Content-Length', '0'],
  ]);
});
