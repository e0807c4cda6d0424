/** The real environment of a run: processes, a temporary folder, sockets, files. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { maxIdleMs } from '#core/http-client/connector.ts';
import type { RunPorts } from '#scenarios/run/ports.ts';
import type { Product, ProductProcess, ProductProcesses } from './product.ts';
import { startStage } from './stage.ts';

/** Maximum bytes read of a response to the run itself. */
const maxResponseBytes = 1_048_576;

/** Longest wait for a connection to the user's server. */
const connectLimitMs = 5_000;

export interface RunFolder {
  readonly path: string;
  /** Data folders of the two cores. */
  readonly product: string;
  readonly receivers: string;
  remove(): Promise<void>;
}

export async function makeRunFolder(): Promise<RunFolder> {
  const path = await mkdtemp(join(tmpdir(), 'hookwright-run-'));
  const [product, receivers] = [join(path, 'product'), join(path, 'receivers')];
  return {
    path,
    product,
    receivers,
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxResponseBytes) throw new Error('the response is larger than 1 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function connectOnce(url: string): Promise<void> {
  const { hostname, port, protocol } = new URL(url);
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    signal: AbortSignal.timeout(connectLimitMs),
  });
  await once(socket, 'connect').finally(() => socket.destroy());
}

export function createRunPorts(options: {
  readonly version: string;
  readonly folder: RunFolder;
  readonly stallMs: number;
  readonly products: ProductProcesses;
  readonly signal: AbortSignal;
  readonly progress: RunPorts['progress'];
  readonly files: Pick<RunPorts, 'readFile' | 'readSnapshot' | 'snapshotFound'>;
}): RunPorts & { close(): Promise<void> } {
  const { version, folder, stallMs, products } = options;
  const agent = new Agent({
    connections: 1,
    keepAliveTimeout: maxIdleMs,
    keepAliveMaxTimeout: maxIdleMs,
  });
  const clockFile = join(folder.path, 'clock');
  /** Loads its program while the run is set up. */
  let loading: ProductProcess | null = products.take();
  let product: Product | null = null;

  return {
    async startProduct({ seed, now, reported }) {
      const next = loading ?? products.take();
      loading = null;
      const dataFolder = folder.product;
      product = await next.start({ version, dataFolder, clockFile, seed, stallMs, now, reported });
      return product;
    },
    startStage: ({ seed, now }) =>
      startStage({
        version,
        dataFolder: folder.receivers,
        clockFile,
        seed,
        now,
        stallMs,
        hold: (end, bytesWritten) => product?.hold(end, bytesWritten),
        release: (end) => product?.release(end),
      }),
    async request({ method, url, headers, body, timeoutMs }) {
      const response = await request(url, {
        dispatcher: agent,
        method: method as 'GET',
        headers: { ...headers },
        body,
        signal: AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)]),
      });
      return { status: response.statusCode, body: await textOf(response.body) };
    },
    connect: connectOnce,
    ...options.files,
    realNow: () => Date.now(),
    elapsedMs: () => performance.now(),
    pause: async (ms) => void (await pause(ms, undefined, { signal: options.signal })),
    progress: options.progress,
    signal: options.signal,
    async close() {
      loading?.kill();
      await agent.destroy();
    },
  };
}
