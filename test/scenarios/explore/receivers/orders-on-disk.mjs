/** Stores orders in the file STATE, and their IDs in memory with BUG=memory_ids. Listens on PORT. */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { BUG, PORT, STATE = '' } = process.env;
/** @type {Set<string>} */
const inMemory = new Set();

const stored = () =>
  existsSync(STATE) ? readFileSync(STATE, 'utf8').split('\n').filter(Boolean) : [];

/** @param {string} id */
const isKnown = (id) => (BUG === 'memory_ids' ? inMemory.has(id) : stored().includes(id));

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://orders');
  const body = await text(request);
  if (pathname === '/test/reset') {
    rmSync(STATE, { force: true });
    inMemory.clear();
    response.end();
  } else if (pathname === '/test/processed') {
    response.end(`${stored().filter((id) => id === searchParams.get('id')).length}`);
  } else {
    const { messageId } = JSON.parse(body);
    if (!isKnown(messageId)) appendFileSync(STATE, `${messageId}\n`);
    inMemory.add(messageId);
    response.end();
  }
}).listen(Number(PORT), '127.0.0.1');
