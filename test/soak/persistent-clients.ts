/** Clients that behave like SDKs: they retry a message with the same ID until it gets 200. */
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';

const headers = {
  authorization: `Basic ${Buffer.from('soak:').toString('base64')}`,
  'content-type': 'application/json',
};

/** Delay after a failed connection, while the host restarts. */
const againMs = 20;

export interface PersistentClients {
  /** Messages with a 200 response. */
  readonly accepted: ReadonlySet<string>;
  /** Resolves when this many more messages have a 200 response. */
  acceptedMore(count: number): Promise<void>;
  /** Changes the address to send to. */
  sendTo(ingestUrl: string): void;
  /** Ends once every started message is accepted. */
  finish(): Promise<void>;
}

export function startClients(count: number): PersistentClients {
  const accepted = new Set<string>();
  const waiting = new Map<number, () => void>();
  const { promise: started, resolve: begin } = Promise.withResolvers<void>();
  let url = '';
  let isOver = false;

  /** Whether the response was 200; every third message is sent as a batch of one. */
  async function post(messageId: string, n: number): Promise<boolean> {
    const message = { type: 'track', userId: 'u', event: `Event ${n}`, messageId };
    const isBatch = n % 3 === 0;
    const { statusCode, body } = await request(`${url}/v1/${isBatch ? 'batch' : 'track'}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(isBatch ? { batch: [message] } : message),
    });
    await body.dump();
    return statusCode === 200;
  }

  async function run(client: number): Promise<void> {
    await started;
    for (let n = 0; !isOver; n += 1) {
      const messageId = `client-${client}-${n}`;
      while (!(await post(messageId, n).catch(() => false))) await pause(againMs);
      accepted.add(messageId);
      waiting.get(accepted.size)?.();
    }
  }

  const running = Array.from({ length: count }, (_, client) => run(client));
  return {
    accepted,
    acceptedMore: (more) =>
      new Promise((resolve) => void waiting.set(accepted.size + more, resolve)),
    sendTo(ingestUrl) {
      url = ingestUrl;
      begin();
    },
    async finish() {
      isOver = true;
      await Promise.all(running);
    },
  };
}
