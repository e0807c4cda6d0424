/** A shop with the bug named by BUG, or `none`, on PORT. */
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

/** Releases an order that is between check and act. @type {Map<string, () => void>} */
const held = new Map();
/** Of an order without a copy. Shorter than the time limit of a delivery. */
const holdMs = 2_000;

/** Holds an order until its copy is also checked, so that no machine is too slow for it. @param {Message} message */
async function untilCopied({ messageId, type }) {
  const release = held.get(messageId);
  // Only orders are counted.
  if (release !== undefined || type !== 'track') return release?.();
  const copied = new Promise((resolve) => held.set(messageId, () => resolve(undefined)));
  const over = new AbortController();
  await Promise.race([copied, pause(holdMs, undefined, over).catch(() => undefined)]);
  over.abort();
  held.delete(messageId);
}

/** @param {Message} message */
async function receive(message) {
  if (isKnown(message.messageId)) return 200;
  if (bug === 'check_then_act') await untilCopied(message);
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
