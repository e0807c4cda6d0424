/** Requests of the benches to the running product, over REST. */
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Ledger } from '#shared/deliveries/ledger.ts';
import type { ProductReady } from './processes.ts';

/**
 * Interval between two reads of the ledger: exact enough for runs of a second, with negligible
 * load.
 */
const lookMs = 10;

export interface ProductClient {
  get(path: string): Promise<unknown>;
  /** Resolves when the response has ended: with its JSON, or undefined for a stream. */
  post(path: string, body: object): Promise<unknown>;
  put(path: string, body: object): Promise<unknown>;
  ledger(): Promise<Ledger>;
  /** Resolves with the time (of `performance.now`) when the ledger has these counts. */
  until(is: (ledger: Ledger) => boolean): Promise<number>;
  close(): Promise<void>;
}

export function connectProduct(ready: ProductReady): ProductClient {
  const { origin, pathname } = new URL(ready.api);
  const pool = new Pool(origin, { connections: 1 });
  const headers = { authorization: `Bearer ${ready.token}` };

  async function get(path: string): Promise<unknown> {
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: `${pathname}${path}`,
      headers,
    });
    const response = await body.json();
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${JSON.stringify(response)}`);
    return response;
  }

  const send = (method: 'POST' | 'PUT') => async (path: string, sent: object) => {
    const response = await pool.request({
      method,
      path: `${pathname}${path}`,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(sent),
    });
    const text = await response.body.text();
    if (response.statusCode >= 300) throw new Error(`${path}: ${response.statusCode} ${text}`);
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return isJson ? JSON.parse(text) : undefined;
  };

  const ledger = () => get('/ledger') as Promise<Ledger>;

  return {
    get,
    post: send('POST'),
    put: send('PUT'),
    ledger,
    async until(is) {
      while (!is(await ledger())) await pause(lookMs);
      return performance.now();
    },
    close: () => pool.close(),
  };
}
