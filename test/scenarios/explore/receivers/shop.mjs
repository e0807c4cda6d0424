/** A shop with the bug named by BUG, or `none`, on PORT. Its state is in the file STATE. */
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * @typedef {{ messageId?: string, type: string, event?: string, userId: string, timestamp: string }} Message
 * @typedef {{ messageId: string, timestamp: string }} User
 */

const { BUG: bug, PORT, STATE = '' } = process.env;
const hourMs = 3_600_000;

const emptyShop = () => ({
  /** When each message was processed. @type {Record<string, number>} */ ids: {},
  /** @type {Record<string, User>} */ users: {},
  /** @type {Record<string, boolean>} */ deleted: {},
  /** @type {string[]} */ orders: [],
  requests: 0,
});
let shop = existsSync(STATE) ? JSON.parse(readFileSync(STATE, 'utf8')) : emptyShop();
if (bug === 'memory_ids') shop.ids = {};

/** No crash leaves a part of it. */
function save() {
  writeFileSync(`${STATE}.new`, JSON.stringify(shop));
  renameSync(`${STATE}.new`, STATE);
}

/** @param {Message} message */
function apply({ messageId, type, userId, timestamp }) {
  const user = shop.users[userId];
  if (type === 'delete') {
    if (user === undefined && bug === 'unknown_deletion') return;
    delete shop.users[userId];
    shop.deleted[userId] = true;
  } else if (shop.deleted[userId]) return;
  else if (type === 'identify') {
    if (user === undefined || user.timestamp <= timestamp || bug === 'last_write_wins')
      shop.users[userId] = { messageId, timestamp };
  } else if (user === undefined) throw new Error('The user does not exist yet.');
  else shop.orders.push(messageId);
}

/** @param {Message} message @param {number} now */
function isKnown({ messageId = '', event }, now) {
  const at = shop.ids[messageId];
  if (bug === 'no_check' || (bug === 'one_event' && event === 'Refunded')) return false;
  if (bug === 'last_id_only') return Object.keys(shop.ids).at(-1) === messageId;
  if (bug === 'attempt_ids') return at === now;
  return at !== undefined && !(bug === 'ids_for_an_hour' && now - at > hourMs);
}

/** @param {Message} message @param {number} now */
function act(message, now) {
  const { messageId } = message;
  try {
    apply(message);
  } catch {
    // Each try sends a confirmation first.
    if (bug === 'retry_storm')
      for (let tries = 1; tries <= 5; tries += 1) shop.orders.push(messageId);
    if (bug !== 'swallowed_error') return 503;
  }
  if (messageId !== undefined) {
    delete shop.ids[messageId];
    shop.ids[messageId] = now;
    if (bug === 'last_ids') shop.ids = Object.fromEntries(Object.entries(shop.ids).slice(-3));
  }
  return 200;
}

/** Messages between check and act. @type {Set<string>} */
const inProgress = new Set();

/** @param {Message} message @param {number} now */
async function receive(message, now) {
  const { messageId = '', type } = message;
  if (type === 'track') shop.requests += 1;
  if (isKnown(message, now)) return 200;
  if (type === 'track' && (bug === 'check_then_act' || bug === 'late_copies')) {
    const isLate = bug === 'late_copies' && inProgress.has(messageId);
    inProgress.add(messageId);
    await pause(isLate ? 5_500 : 200);
    inProgress.delete(messageId);
  }
  return act(message, now);
}

/** @param {import('node:http').IncomingMessage} request @param {string} body */
async function statusOf({ headers }, body) {
  const digest = createHmac('sha1', 'secret').update(body).digest('hex');
  const isSigned = headers['x-signature'] === digest;
  if (!isSigned && bug !== 'signature_last') return 401;
  const message = JSON.parse(body);
  const now = Date.parse(String(headers['hookwright-time']));
  if (bug === 'responds_first' && message.type === 'track' && shop.users[message.userId]) {
    pause(300)
      .then(() => receive(message, now))
      .then(save);
    return 200;
  }
  const status = await receive(message, now);
  save();
  return isSigned ? status : 401;
}

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://shop');
  const body = await text(request);
  /** @type {User[]} */
  const users = Object.values(shop.users);
  if (pathname === '/test/reset') {
    shop = emptyShop();
    save();
  } else if (pathname === '/test/processed') {
    const all = [...shop.orders, ...users.map(({ messageId }) => messageId)];
    response.write(`${all.filter((id) => id === searchParams.get('id')).length}`);
  } else if (pathname === '/test/state') {
    const sold = bug === 'counter' ? shop.requests : new Set(shop.orders).size;
    response.write(JSON.stringify({ sold }));
  } else response.statusCode = await statusOf(request, body);
  response.end();
}).listen(Number(PORT), '127.0.0.1');
