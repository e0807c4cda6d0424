/**
 * Clients that follow the changes of a running product: `subscribers.ts <api> <token> <count>`, half
 * of them over REST and half over sockets. They read and discard everything.
 */
import { once } from 'node:events';
import net from 'node:net';

const [, , api = '', token = '', count = '0'] = process.argv;
const { host, hostname, port } = new URL(api);

const head = `Host: ${host}\r\nAuthorization: Bearer ${token}\r\n`;
const stream = `GET /api/changes HTTP/1.1\r\n${head}\r\n`;
const handshake = `GET /rpc HTTP/1.1\r\n${head}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;

/** A text frame of less than 126 bytes; a mask of zeros leaves it unchanged (RFC 6455 5.2). */
function frame(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | bytes.length, 0, 0, 0, 0]), bytes]);
}

/** Resolves with the first bytes of the response; the rest is discarded. */
async function subscribe(index: number): Promise<void> {
  const socket = net.connect(Number(port), hostname);
  await once(socket, 'connect');
  const responded = once(socket, 'data');
  if (index % 2 === 0) socket.write(stream);
  else {
    socket.write(handshake);
    socket.write(frame('{"i":"1","p":{"u":"/changes/follow","b":{"json":{}}}}'));
  }
  const [response] = await responded;
  if (!/^HTTP\/1\.1 (200|101) /.test(String(response)))
    throw new Error(String(response).slice(0, 300));
  socket.resume();
}

for (let index = 0; index < Number(count); index += 1) await subscribe(index);
process.stdout.write('{"subscribed":true}\n');
