/** Servers under measurement, each in a process of its own, as in real life. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Configuration } from '#shared/schemas/configuration.ts';

export interface Running<Ready> {
  readonly ready: Ready;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..', '..');

/** Starts a Node program and waits for the line of JSON it prints when it is ready. */
export async function startProcess<Ready>(
  script: string,
  args: readonly string[],
): Promise<Running<Ready>> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const exited = once(child, 'exit');
  const first = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    exited.then(([code]) => {
      throw new Error(`${script} ended with ${code} before it was ready.`);
    }),
  ]);
  return {
    ready: JSON.parse(first) as Ready,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

export interface ProductReady {
  readonly api: string;
  readonly ingest: string;
  readonly token: string;
}

/** The headless host on a data folder of its own, which goes with it. */
export async function startProduct(
  configuration: Partial<Configuration>,
): Promise<Running<ProductReady>> {
  const folder = await mkdtemp(join(tmpdir(), 'hookwright-bench-'));
  const file = join(folder, 'configuration.json');
  await writeFile(file, JSON.stringify(configuration));
  const running = await startProcess<ProductReady>('out/node/cli.js', [
    'serve',
    ...['--data', join(folder, 'data'), '--port', '0', '--ingest-port', '0'],
    ...['--config', file, '--json', '--no-open'],
  ]);
  return {
    ready: running.ready,
    async stop() {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
