/** Loaded before the entry point of a utility process: gives it `process.parentPort`. */
import { EventEmitter } from 'node:events';
import { limitCrypto } from './crypto.ts';
import type { Relayed } from './utility-process.ts';

limitCrypto();

const send = (message: Relayed): void => void process.send?.(message, () => undefined);

class Port extends EventEmitter {
  readonly #id: number;
  #waiting: unknown[] | null = [];

  constructor(id: number) {
    super();
    this.#id = id;
  }

  hear(data: unknown): void {
    if (this.#waiting === null) this.emit('message', { data, ports: [] });
    else this.#waiting.push(data);
  }

  start(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const data of waiting) this.hear(data);
  }

  postMessage(data: unknown): void {
    send({ kind: 'port', port: this.#id, data });
  }
}

const ports = new Map<number, Port>();
const parentPort = Object.assign(new EventEmitter(), {
  postMessage: (data: unknown) => send({ kind: 'parent', data, ports: [] }),
});

process.on('message', (message: Relayed) => {
  if (message.kind === 'port') return void ports.get(message.port)?.hear(message.data);
  if (message.kind === 'reject') return void Promise.reject(new Error('A planted bug.'));
  if (message.kind === 'close') return void ports.get(message.port)?.emit('close');
  const arrived = message.ports.map((id) => {
    const port = new Port(id);
    ports.set(id, port);
    return port;
  });
  parentPort.emit('message', { data: message.data, ports: arrived });
});

// A utility process ends with the app.
process.on('disconnect', () => process.exit());

Object.assign(process, { parentPort });
