/** Servers under measurement, each in its own process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { z } from 'zod';
import type { Configuration } from '#shared/settings/configuration.ts';
import { unlimitedRetention } from '#shared/settings/retention.ts';
import { hostFlags } from '../../scripts/host-flags.mjs';

export interface Running<Ready> {
  readonly ready: Ready;
  readonly pid: number;
  /** Writes a line to its stdin and resolves with the next line of JSON it prints. */
  ask(line: string): Promise<unknown>;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..', '..');

/** Starts the host as `npm run serve` does, with extra flags such as `--cpu-prof`. */
const productFlags = [
  ...hostFlags,
  ...(process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter((flag) => flag !== ''),
];

async function endOf(child: ChildProcess, script: string): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`${script} ended with ${code} too early.`);
}

/** Starts a Node program and waits for the line of JSON it prints when it is ready. */
export async function startProcess<Ready>(
  script: string,
  args: readonly string[],
  flags: readonly string[] = [],
): Promise<Running<Ready>> {
  const child = spawn(process.execPath, [...flags, join(root, script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // A failed bench leaves no process running.
  const killWithUs = () => void child.kill();
  process.once('exit', killWithUs);
  const lines = createInterface({ input: child.stdout });
  const exited = once(child, 'exit');
  const ended = endOf(child, script);
  ended.catch(() => undefined);
  const nextLine = async (): Promise<unknown> => {
    const [line] = await Promise.race([once(lines, 'line'), ended]);
    return JSON.parse(String(line));
  };
  return {
    ready: (await nextLine()) as Ready,
    pid: child.pid ?? 0,
    ask(line) {
      const response = nextLine();
      child.stdin.write(`${line}\n`);
      return response;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
      process.off('exit', killWithUs);
    },
  };
}

export interface ProductReady {
  /** With the token, for a browser. */
  readonly interface: string;
  readonly api: string;
  readonly ingest: string;
  readonly mocks: string;
  readonly token: string;
}

export type Setup = z.input<typeof Configuration>;

/** A data folder that is kept for a restart. */
export interface Folder {
  readonly data: string;
  readonly configuration: string;
  remove(): Promise<void>;
}

export async function makeFolder(setup: Setup): Promise<Folder> {
  const folder = await mkdtemp(join(tmpdir(), 'hookwright-bench-'));
  const configuration = join(folder, 'configuration.json');
  // Without limits, so that all rows measure the same work.
  const settings = { retention: unlimitedRetention };
  await writeFile(configuration, JSON.stringify({ settings, ...setup }));
  return {
    data: join(folder, 'data'),
    configuration,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The headless host on a folder. */
export const startIn = (folder: Folder): Promise<Running<ProductReady>> =>
  startProcess<ProductReady>(
    'out/node/cli.js',
    [
      'serve',
      ...['--data', folder.data, '--port', '0', '--ingest-port', '0'],
      ...['--mock-port', '0', '--mock-https-port', '0'],
      ...['--config', folder.configuration, '--json', '--no-open'],
    ],
    productFlags,
  );

/** The headless host with a temporary data folder. */
export async function startProduct(setup: Setup): Promise<Running<ProductReady>> {
  const folder = await makeFolder(setup);
  const running = await startIn(folder);
  return {
    ...running,
    async stop() {
      await running.stop();
      await folder.remove();
    },
  };
}
