/**
 * Stores orders in the file STATE, and listens on PORT. BUG=memory_ids: keeps their IDs in memory. BUG=stuck: can't be reset
 * after an order. BUG=responds_first: stores an order later, at the latest before it ends.
 */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { BUG, PORT, STATE = '' } = process.env;
/** @type {Set<string>} */
const inMemory = new Set();
/** @type {string[]} */
let waiting = [];

const stored = () =>
  existsSync(STATE) ? readFileSync(STATE, 'utf8').split('\n').filter(Boolean) : [];

/** @param {string} id */
const isKnown = (id) => (BUG === 'memory_ids' ? inMemory.has(id) : stored().includes(id));

/** @param {string} id */
function store(id) {
  if (!isKnown(id)) appendFileSync(STATE, `${id}\n`);
  inMemory.add(id);
}

function storeWaiting() {
  for (const id of waiting) store(id);
  waiting = [];
}

process.on('SIGTERM', () => {
  storeWaiting();
  process.exit();
});

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://orders');
  const body = await text(request);
  if (pathname === '/test/reset' && BUG === 'stuck' && inMemory.size > 0) {
    response.writeHead(500).end();
  } else if (pathname === '/test/reset') {
    rmSync(STATE, { force: true });
    inMemory.clear();
    response.end();
  } else if (pathname === '/test/processed') {
    storeWaiting();
    response.end(`${stored().filter((id) => id === searchParams.get('id')).length}`);
  } else {
    const { messageId } = JSON.parse(body);
    if (BUG === 'responds_first') waiting.push(messageId);
    else store(messageId);
    response.end();
  }
}).listen(Number(PORT), '127.0.0.1');
