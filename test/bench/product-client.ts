/** What the benches ask of the running product, over REST. */
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Ledger } from '#shared/schemas/ledger.ts';
import type { ProductReady } from './processes.ts';

/** Between two looks at the ledger: often enough for runs of a second, and no load to speak of. */
const lookMs = 10;

export interface ProductClient {
  get(path: string): Promise<unknown>;
  ledger(): Promise<Ledger>;
  /** Resolves with the time (of `performance.now`) when the ledger is as asked. */
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
    const answer = await body.json();
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${JSON.stringify(answer)}`);
    return answer;
  }

  const ledger = () => get('/ledger') as Promise<Ledger>;

  return {
    get,
    ledger,
    async until(is) {
      while (!is(await ledger())) await pause(lookMs);
      return performance.now();
    },
    close: () => pool.close(),
  };
}
