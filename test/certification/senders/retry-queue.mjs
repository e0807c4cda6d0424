/**
 * A sender as a program: retries what failed, and keeps it in the file STATE, or without one in memory. With DRAINS, it
 * retries once more before it ends.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

/** @typedef {{ url: string, marker: string }} Event */

const { PORT, STATE = '', DRAINS } = process.env;
const delayMs = 300;
/** @type {Event[]} */
let events = existsSync(STATE) ? JSON.parse(readFileSync(STATE, 'utf8')) : [];

/** @param {Event[]} changed */
function keep(changed) {
  events = changed;
  if (STATE !== '') writeFileSync(STATE, JSON.stringify(events));
}

/** @param {Event} event */
async function send(event) {
  const body = JSON.stringify({ marker: event.marker });
  const isAccepted = await fetch(event.url, { method: 'POST', body, redirect: 'manual' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isAccepted) keep(events.filter((of) => of !== event));
  else setTimeout(send, delayMs, event);
}

for (const event of events) void send(event);

if (DRAINS !== undefined)
  process.once('SIGTERM', () => Promise.all(events.map(send)).finally(() => process.exit()));

createServer(async (request, response) => {
  const event = /** @type {Event} */ (await json(request));
  keep([...events, event]);
  response.end();
  void send(event);
}).listen(Number(PORT), '127.0.0.1');
