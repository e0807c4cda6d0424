/** A shop with the bug named by BUG, or `none`, on PORT. Processing takes as long as a slow database. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * @typedef {{ messageId: string, type: string, userId: string, timestamp: string }} Message
 * @typedef {{ messageId: string, timestamp: string }} User
 */

const bug = process.env.BUG;

const emptyShop = () => ({
  /** @type {Set<string>} */ ids: new Set(),
  lastId: '',
  /** @type {Map<string, User>} */ users: new Map(),
  /** @type {Set<string>} */ deleted: new Set(),
  /** @type {string[]} */ orders: [],
});
let shop = emptyShop();

/** @param {Message} message */
function apply({ messageId, type, userId, timestamp }) {
  const user = shop.users.get(userId);
  if (type === 'delete') {
    shop.users.delete(userId);
    shop.deleted.add(userId);
  } else if (shop.deleted.has(userId)) return;
  else if (type === 'identify') {
    if (user === undefined || user.timestamp <= timestamp)
      shop.users.set(userId, { messageId, timestamp });
  } else if (user === undefined) throw new Error('The user does not exist yet.');
  else shop.orders.push(messageId);
}

/** @param {string} id */
function isKnown(id) {
  if (bug === 'no_check') return false;
  return bug === 'last_id_only' ? shop.lastId === id : shop.ids.has(id);
}

/** @param {Message} message */
async function receive(message) {
  if (isKnown(message.messageId)) return 200;
  // Longer than a copy needs to arrive on a busy machine.
  await pause(bug === 'check_then_act' ? 120 : 60);
  try {
    apply(message);
  } catch {
    if (bug !== 'swallowed_error') return 503;
  }
  shop.ids.add(message.messageId);
  shop.lastId = message.messageId;
  return 200;
}

/** One request after another, like a transaction. @type {Promise<unknown>} */
let last = Promise.resolve();
/** @param {Message} message */
function inTransaction(message) {
  const result = last.then(() => receive(message));
  last = result;
  return result;
}

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://shop');
  const body = await text(request);
  if (pathname === '/test/reset') {
    shop = emptyShop();
    response.end();
  } else if (pathname === '/test/processed') {
    const id = searchParams.get('id');
    const all = [...shop.orders, ...[...shop.users.values()].map(({ messageId }) => messageId)];
    response.end(`${all.filter((one) => one === id).length}`);
  } else {
    const process = bug === 'check_then_act' ? receive : inTransaction;
    response.statusCode = await process(JSON.parse(body));
    response.end();
  }
}).listen(Number(process.env.PORT), '127.0.0.1');
