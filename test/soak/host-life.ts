/** One run of the built headless host, from its start to its exit or kill. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Ledger } from '#shared/deliveries/ledger.ts';

const cli = join(import.meta.dirname, '..', '..', 'out', 'node', 'cli.js');

export interface ReadyHost {
  readonly api: string;
  readonly ingest: string;
  readonly token: string;
}

export interface HostLife {
  readonly process: ChildProcess;
  /** Resolves once it accepts events; null if it exits before that. */
  readonly ready: Promise<ReadyHost | null>;
  /** Kills it without cleanup. */
  kill(): Promise<void>;
  /** Stops it; resolves with the exit code. */
  stop(): Promise<number | null>;
}

export interface LifeOptions {
  readonly dataFolder: string;
  readonly configuration?: string;
  /** Folder of scenarios. */
  readonly scenarios?: string;
  /** Called with every line of the log. */
  readonly log?: (line: string) => void;
  /** Starts the program in a shell that sets limits first: `ulimit -f 100`. */
  readonly limits?: string;
}

export function startLife(options: LifeOptions): HostLife {
  const { dataFolder, configuration, scenarios, limits } = options;
  const args = [
    ...[cli, 'serve', '--json', '--no-open', '--port', '0', '--ingest-port', '0'],
    ...['--mock-port', '0', '--mock-https-port', '0', '--data', dataFolder],
    ...(configuration === undefined ? [] : ['--config', configuration]),
    ...(scenarios === undefined ? [] : ['--scenarios', scenarios]),
  ];
  const child =
    limits === undefined
      ? spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
      : spawn('/bin/sh', ['-c', `${limits}; exec "$0" "$@"`, process.execPath, ...args], {
          stdio: ['ignore', 'pipe', 'pipe'],
        });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  // Always read, because a full pipe would stop the host.
  createInterface({ input: child.stderr }).on('line', options.log ?? (() => undefined));
  const firstLine = once(createInterface({ input: child.stdout }), 'line');
  return {
    process: child,
    ready: Promise.race([
      firstLine.then(([line]) => JSON.parse(String(line)) as ReadyHost),
      exited.then(() => null),
    ]),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.kill('SIGTERM');
      const [code] = await exited;
      return code;
    },
  };
}

/** Follows the change feed over REST until the ledger has these counts. */
export async function ledgerOf(ready: ReadyHost, is: (ledger: Ledger) => boolean): Promise<Ledger> {
  const leaving = new AbortController();
  const response = await fetch(`${ready.api}/changes`, {
    headers: { authorization: `Bearer ${ready.token}` },
    signal: leaving.signal,
  });
  if (response.body === null) throw new Error(`The change feed returned ${response.status}.`);
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (text + chunk).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue;
      const { ledger } = JSON.parse(line.slice('data: '.length)) as { ledger: Ledger };
      if (!is(ledger)) continue;
      leaving.abort();
      return ledger;
    }
  }
  throw new Error('The change feed ended before the ledger was as asked.');
}
