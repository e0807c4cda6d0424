import { EventEmitter } from 'node:events';

/** One end of a channel; the other end receives messages once it is started. */
export class MessagePortMain extends EventEmitter {
  other: MessagePortMain | null = null;
  #started = false;
  #waiting: unknown[] = [];

  postMessage(data: unknown): void {
    // Electron clones messages, so nothing is shared.
    this.other?.hear(structuredClone(data));
  }

  hear(data: unknown): void {
    if (this.#started) this.emit('message', { data, ports: [] });
    else this.#waiting.push(data);
  }

  start(): void {
    this.#started = true;
    for (const data of this.#waiting.splice(0)) this.emit('message', { data, ports: [] });
  }

  close(): void {
    const { other } = this;
    this.other = null;
    if (other === null) return;
    other.other = null;
    other.emit('close');
    this.emit('close');
  }
}

export class MessageChannelMain {
  readonly port1 = new MessagePortMain();
  readonly port2 = new MessagePortMain();
  constructor() {
    this.port1.other = this.port2;
    this.port2.other = this.port1;
  }
}
