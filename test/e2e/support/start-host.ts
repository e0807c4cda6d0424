/** Starts the built headless host as a process of its own, as a user would. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { ownNode } from '../../../scripts/node-binary.mjs';

export const cli = resolve(import.meta.dirname, '../../../out/node/cli.js');

export const freePorts = ['--port', '--ingest-port', '--mock-port', '--mock-https-port'].flatMap(
  (option) => [option, '0'],
);

export interface HostOptions {
  /** A folder that outlives the host, for a restart on the same data. */
  readonly dataFolder?: string;
  readonly args?: readonly string[];
  /** With the source, mock endpoint and destination of a first start; most specs set up their own. */
  readonly firstContent?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Host {
  /** With the token: opening it lets the browser in. */
  readonly interfaceUrl: string;
  readonly apiUrl: string;
  readonly ingestUrl: string;
  readonly token: string;
  /** Redacted values of a `--config` file that it could not apply. */
  readonly omitted: readonly string[];
  readonly dataFolder: string;
  /** What it has written to its log so far. */
  log(): string;
  /** A call of the REST interface; returns the parsed body, and fails on an error status. */
  api(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Returns the exit code. */
  stop(): Promise<number | null>;
}

/** Of whom the whole process is the test's. */
export interface OwnHost extends Host {
  readonly process: ChildProcess;
}

interface Ready {
  readonly interface: string;
  readonly api: string;
  readonly ingest: string;
  readonly token: string;
  readonly omitted: readonly string[];
}

/** The next line that it writes, which says where it is. */
export async function readyLine(child: ChildProcess, log: () => string): Promise<Ready> {
  if (child.stdout === null) throw new Error('The host has no stdout.');
  const lines = createInterface({ input: child.stdout });
  const read = new AbortController();
  const ended = once(child, 'exit', read).then(([code]) => {
    throw new Error(`The host ended with ${code} before it was ready:\n${log()}`);
  });
  ended.catch(() => undefined);
  const [line] = await Promise.race([once(lines, 'line'), ended]);
  read.abort();
  lines.close();
  return JSON.parse(line) as Ready;
}

/** What tests use of a host that is ready. */
export const asHost = (ready: Ready) => ({
  interfaceUrl: ready.interface,
  apiUrl: ready.api,
  ingestUrl: ready.ingest,
  token: ready.token,
  omitted: ready.omitted,
  api: (method: string, path: string, body?: unknown) => call(ready, method, path, body),
});

async function call(ready: Ready, method: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${ready.api}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${ready.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** As a user or a service manager does it; Windows has no such signal, only the start script's way. */
export function askToStop(child: ChildProcess): void {
  if (process.platform === 'win32') child.send('stop');
  else child.kill('SIGTERM');
}

export async function startHost(options: HostOptions = {}): Promise<OwnHost> {
  const kept = options.dataFolder !== undefined;
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'hookwright-')));
  const content = options.firstContent === true ? [] : ['--empty'];
  const args = [
    'serve',
    '--json',
    ...freePorts,
    ...content,
    '--data',
    dataFolder,
    ...(options.args ?? []),
  ];
  const child = spawn(ownNode, [cli, ...args], {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let written = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    written += chunk;
  });
  const ready = await readyLine(child, () => written);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  return {
    ...asHost(ready),
    dataFolder,
    process: child,
    log: () => written,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) askToStop(child);
      const [code] = await exited;
      if (!kept) await rm(dataFolder, { recursive: true, force: true });
      return code;
    },
  };
}
