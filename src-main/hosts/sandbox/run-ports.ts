/** The real environment of a run: processes, a temporary folder, sockets, files. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnector, type SendTools } from '#main/kit/http-client/connector.ts';
import { createRequester } from '#main/kit/http-client/requester.ts';
import { createOriginGate } from '#main/kit/http-client/send-gate.ts';
import { createTrust } from '#main/kit/http-client/trusted-certificates.ts';
import { portOf } from '#shared/kit/webhook-url.ts';
import { startMocks } from './mocks.ts';
import type { RunPorts } from './ports.ts';
import type { Product, ProductProcess, ProductProcesses } from './product.ts';

/** Maximum bytes read of a response to the run itself. */
const maxResponseBytes = 1_048_576;

/** Longest wait for a connection to the user's server. */
const connectLimitMs = 5_000;

export interface RunFolder {
  readonly path: string;
  /** Data folders of the two cores. */
  readonly product: string;
  readonly mocks: string;
  remove(): Promise<void>;
}

export async function makeRunFolder(): Promise<RunFolder> {
  const path = await mkdtemp(join(tmpdir(), 'hookwright-run-'));
  const [product, mocks] = [join(path, 'product'), join(path, 'mocks')];
  return {
    path,
    product,
    mocks,
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

async function connectOnce(url: string, tools: SendTools): Promise<void> {
  const parsed = new URL(url);
  const connected = Promise.withResolvers<void>();
  const open = createConnector(tools, (_phases, { socket }) =>
    socket.setTimeout(connectLimitMs, () => socket.destroy(new Error('no connection in 5 s'))),
  );
  // Without TLS: whether its certificate is valid is for the run to show.
  const port = String(portOf(parsed));
  open({ hostname: parsed.hostname, protocol: 'http:', port }, (error, socket) => {
    socket?.destroy();
    if (error === null) connected.resolve();
    else connected.reject(error);
  });
  await connected.promise;
}

export function createRunPorts(options: {
  readonly version: string;
  readonly folder: RunFolder;
  readonly stallMs: number;
  /** Origins of other machines that it may send to. */
  readonly remoteOrigins: readonly string[];
  readonly products: ProductProcesses;
  readonly signal: AbortSignal;
  readonly progress: RunPorts['progress'];
  readonly files: Pick<RunPorts, 'readFile' | 'readSnapshot' | 'snapshotFound'>;
}): RunPorts & { close(): Promise<void> } {
  const { version, folder, stallMs, products, remoteOrigins } = options;
  const sendTools = { trust: createTrust(() => []), gate: createOriginGate(remoteOrigins) };
  const requester = createRequester(sendTools);
  const clockFile = join(folder.path, 'clock');
  /** Loads its program while the run is set up. */
  let loading: ProductProcess | null = products.take();
  let product: Product | null = null;

  return {
    async startProduct({ seed, now, reported }) {
      const next = loading ?? products.take();
      loading = null;
      product = await next.start({
        ...{ version, clockFile, seed, stallMs, now, reported, remoteOrigins },
        dataFolder: folder.product,
      });
      return product;
    },
    startMocks: ({ seed, now }) =>
      startMocks({
        version,
        dataFolder: folder.mocks,
        clockFile,
        seed,
        now,
        stallMs,
        gate: sendTools.gate,
        hold: (end, bytesWritten) => product?.hold(end, bytesWritten),
        release: (end) => product?.release(end),
      }),
    async request({ method, url, headers, body, timeoutMs }) {
      const response = await requester.request(url, {
        method: method as 'GET',
        headers: { ...headers },
        body,
        signal: AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)]),
      });
      return { status: response.statusCode, body: await textOf(response.body) };
    },
    connect: (url) => connectOnce(url, sendTools),
    ...options.files,
    realNow: () => Date.now(),
    elapsedMs: () => performance.now(),
    pause: async (ms) => void (await pause(ms, undefined, { signal: options.signal })),
    progress: options.progress,
    signal: options.signal,
    async close() {
      loading?.kill();
      await requester.close();
    },
  };
}
