/** The reads of a core on the test's own thread: starting one takes ten times as long as a core. */
import { EventEmitter } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { createReads } from '#main/reads.ts';
import { openReadStore } from '#main/store/reader/read-store.ts';
import type { StartReader } from '#main/store/reader/reader-thread.ts';
import { serveReads } from '#main/store/reader/serve-reads.ts';

export const startLocalReader: StartReader = (databaseFile) => {
  const { port1, port2 } = new MessageChannel();
  const store = openReadStore(databaseFile);
  serveReads(port2, createReads(store), store.close);
  const events = new EventEmitter();
  port1.on('message', (message) => events.emit('message', message));
  port1.on('close', () => events.emit('exit'));
  return Object.assign(events, { postMessage: port1.postMessage.bind(port1) });
};
