/** A receiver of orders: `node orders.mjs MODE`, where MODE is `correct` or the bug it has. Prints its port. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const mode = process.argv[2];
let processed = new Map();
let lastOrder = 0;

/**
 * @param {string | string[] | undefined} signature
 * @param {Buffer} body
 */
const isSigned = (signature, body) => {
  const expected = createHmac('sha1', 's3cret').update(body).digest();
  const actual = Buffer.from(String(signature), 'hex');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
};

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {Buffer} body
 */
function receive({ headers }, body) {
  if (mode !== 'signature' && !isSigned(headers['x-signature'], body)) return 401;
  const { messageId, properties } = JSON.parse(body.toString());
  if (processed.has(messageId) && mode !== 'duplicates') return 200;
  const order = Number(properties.orderId.slice(2));
  if (mode === 'order' && order < lastOrder) return 409;
  lastOrder = order;
  processed.set(messageId, (processed.get(messageId) ?? 0) + 1);
  return 200;
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function respond(request, response) {
  const body = await buffer(request);
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  if (pathname === '/test/processed') {
    response.end(String(processed.get(searchParams.get('id')) ?? 0));
    return;
  }
  if (pathname === '/test/reset') {
    processed = new Map();
    lastOrder = 0;
    response.end();
    return;
  }
  const count = processed.size;
  response.statusCode = receive(request, body);
  // The first one gets no response within the time limit, which is longer than the scenario allows.
  const isSlow = mode === 'slow' && count === 0;
  if (!isSlow) response.end();
}

const server = createServer(respond);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.stdout.write(`${address?.port}\n`);
});
